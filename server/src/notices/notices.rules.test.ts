import { expect, test } from 'vitest';
import { APPROVED_LATE, UNAPPROVED } from '../publishing/awaiting.ts';
import { HELD } from '../publishing/holding.ts';
import { lettersFor } from './notices.rules.ts';

const code = '190';
const failed = { id: 'failed', code, status: 'failed' as const };
const atRisk = { id: 'at-risk', code, status: 'scheduled' as const };
const ofAccount = { id: 'account', code, status: null };
const all = [failed, atRisk, ofAccount];

const who = (
  email: string,
  wants: { failed?: boolean; atRisk?: boolean; isOwner?: boolean; isApprover?: boolean } = {},
) => ({
  email,
  is_owner: wants.isOwner ?? true,
  is_approver: wants.isApprover ?? false,
  notify_failed: wants.failed ?? true,
  notify_at_risk: wants.atRisk ?? true,
});

test('everybody is told everything in one mail, unless they chose otherwise', () => {
  const letters = lettersFor(all, [who('ana'), who('bia')]);
  expect(letters).toEqual([{ to: ['ana', 'bia'], wanted: all }]);
});

test('each is told what they have chosen', () => {
  const letters = lettersFor(all, [
    who('ana', { failed: false }),
    who('bia', { atRisk: false }),
    who('caio', { failed: false, atRisk: false }),
    who('davi'),
  ]);
  expect(letters).toEqual([
    { to: ['ana'], wanted: [atRisk, ofAccount] },
    { to: ['bia'], wanted: [failed] },
    { to: ['davi'], wanted: all },
  ]);
});

test.each(['google-linked', 'google-taken-over'])('%s is told whoever wants nothing', (code) => {
  const news = [{ id: 'one', code, status: null }];
  expect(lettersFor(news, [who('ana', { failed: false, atRisk: false })])).toHaveLength(1);
});

test('who enters an account is news to whoever answers for it alone', () => {
  const news = [{ id: 'one', code: 'google-linked', status: null }, atRisk];
  const letters = lettersFor(news, [who('ana'), who('bia', { isOwner: false })]);
  expect(letters).toEqual([
    { to: ['ana'], wanted: news },
    { to: ['bia'], wanted: [atRisk] },
  ]);
});

test.each(['failed', 'error', 'expired'] as const)('a post that is %s did not go out', (status) => {
  const news = [{ id: 'one', code, status }];
  expect(lettersFor(news, [who('ana', { failed: false })])).toEqual([]);
  expect(lettersFor(news, [who('ana', { atRisk: false })])).toHaveLength(1);
});

test.each([HELD, UNAPPROVED, APPROVED_LATE])('a draft again by %s did not go out', (code) => {
  const news = [{ id: 'one', code, status: 'draft' as const }];
  expect(lettersFor(news, [who('ana', { failed: false })])).toEqual([]);
  expect(lettersFor(news, [who('ana', { atRisk: false })])).toHaveLength(1);
});

test('what waits for an approval is told to those who approve, and nothing else is', () => {
  const asked = { id: 'asked', code: 'approval-asked', status: 'scheduled' as const };
  const bia = { isOwner: false, isApprover: true };
  const letters = lettersFor([...all, asked], [who('ana'), who('bia', bia)]);
  expect(letters).toEqual([
    { to: ['ana'], wanted: all },
    { to: ['bia'], wanted: [asked] },
  ]);
  expect(lettersFor([asked], [who('bia', { ...bia, atRisk: false })])).toEqual([]);
});
