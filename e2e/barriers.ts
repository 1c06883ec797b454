import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const looks = [
  { theme: 'light', size: { width: 1440, height: 900 } },
  { theme: 'light', size: { width: 390, height: 844 } },
  { theme: 'dark', size: { width: 1440, height: 900 } },
  { theme: 'dark', size: { width: 390, height: 844 } },
] as const;

type Look = (typeof looks)[number];

/** Shows every page in one look, whatever is navigated to. */
export async function wear(page: Page, { theme, size }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.addInitScript({ content: `localStorage.setItem('theme', '${theme}')` });
}

/** Judges what a person sees: nothing is still on its way in. */
export async function expectNoBarriers(page: Page, { theme }: Look): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect
    .poll(() =>
      page.evaluate('document.getAnimations().every((each) => each.playState !== "running")'),
    )
    .toBe(true);
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes, 'what was looked at').not.toEqual([]);
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  expect(told).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow, 'what sticks out sideways, in px').toBeLessThanOrEqual(0);
}
