import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { brasiliaTimeAt } from './calendar.ts';
import { aPost } from './examples.ts';

export const anApproval = (overrides: Partial<Approval> = {}): Approval => ({
  state: 'awaiting',
  requestedAt: brasiliaTimeAt(0, 12),
  expiresAt: brasiliaTimeAt(30, 12),
  contentHash: 'hash-1',
  needsOther: false,
  isYours: false,
  answer: null,
  ...overrides,
});

export const aShownPost = (
  overrides: Partial<Omit<ApprovalPreview, 'post'>> & { post?: Partial<Post> } = {},
): ApprovalPreview => ({
  username: 'atelie.barro',
  team: null,
  location: null,
  approval: anApproval(),
  isOver: false,
  ...overrides,
  post: aPost({ scheduledTime: brasiliaTimeAt(1, 18), ...overrides.post }),
});
