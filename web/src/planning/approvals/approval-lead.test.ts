import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { approvalLead } from './approval-lead.ts';

const DUE_AT = '2026-06-09T21:00:00.000Z';
const BEFORE = '2026-06-09T18:00:00.000Z';
const AFTER = '2026-06-09T21:05:00.000Z';

function aView(
  state: Approval['state'],
  { scheduledTime = DUE_AT, at = BEFORE }: { scheduledTime?: string | null; at?: string } = {},
): ApprovalPreview {
  const answer = state === 'awaiting' ? null : { verdict: state, name: 'Ana', note: null, at };
  const approval = {
    state,
    requestedAt: BEFORE,
    expiresAt: AFTER,
    contentHash: 'x',
    needsOther: false,
    isYours: false,
    answer,
  };
  const post = aPost({ scheduledTime });
  return { username: 'atelie.barro', team: null, post, location: null, approval, isOver: false };
}
const leadAt = (view: ApprovalPreview, now: string) => approvalLead(view, new Date(now));

test('a post that is approved in time is published at its due time', () => {
  expect(leadAt(aView('approved'), BEFORE)).toBe(
    '@atelie.barro já sabe. O post sai na hora marcada, exatamente como está aqui.',
  );
});

test('a draft without a due time gets no promise of one', () => {
  const lead = leadAt(aView('approved', { scheduledTime: null }), BEFORE);
  expect(lead).toContain('ainda não tem data');
  expect(lead).not.toContain('na hora marcada');
});

test('a post that is approved after its due time needs a new one', () => {
  expect(leadAt(aView('approved', { at: AFTER }), AFTER)).toContain('só sai com outra data');
});

test('a post that is approved in time and is late shows only that it is not published yet', () => {
  expect(leadAt(aView('approved'), AFTER)).toContain('ainda não saiu');
});

test('a post that awaits approval past its due time needs a new due time as well', () => {
  expect(leadAt(aView('awaiting'), BEFORE)).toContain('exatamente como está aqui, ou não sai');
  expect(leadAt(aView('awaiting'), AFTER)).toContain('depois da aprovação, ele precisa de outra');
});
