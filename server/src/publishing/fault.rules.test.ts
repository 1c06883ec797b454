import { expect, test } from 'vitest';
import { classifyGraphError } from '../instagram/graph/errors.ts';
import { faultOf, type Fault } from './fault.rules.ts';
import {
  endTooLate,
  endUnconfirmed,
  endWithoutAccount,
  failWith,
  endUnprocessable,
  endWithInternalError,
  unverifiable,
  type Transition,
} from './transitions.ts';

const untriedPost = { intent_at: null, error_code: null };
const refusedPost = { intent_at: null, error_code: 'though-permitted' };
const question = { code: 'other-account', cause: '', action: 'confirm_account' } as const;
const refused = (code: number, subcode?: number) => failWith(classifyGraphError(code, subcode));

const endCases: [string, Transition, Fault][] = [
  ['no account was connected at its hour', endWithoutAccount(untriedPost), 'owner'],
  ['nobody said that it may go to another account', endUnconfirmed(untriedPost, question), 'owner'],
  ['the account was taken away', refused(190, 460), 'owner'],
  ['the picture has a ratio that Instagram does not take', refused(36003, 2207009), 'owner'],
  ['Instagram cannot process a file', endUnprocessable(undefined), 'instagram'],
  ['Instagram holds the account back', refused(4, 2207051), 'instagram'],
  ['Instagram found our call wrong', refused(100, 2207023), 'ours'],
  ['Instagram answered what nobody has documented', refused(99_999), 'ours'],
  ['Instagram refused it to the end', endTooLate(refusedPost), 'instagram'],
  ['it was too late when its turn came', endTooLate(untriedPost), 'ours'],
  ['a step failed', endWithInternalError('abc'), 'ours'],
  ['nobody can tell whether it is out', unverifiable, 'ours'],
];

test.each(endCases)('assigns the fault when %s', (_why, move, fault) => {
  expect(move.kind === 'ended' && faultOf(move.status, move.issue)).toBe(fault);
});
