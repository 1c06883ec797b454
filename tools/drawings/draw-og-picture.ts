import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '@pontual/e2e/support/browser.ts';

const root = new URL('../../', import.meta.url);
const readAsset = (path: string) => readFile(new URL(path, root), 'base64');
const font = await readAsset(
  'node_modules/@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2',
);
/** Position of the full stop of the headline and the width of an hour, in px. */
const ORIGIN = 786;
const HOUR = 104;
const NOW = ORIGIN - 3.467 * HOUR;
/** `x` in hours from 18:00, which is at the full stop. */
const posts = [
  { x: -6, time: '12:00', colour: '#177a48', art: 'brigadeiro' },
  { x: 0, time: '18:00', colour: '#2360d8', art: 'canecas' },
  { x: 2.5, time: '20:30', colour: '#2360d8', art: 'vestido' },
];
const drawnPosts = await Promise.all(
  posts.map(async ({ x, time, colour, art }) => {
    const left = ORIGIN + x * HOUR;
    const picture = await readAsset(`web/public/landing/${art}.svg`);
    return `<b style="left:${left}px">${time}</b>
      <i style="left:${left}px;background:${colour}"></i>
      <img style="left:${left}px" src="data:image/svg+xml;base64,${picture}">`;
  }),
);
const html = `<style>
  @font-face { font-family: G; src: url(data:font/woff2;base64,${font}); font-weight: 400 900 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative;
    background: #f8f3e9; color: #1b1916; font-family: G }
  p { position: absolute; left: 64px; top: 40px; margin: 0; font: 700 38px/1 G; letter-spacing: -.035em }
  h1 { position: absolute; left: 60px; top: 104px; margin: 0; font: 700 132px/.92 G; letter-spacing: -.038em; white-space: nowrap }
  p::after { content: ''; display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: #ffbf1f; margin-left: 3px }
  s { position: absolute; display: block }
  b, i, img { position: absolute; transform: translateX(-50%) }
  b { top: 386px; font: 700 22px/1 G; background: #f8f3e9; padding: 0 8px; z-index: 2 }
  i { top: 417px; width: 22px; height: 22px; border-radius: 50%; box-shadow: 0 0 0 6px #f8f3e9; z-index: 2 }
  img { top: 466px; width: 150px; height: 188px; border-radius: 16px; object-fit: cover }
</style>
<p>pontual</p><h1>Seus posts,<br>na hora certa</h1>
<s style="left:${ORIGIN - 13}px;top:306px;width:26px;height:26px;border-radius:50%;background:#ffbf1f"></s>
<s style="left:${ORIGIN - 1.5}px;top:338px;width:3px;height:80px;background:#1b1916"></s>
<s style="left:0;top:426px;width:1200px;height:3px;background:#8b816f"></s>
<s style="left:0;top:425px;width:${NOW}px;height:5px;background:#1b1916"></s>
<s style="left:0;top:428px;width:1200px;height:14px;background:repeating-linear-gradient(90deg,#1b1916 0 1px,transparent 1px ${HOUR}px);background-position:${ORIGIN % HOUR}px 0"></s>
<s style="left:${NOW - 11}px;top:416px;width:22px;height:22px;border-radius:50%;background:#ffbf1f;box-shadow:0 0 0 3px #1b1916,0 0 0 8px #f8f3e9"></s>
${drawnPosts.join('')}`;

const browser = await chromium.launch(await launchOptions());
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(html);
await page.evaluate('document.fonts.ready');
await page.screenshot({ path: fileURLToPath(new URL('web/public/og.png', root)) });
await browser.close();
