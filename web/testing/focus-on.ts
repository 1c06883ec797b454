import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

export async function focusOn(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  (target.element() as HTMLElement).focus();
  await expect.element(target).toHaveFocus();
}
