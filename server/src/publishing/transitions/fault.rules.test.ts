import type { PostAction } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { classifyKnownError, knownErrors } from '../../../testing/instagram-errors.ts';
import { anAccount, aPublication, NOW } from '../../../testing/publications.ts';
import type { ErrorClass, FileFailure } from '../../instagram/graph/error-table.ts';
import { classifyGraphError } from '../../instagram/graph/errors.ts';
import { faultOf, type Fault } from './fault.rules.ts';
import {
  endUnverifiable,
  endTooLate,
  endUntried,
  endWith,
  failWith,
  type EngineDecision,
} from './decisions.ts';
import { issueOf } from './holds.ts';
import type { ActiveState, Publication } from '../state.ts';
import { exhaustedIssue, internalErrorIssue, withoutAccountIssue } from '../post-issues.ts';

const untried = aPublication('preparing') as Publication<ActiveState>;
const refusedPost = {
  ...untried,
  issue: { ...withoutAccountIssue, code: 'though-permitted', forecastAt: null },
};
const unansweredPost = {
  ...untried,
  issue: { ...withoutAccountIssue, code: 'no-answer', forecastAt: null },
};
const otherAccount = {
  kind: 'other_account',
  account: anAccount,
  targetUsername: 'antiga',
} as const;
const question = issueOf(otherAccount, untried.post, NOW);
const refused = (code: number, subcode?: number) => failWith(classifyGraphError(code, subcode));

const exhausted = (failure: FileFailure | 'lost') =>
  endWith('failed', exhaustedIssue({ label: undefined, failure }));

const endCases: [string, EngineDecision, Fault][] = [
  ['no account was connected at its hour', endUntried(untried, withoutAccountIssue), 'owner'],
  ['nobody said that it may go to another account', endUntried(untried, question), 'owner'],
  ['the account was taken away', refused(190, 460), 'owner'],
  ['the picture has a ratio that Instagram does not take', refused(36003, 2207009), 'owner'],
  ['Instagram cannot process a file', exhausted('unprocessed'), 'instagram'],
  ['Instagram cannot fetch a file from our server', exhausted('unfetched'), 'ours'],
  ['Instagram loses a file every time', exhausted('lost'), 'instagram'],
  ['Instagram holds the account back', refused(4, 2207051), 'instagram'],
  ['Instagram found our call wrong', refused(100, 2207023), 'ours'],
  ['Instagram answered what nobody has documented', refused(99_999), 'ours'],
  ['Instagram refused it to the end', endTooLate(refusedPost), 'instagram'],
  ['it was too late when its turn came', endTooLate(untried), 'ours'],
  ['Instagram did not answer until it was too late', endTooLate(unansweredPost), 'instagram'],
  ['a step failed', endWith('error', internalErrorIssue('abc')), 'ours'],
  ['nobody can tell whether it is out', endUnverifiable, 'ours'],
];

test.each(endCases)('assigns the fault when %s', (_why, decision, fault) => {
  expect(decision.kind === 'end' && faultOf(decision.outcome, decision.issue)).toBe(fault);
});

const ownersClasses: ReadonlySet<ErrorClass> = new Set(['content', 'reconnect']);
const ownersActions: ReadonlySet<PostAction> = new Set(['edit', 'change_media', 'reconnect']);

test.each(knownErrors)(
  "$error is the owner's fault only if they can mend it",
  ({ error, kind, action }) => {
    const issue = classifyKnownError(error);
    const isOwners = ownersClasses.has(kind);
    const isOurs = kind === 'bug' || issue.fileFailure === 'unfetched';
    expect(faultOf('failed', issue)).toBe(isOwners ? 'owner' : isOurs ? 'ours' : 'instagram');
    expect(ownersActions.has(action)).toBe(isOwners);
    expect(issue.cause).not.toMatch(/suporte/i);
  },
);
