import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const themes = ['light', 'dark'] as const;

export const appearances = [
  { theme: 'light', size: sizes[0] },
  { theme: 'light', size: sizes[1] },
  { theme: 'dark', size: sizes[0] },
  { theme: 'dark', size: sizes[1] },
] as const;

type Appearance = (typeof appearances)[number];
type Size = (typeof sizes)[number];

/** Shows every page in one look, whatever is navigated to. */
export async function applyAppearance(page: Page, { theme, size }: Appearance): Promise<void> {
  await page.setViewportSize(size);
  await page.addInitScript({ content: `localStorage.setItem('theme', '${theme}')` });
}

/**
 * Walks the same way at each size. What is made before is made once; what a page lays out when it
 * is loaded, and what a hand opens, are loaded and opened at the size.
 */
export async function atEachSize(page: Page, run: (size: Size) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await test.step(`at ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await run(size);
    });
  }
}

/** In one theme after the other; what is open stays open. */
export async function expectAccessibleInEachTheme(page: Page): Promise<void> {
  for (const theme of themes) {
    await test.step(`in the ${theme} theme`, async () => {
      // As public/theme.js shows it before the first paint, and as if another tab had chosen it.
      await page.evaluate(`localStorage.setItem('theme', '${theme}');
        document.documentElement.dataset.theme = '${theme}';
        dispatchEvent(new StorageEvent('storage', { key: 'theme' }))`);
      await expectAccessible(page, { theme });
    });
  }
}

/** Judges what a person sees: nothing is still on its way in. */
export async function expectAccessible(
  page: Page,
  { theme }: Pick<Appearance, 'theme'>,
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect
    .poll(() =>
      page.evaluate('document.getAnimations().every((each) => each.playState !== "running")'),
    )
    .toBe(true);
  // Every rule is judged, in the page itself and not half of it in a second one; only of what is
  // broken is each place described, which is most of the time that it takes.
  const { violations, passes } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  expect(passes, 'what was looked at').not.toEqual([]);
  const messages = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect(messages).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow, 'what sticks out sideways, in px').toBeLessThanOrEqual(0);
}
