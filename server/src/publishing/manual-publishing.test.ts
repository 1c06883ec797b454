import { expect, test } from 'vitest';
import { issueForHoldReason } from '../instagram/graph/errors.ts';
import { manualPromptReason } from './manual-publishing.ts';
import { endWithInternalError, type Transition } from './transitions.ts';

const MINUTE = 60_000;
const latePost = {
  publication_state: 'preparing',
  since_due_ms: 11 * MINUTE,
  is_notified: false,
  is_by_hand: false,
  is_awaiting: false,
} as const;

test.each([
  [-20 * MINUTE, false, 'ended'],
  [-20 * MINUTE, true, undefined],
  [11 * MINUTE, true, undefined],
])(
  'decides the prompt for an end %i ms after the due time, awaiting approval: %s',
  (sinceDueMs, isAwaiting, expected) => {
    const previous = { ...latePost, since_due_ms: sinceDueMs, is_awaiting: isAwaiting };
    expect(manualPromptReason(endWithInternalError('P-1'), previous)).toBe(expected);
  },
);

const limits = ['rate_limited', 'quota'] as const;
const waitCases: [string, Transition, 'late' | undefined][] = [
  ['an outage', { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true }, 'late'],
  [
    'room for files',
    { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true, forecastMs: MINUTE },
    undefined,
  ],
  ['a blocked account', { kind: 'wait', ms: MINUTE, issue: issueForHoldReason('blocked') }, 'late'],
  ['a call that is repeated', { kind: 'publish-again', ms: 0 }, 'late'],
  ...limits.flatMap((limit): typeof waitCases => {
    const issue = issueForHoldReason(limit);
    return [
      [
        limit,
        { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true, forecastMs: 0, issue },
        undefined,
      ],
      [
        `${limit} at the call`,
        { kind: 'publish-again', ms: MINUTE, uncountedReason: 'refused', issue },
        undefined,
      ],
    ];
  }),
];

test.each(waitCases)(
  'decides the prompt for a post that is ten minutes late for %s',
  (_why, move, expected) => {
    expect(manualPromptReason(move, latePost)).toBe(expected);
  },
);
