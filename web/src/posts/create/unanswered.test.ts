import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { arrivalOf, mayExist } from './unanswered.ts';
import type { Arrival, Wizard, WizardAction } from './wizard-state.ts';
import { reduce, startWizard } from './wizard.ts';

const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' });
const offline = refusal(0, 'NETWORK');
const first = { isSent: true, isRepeat: false };
const again = { isSent: true, isRepeat: true };

test.each([
  ['a line that breaks under way', offline, { isSent: false, isRepeat: false }, 'asBefore'],
  ['a line that breaks after all had gone out', offline, first, 'perhaps'],
  ['a server that fails', refusal(500, 'INTERNAL'), first, 'perhaps'],
  ['a refusal', refusal(422, 'VALIDATION'), first, 'no'],
  ['a plan that takes no more, at the second time', refusal(403, 'LIMIT_EXCEEDED'), again, 'no'],
  ['a session that ended, at the second time', refusal(401, 'UNAUTHENTICATED'), again, 'asBefore'],
  ['a post that was deleted since', refusal(404, 'NOT_FOUND'), again, 'asBefore'],
] as const)('%s says what it can of the post', (_, error, run, arrived) => {
  expect(arrivalOf(error, run)).toBe(arrived);
});

/** Sent under a key, and how that ended. */
const tried = (key: string, arrived: Arrival): WizardAction[] => [
  { type: 'sendStarted', attempt: { content: key, key, at: 0 }, aim: 'schedule' },
  {
    type: 'sendFailed',
    failure: { aim: 'schedule', code: 'NETWORK', message: 'Sem conexão' },
    arrived,
  },
];
const after = (...actions: WizardAction[][]) =>
  actions.flat().reduce<Wizard>(reduce, startWizard({ frame: 'page' }));

test('what the server refuses under the same key is not there, what went out under another may be', () => {
  expect(mayExist(after(tried('a', 'perhaps')))).toBe(true);
  expect(mayExist(after(tried('a', 'perhaps'), tried('a', 'asBefore')))).toBe(true);
  expect(mayExist(after(tried('a', 'perhaps'), tried('a', 'no')))).toBe(false);
  expect(mayExist(after(tried('a', 'perhaps'), tried('b', 'no')))).toBe(true);
});
