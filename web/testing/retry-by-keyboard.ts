import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { expect } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';
import { focusOn } from './focus-on.ts';
import { server } from './stub-server.ts';

/** Expects that the button keeps the focus until the answer, which the test has prepared, arrives. */
export async function retryByKeyboard(button: Locator, endpoint: Endpoint): Promise<void> {
  const release = server.hold(endpoint);
  await focusOn(button);
  const pressed = button.element();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => pressed.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(pressed);
  release();
}
