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

export async function applyAppearance(page: Page, { theme, size }: Appearance): Promise<void> {
  await page.setViewportSize(size);
  await page.addInitScript({ content: `localStorage.setItem('theme', '${theme}')` });
}

/** Earlier setup happens once; `run` loads pages and opens dialogs anew at each size. */
export async function atEachSize(page: Page, run: (size: Size) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await test.step(`at ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await run(size);
    });
  }
}

export async function expectAccessibleInEachTheme(page: Page): Promise<void> {
  for (const theme of themes) {
    await test.step(`in the ${theme} theme`, async () => {
      // Sets the theme as public/theme.js does before the first paint and as a change in another tab does.
      await page.evaluate(`localStorage.setItem('theme', '${theme}');
        document.documentElement.dataset.theme = '${theme}';
        dispatchEvent(new StorageEvent('storage', { key: 'theme' }))`);
      await expectAccessible(page, { theme });
    });
  }
}

/** Expects no axe violations and no horizontal overflow once all animations have ended. */
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
  // Checks every rule in this page. Describing elements takes most of the time: only violations do.
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
