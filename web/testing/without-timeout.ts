import { expect, vi } from 'vitest';

/** Suppresses timers of exactly this many ms, so that the text does not disappear. */
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
