import { expect, test } from 'vitest';
import { issueForHoldReason } from '../../instagram/graph/errors.ts';
import { manualPromptReason } from './manual-prompt.rules.ts';
import { aPublication, inMs, MINUTE, NOW } from '../../../testing/publications.ts';
import { type StateChange } from './decisions.ts';
import { internalErrorIssue, uploadingIssue } from '../post-issues.ts';
import type { Publication } from '../state.ts';

const internalError: StateChange = {
  kind: 'end',
  outcome: 'error',
  issue: internalErrorIssue('P-1'),
  effects: [],
};

const aLatePost = (sinceDueMs: number, approval: Publication['holds']['approval'] = null) => {
  const publication = aPublication('preparing', { dueAt: inMs(-sinceDueMs) });
  return { ...publication, holds: { ...publication.holds, approval } };
};

test.each([
  [-20 * MINUTE, false, 'ended'],
  [-20 * MINUTE, true, undefined],
  [11 * MINUTE, true, undefined],
])(
  'decides the prompt for an end %i ms after the due time, awaiting approval: %s',
  (sinceDueMs, isAwaiting, expected) => {
    const publication = aLatePost(sinceDueMs, isAwaiting ? { since: NOW } : null);
    expect(manualPromptReason(internalError, publication, NOW)).toBe(expected);
  },
);

const limits = ['rate_limited', 'app_limited', 'quota'] as const;
const waitCases: [string, StateChange, 'late' | undefined][] = [
  ['an outage', { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true }, 'late'],
  [
    'room for files',
    { kind: 'wait', ms: MINUTE, isDelayedByInstagram: true, forecastMs: MINUTE },
    undefined,
  ],
  ['an upload of its video', { kind: 'wait', ms: MINUTE, issue: uploadingIssue }, 'late'],
  ['a blocked account', { kind: 'wait', ms: MINUTE, issue: issueForHoldReason('blocked') }, 'late'],
  ['a call that is repeated', { kind: 'call_again', ms: 0 }, 'late'],
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
        { kind: 'call_again', ms: MINUTE, uncountedReason: 'refused', issue },
        undefined,
      ],
    ];
  }),
];

test.each(waitCases)(
  'decides the prompt for a post that is ten minutes late for %s',
  (_why, decision, expected) => {
    expect(manualPromptReason(decision, aLatePost(11 * MINUTE), NOW)).toBe(expected);
  },
);
