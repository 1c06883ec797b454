import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { classifyCreationFailure, mayAlreadyExist } from './unanswered-requests.ts';
import type { CreationOutcome, Wizard, WizardAction } from './wizard-state.ts';
import { reduce, startWizard } from './wizard.ts';

const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' });
const offline = refusal(0, 'NETWORK');
const firstAttempt = { isSent: true, isRepeat: false };
const repeatAttempt = { isSent: true, isRepeat: true };

test.each([
  ['a line that breaks under way', offline, { isSent: false, isRepeat: false }, 'asBefore'],
  ['a line that breaks after all had gone out', offline, firstAttempt, 'perhaps'],
  ['a server that fails', refusal(500, 'INTERNAL'), firstAttempt, 'perhaps'],
  ['a refusal', refusal(422, 'VALIDATION'), firstAttempt, 'no'],
  [
    'a plan that takes no more, at the second time',
    refusal(403, 'LIMIT_EXCEEDED'),
    repeatAttempt,
    'no',
  ],
  [
    'a session that ended, at the second time',
    refusal(401, 'UNAUTHENTICATED'),
    repeatAttempt,
    'asBefore',
  ],
  ['a post that was deleted since', refusal(404, 'NOT_FOUND'), repeatAttempt, 'asBefore'],
] as const)('%s determines whether the post may exist', (_, error, run, arrived) => {
  expect(classifyCreationFailure(error, run)).toBe(arrived);
});

const attemptActions = (key: string, outcome: CreationOutcome): WizardAction[] => [
  { type: 'sendStarted', attempt: { content: key, key, at: 0 }, submitMode: 'schedule' },
  {
    type: 'sendFailed',
    failure: { submitMode: 'schedule', code: 'NETWORK', message: 'Sem conexão' },
    outcome,
  },
];
const wizardAfter = (...actions: WizardAction[][]) =>
  actions.flat().reduce<Wizard>(reduce, startWizard({ frame: 'page' }));

test('a refusal settles its own key, but not another unanswered request', () => {
  expect(mayAlreadyExist(wizardAfter(attemptActions('a', 'perhaps')))).toBe(true);
  expect(
    mayAlreadyExist(wizardAfter(attemptActions('a', 'perhaps'), attemptActions('a', 'asBefore'))),
  ).toBe(true);
  expect(
    mayAlreadyExist(wizardAfter(attemptActions('a', 'perhaps'), attemptActions('a', 'no'))),
  ).toBe(false);
  expect(
    mayAlreadyExist(wizardAfter(attemptActions('a', 'perhaps'), attemptActions('b', 'no'))),
  ).toBe(true);
});
