import { expect, test } from 'vitest';
import { APPROVED_LATE, UNAPPROVED } from '@pontual/contract/posts/issue-codes.ts';
import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import { groupByRecipients } from './notifications.rules.ts';

const code = '190';
const failed = { id: 'failed', code, status: 'failed' as const };
const atRisk = { id: 'at-risk', code, status: 'scheduled' as const };
const accountNotification = { id: 'account', code, status: null };
const all = [failed, atRisk, accountNotification];

const aRecipient = (
  email: string,
  wants: { failed?: boolean; atRisk?: boolean; role?: Role } = {},
) => ({
  email,
  role: wants.role ?? 'owner',
  notify_failed: wants.failed ?? true,
  notify_at_risk: wants.atRisk ?? true,
});

test('sends all notifications to all members in one email by default', () => {
  const mails = groupByRecipients(all, [aRecipient('ana'), aRecipient('bia')]);
  expect(mails).toEqual([{ to: ['ana', 'bia'], notifications: all }]);
});

test('sends each member the notifications that they selected', () => {
  const mails = groupByRecipients(all, [
    aRecipient('ana', { failed: false }),
    aRecipient('bia', { atRisk: false }),
    aRecipient('caio', { failed: false, atRisk: false }),
    aRecipient('davi'),
  ]);
  expect(mails).toEqual([
    { to: ['ana'], notifications: [atRisk, accountNotification] },
    { to: ['bia'], notifications: [failed] },
    { to: ['davi'], notifications: all },
  ]);
});

test.each(['google-linked', 'google-taken-over'])(
  'sends %s even to a member who has switched off every email',
  (code) => {
    const news = [{ id: 'one', code, status: null }];
    expect(
      groupByRecipients(news, [aRecipient('ana', { failed: false, atRisk: false })]),
    ).toHaveLength(1);
  },
);

test('sends a Google sign-in notification only to the owner', () => {
  const news = [{ id: 'one', code: 'google-linked', status: null }, atRisk];
  const mails = groupByRecipients(news, [aRecipient('ana'), aRecipient('bia', { role: 'editor' })]);
  expect(mails).toEqual([
    { to: ['ana'], notifications: news },
    { to: ['bia'], notifications: [atRisk] },
  ]);
});

test.each(['failed', 'error', 'expired'] as const)(
  'treats a post with status %s as failed',
  (status) => {
    const news = [{ id: 'one', code, status }];
    expect(groupByRecipients(news, [aRecipient('ana', { failed: false })])).toEqual([]);
    expect(groupByRecipients(news, [aRecipient('ana', { atRisk: false })])).toHaveLength(1);
  },
);

test.each([HELD_BY_PAUSE, UNAPPROVED, APPROVED_LATE])(
  'treats a draft with the code %s as failed',
  (code) => {
    const news = [{ id: 'one', code, status: 'draft' as const }];
    expect(groupByRecipients(news, [aRecipient('ana', { failed: false })])).toEqual([]);
    expect(groupByRecipients(news, [aRecipient('ana', { atRisk: false })])).toHaveLength(1);
  },
);

test('sends an approval request to approvers, and nothing else to them', () => {
  const approvalRequest = {
    id: 'requested',
    code: 'approval-requested',
    status: 'scheduled' as const,
  };
  const bia = { role: 'approver' } as const;
  const mails = groupByRecipients(
    [...all, approvalRequest],
    [aRecipient('ana'), aRecipient('bia', bia)],
  );
  expect(mails).toEqual([
    { to: ['ana'], notifications: all },
    { to: ['bia'], notifications: [approvalRequest] },
  ]);
  expect(
    groupByRecipients([approvalRequest], [aRecipient('bia', { ...bia, atRisk: false })]),
  ).toEqual([]);
});
