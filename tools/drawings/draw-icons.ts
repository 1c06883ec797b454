import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '@pontual/e2e/support/browser.ts';

const PAPER = '#f8f3e9';
const INK = '#1b1916';
const IPE = '#ffbf1f';

interface Icon {
  name: string;
  size: number;
  /** Corner radius of the background in percent; null without a background. */
  cornerRadius: number | null;
  /** Size of the mark: systems cut off the edge of maskable icons. */
  markScale: number;
  isMonochrome?: boolean;
}

const icons: readonly Icon[] = [
  { name: 'icon-192', size: 192, cornerRadius: 22, markScale: 1 },
  { name: 'icon-512', size: 512, cornerRadius: 22, markScale: 1 },
  { name: 'maskable-192', size: 192, cornerRadius: 0, markScale: 0.78 },
  { name: 'maskable-512', size: 512, cornerRadius: 0, markScale: 0.78 },
  { name: 'apple-touch', size: 180, cornerRadius: 0, markScale: 0.9 },
  { name: 'monochrome-512', size: 512, cornerRadius: null, markScale: 0.78, isMonochrome: true },
];

function drawIcon({ cornerRadius, markScale, isMonochrome = false }: Icon): string {
  const [ground, clip] =
    cornerRadius === null
      ? ['', '']
      : [
          `<rect width="100" height="100" fill="${PAPER}"/>`,
          `<clipPath id="edge"><rect width="100" height="100" rx="${cornerRadius}"/></clipPath>`,
        ];
  const radius = 31 * markScale;
  const gap = radius + 5 * markScale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%">
    ${clip}<g clip-path="url(#edge)">${ground}
    <path d="M-1 50H${50 - gap}M${50 + gap} 50H101" stroke="${INK}" stroke-width="${7 * markScale}"/>
    <circle cx="50" cy="50" r="${radius}" fill="${isMonochrome ? INK : IPE}"/></g></svg>`;
}

const folder = fileURLToPath(new URL('../../web/public/icons/', import.meta.url));
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await launchOptions());
for (const icon of icons) {
  const { name, size } = icon;
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0; height: 100vh } svg { display: block }</style>${drawIcon(icon)}`,
  );
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
