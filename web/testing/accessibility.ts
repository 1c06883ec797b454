import axe from 'axe-core';
import { expect } from 'vitest';

/** Only colours depend on the theme. */
const themes: readonly { theme: string; runOnly?: string[] }[] = [
  { theme: 'light' },
  { theme: 'dark', runOnly: ['color-contrast', 'link-in-text-block'] },
];

export async function expectAccessible(): Promise<void> {
  for (const { theme, ...rules } of themes) {
    document.documentElement.dataset['theme'] = theme;
    await waitUntilSettled();
    const { violations, passes } = await axe.run(document, {
      ...rules,
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    });
    expect(passes, 'what was looked at').not.toEqual([]);
    const failures = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
    expect(failures, `barriers in the ${theme} theme`).toEqual([]);
  }
  delete document.documentElement.dataset['theme'];
  const overflow = document.documentElement.scrollWidth - innerWidth;
  expect(overflow, 'what sticks out sideways, in px').toBeLessThanOrEqual(0);
}

export async function waitUntilSettled(): Promise<void> {
  await document.fonts.ready;
  do await nextFrame();
  while (document.getAnimations().some(isMoving));
}

const isMoving = ({ playState, effect }: Animation): boolean =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
