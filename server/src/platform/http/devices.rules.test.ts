import { expect, test } from 'vitest';
import { describeDevice } from './devices.rules.ts';

const like = 'Mozilla/5.0';
const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `${like} (Windows NT 10.0; Win64; x64) ${kit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome no Windows',
  ],
  [
    `${like} (Windows NT 10.0; Win64; x64) ${kit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge no Windows',
  ],
  [`${like} (X11; Linux x86_64) ${kit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome no Linux'],
  [`${like} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox no Linux'],
  [
    `${like} (X11; CrOS x86_64 14541.0.0) ${kit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome no Chromebook',
  ],
  [
    `${like} (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/19.0 Safari/605.1.15`,
    'Safari no Mac',
  ],
  [
    `${like} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${apple} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari no iPhone',
  ],
  [
    `${like} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${apple} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome no iPhone',
  ],
  [
    `${like} (Linux; Android 16; SM-S921B) ${kit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [
    `${like} (Linux; Android 16; SM-S921B) ${kit} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 400.0.0 Android`,
    'Instagram no Android',
  ],
  [`${like} (Windows NT 10.0)`, 'Navegador no Windows'],
  ['curl/8.14.1', 'Dispositivo desconhecido'],
  ['', 'Dispositivo desconhecido'],
])('%s is described as %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
