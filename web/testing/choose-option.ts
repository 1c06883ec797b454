import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

/** Waits until the list is closed: it still handles keys before that. */
export async function chooseOption(select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name: option }).click();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
}
