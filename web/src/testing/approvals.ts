import type { ShownForApproval } from '@pontual/contract/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts.ts';
import { hourOf } from './calendar.ts';
import { aPost } from './examples.ts';

/** Nobody has answered yet. */
export const anApproval = (own: Partial<Approval> = {}): Approval => ({
  state: 'awaiting',
  askedAt: hourOf(0, 12),
  expiresAt: hourOf(30, 12),
  contentHash: 'hash-1',
  answer: null,
  ...own,
});

/** A post as whoever holds the link sees it. */
export const aShownPost = (
  own: Partial<Omit<ShownForApproval, 'post'>> & { post?: Partial<Post> } = {},
): ShownForApproval => ({
  username: 'atelie.barro',
  team: null,
  place: null,
  approval: anApproval(),
  isOver: false,
  ...own,
  post: aPost({ scheduledTime: hourOf(1, 18), ...own.post }),
});
