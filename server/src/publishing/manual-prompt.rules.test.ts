import { expect, test } from 'vitest';
import { issueForHoldReason } from '../instagram/graph/errors.ts';
import { manualPromptReason } from './manual-prompt.rules.ts';
import { noCalls, type Publication } from './state.ts';
import { endWithInternalError, type Transition } from './transitions.ts';

const MINUTE = 60_000;
const now = new Date('2026-06-09T17:32:00Z');

const aPublication = (sinceDueMs: number, approval: Publication['holds']['approval'] = null) => ({
  post: {
    id: 'post',
    workspaceId: 'workspace',
    mediaType: 'IMAGE' as const,
    dueAt: new Date(now.getTime() - sinceDueMs),
    target: null,
  },
  state: {
    kind: 'preparing' as const,
    nextStepAt: now,
    polls: 0,
    isPending: true,
    calls: noCalls,
    preparation: null,
  },
  offeredFor: null,
  holds: { approval, missed: null, manual: null, manualPrompt: null, outage: null },
});

test.each([
  [-20 * MINUTE, false, 'ended'],
  [-20 * MINUTE, true, undefined],
  [11 * MINUTE, true, undefined],
])(
  'decides the prompt for an end %i ms after the due time, awaiting approval: %s',
  (sinceDueMs, isAwaiting, expected) => {
    const publication = aPublication(sinceDueMs, isAwaiting ? { since: now } : null);
    expect(manualPromptReason(endWithInternalError('P-1'), publication, now)).toBe(expected);
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
    expect(manualPromptReason(move, aPublication(11 * MINUTE), now)).toBe(expected);
  },
);
