import axe from 'axe-core';
import { expect } from 'vitest';

/** What a theme changes is colours: everything else is judged once. */
const themes: readonly { theme: string; runOnly?: string[] }[] = [
  { theme: 'light' },
  { theme: 'dark', runOnly: ['color-contrast', 'link-in-text-block'] },
];

/** Every rule of axe holds for what is shown, in both themes, and nothing sticks out sideways. */
export async function expectAccessible(): Promise<void> {
  for (const { theme, ...rules } of themes) {
    document.documentElement.dataset['theme'] = theme;
    await waitUntilSettled();
    const { violations, passes } = await axe.run(document, {
      ...rules,
      resultTypes: ['violations'],
      // Neither frames nor style sheets of other sites are looked into: there are none.
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

/** Resolves once fonts are there and nothing moves any more, endless animations apart. */
export async function waitUntilSettled(): Promise<void> {
  await document.fonts.ready;
  do await nextFrame();
  while (document.getAnimations().some(isMoving));
}

const isMoving = ({ playState, effect }: Animation): boolean =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
