import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Gives the focus to an element once it is there, as a walk by the keyboard would. */
export async function focusOn(target: Locator): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  (target.element() as HTMLElement).focus();
  await expect.element(target).toHaveFocus();
}
