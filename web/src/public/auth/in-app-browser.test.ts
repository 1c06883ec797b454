import { describe, expect, test } from 'vitest';
import { isInAppBrowser, systemBrowserUrl } from './in-app-browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const androidChrome = (more = '') =>
  `Mozilla/5.0 (Linux; Android 15; SM-S921B${more}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`;

describe('a browser inside another application', () => {
  test.each([
    ['Instagram on an iPhone', `${IPHONE} Mobile/22F76 Instagram 390.0.0.28.85 (iPhone16,1)`],
    ['Instagram on Android', `${androidChrome('; wv')} Instagram 390.0.0.43.81 Android`],
    ['Threads on an iPhone', `${IPHONE} Mobile/22F76 Barcelona 390.0.0.30.84 (iPhone16,1)`],
    ['Facebook on an iPhone', `${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/520.0.0.38.101]`],
    ['Facebook on Android', `${androidChrome('; wv')} [FB_IAB/FB4A;FBAV/520.0.0.40.96;]`],
    ['TikTok on an iPhone', `${IPHONE} Mobile/22F76 musical_ly_41.2.0 BytedanceWebview/d8a21c6`],
    [
      'TikTok on Android',
      `${androidChrome()} trill_410203 AppName/musical_ly BytedanceWebview/d8a`,
    ],
    ['LinkedIn on an iPhone', `${IPHONE} Mobile/22F76 [LinkedInApp]/9.30.3221`],
    ['LINE on an iPhone', `${IPHONE} Mobile/22F76 Safari Line/15.10.0`],
    ['any other application on Android', androidChrome('; wv')],
  ])('is %s', (_name, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true);
  });

  test.each([
    ['Safari', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on an iPhone', `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
    ['our page on the home screen of an iPhone', `${IPHONE} Mobile/15E148`],
    ['Chrome on Android', androidChrome()],
    [
      'Firefox on a computer',
      'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ],
    [
      'Chrome on a computer',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ],
  ])('is not %s', (_name, userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false);
  });
});

test('Android has an address that opens its browser, an iPhone has none', () => {
  const url = 'https://pontual.example/api/auth/google?to=%2Fplans';
  expect(systemBrowserUrl(androidChrome('; wv'), url)).toBe(
    'intent://pontual.example/api/auth/google?to=%2Fplans#Intent;scheme=https;end',
  );
  expect(systemBrowserUrl(`${IPHONE} Instagram`, url)).toBeUndefined();
});
