import { expect, test } from 'vitest';
import { graphProblem } from '../instagram/instagram.errors.ts';
import { faultOf, type Fault } from './fault.rules.ts';
import {
  endedTooLate,
  endedUnconfirmed,
  endedWithoutAccount,
  failedWith,
  gaveUpPiece,
  ourFault,
  unverifiable,
  type Move,
} from './moves.ts';

const untouched = { intent_at: null, error_code: null };
const refusedToTheEnd = { intent_at: null, error_code: 'though-permitted' };
const question = { code: 'other-account', cause: '', action: 'confirm_account' } as const;
const refused = (code: number, subcode?: number) => failedWith(graphProblem(code, subcode));

const ends: [string, Move, Fault][] = [
  ['no account was connected at its hour', endedWithoutAccount(untouched), 'owner'],
  ['nobody said that it may go to another account', endedUnconfirmed(untouched, question), 'owner'],
  ['the account was taken away', refused(190, 460), 'owner'],
  ['the picture has a ratio that Instagram does not take', refused(36003, 2207009), 'owner'],
  ['Instagram cannot process a file', gaveUpPiece(undefined), 'instagram'],
  ['Instagram holds the account back', refused(4, 2207051), 'instagram'],
  ['Instagram found our call wrong', refused(100, 2207023), 'ours'],
  ['Instagram answered what nobody has documented', refused(99_999), 'ours'],
  ['Instagram refused it to the end', endedTooLate(refusedToTheEnd), 'instagram'],
  ['it was too late when its turn came', endedTooLate(untouched), 'ours'],
  ['a step failed', ourFault('abc'), 'ours'],
  ['nobody can tell whether it is out', unverifiable, 'ours'],
];

test.each(ends)('%s', (_why, move, fault) => {
  expect(move.kind === 'ended' && faultOf(move.status, move.problem)).toBe(fault);
});
