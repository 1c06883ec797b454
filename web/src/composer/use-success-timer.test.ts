import { expect, test } from 'vitest';
import { successDelay } from './use-success-timer.ts';

test.each([
  ['a page', 'page', false, false, 2000],
  ['a modal', 'modal', false, false, 1500],
  ['a demonstration', 'page', true, false, 3000],
  ['a demonstration in the modal', 'modal', true, false, 3000],
  ['what is to be read', 'modal', false, true, null],
] as const)(
  'the success message is shown for the time of %s',
  (_, frame, isDemo, hasWarning, ms) => {
    expect(successDelay(frame, isDemo, hasWarning)).toBe(ms);
  },
);
