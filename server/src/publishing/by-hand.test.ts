import { expect, test } from 'vitest';
import { heldUpProblem } from '../instagram/instagram.errors.ts';
import { planBOf } from './by-hand.ts';
import { ourFault, type Move } from './moves.ts';

const MINUTE = 60_000;
const late = {
  stage: 'preparing',
  since_due_ms: 11 * MINUTE,
  is_told: false,
  is_by_hand: false,
  is_awaiting: false,
} as const;

test.each([
  [-20 * MINUTE, false, 'ended'],
  [-20 * MINUTE, true, undefined],
  [11 * MINUTE, true, undefined],
])('an end %i ms past the hour, still to be approved: %s', (sinceDueMs, isAwaiting, told) => {
  const before = { ...late, since_due_ms: sinceDueMs, is_awaiting: isAwaiting };
  expect(planBOf(ourFault('P-1'), before)).toBe(told);
});

const limits = ['rate_limited', 'quota'] as const;
const waits: [string, Move, 'late' | undefined][] = [
  ['an outage', { kind: 'wait', ms: MINUTE, onInstagram: true }, 'late'],
  [
    'room for files',
    { kind: 'wait', ms: MINUTE, onInstagram: true, forecastMs: MINUTE },
    undefined,
  ],
  ['a blocked account', { kind: 'wait', ms: MINUTE, problem: heldUpProblem('blocked') }, 'late'],
  ['a call that is repeated', { kind: 'publish-again', ms: 0 }, 'late'],
  ...limits.flatMap((limit): typeof waits => {
    const problem = heldUpProblem(limit);
    return [
      [limit, { kind: 'wait', ms: MINUTE, onInstagram: true, forecastMs: 0, problem }, undefined],
      [
        `${limit} at the call`,
        { kind: 'publish-again', ms: MINUTE, uncounted: 'refused', problem },
        undefined,
      ],
    ];
  }),
];

test.each(waits)('ten minutes late for %s', (_why, move, told) => {
  expect(planBOf(move, late)).toBe(told);
});
