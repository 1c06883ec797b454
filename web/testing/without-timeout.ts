import { expect, vi } from 'vitest';

/**
 * Shows what an action brings up, without the timer by which it would leave again after so many ms. Only
 * that long: what waits for elements has timers as well.
 */
export async function showWithoutTimeout(
  ms: number,
  text: string,
  action: () => unknown,
): Promise<void> {
  const schedule = window.setTimeout;
  const spy = vi.spyOn(window, 'setTimeout');
  spy.mockImplementation(((...call: Parameters<typeof setTimeout>) =>
    call[1] === ms ? 0 : schedule(...call)) as typeof setTimeout);
  await action();
  await expect.poll(() => document.body.innerText).toContain(text);
  spy.mockRestore();
}
