import type { Approval } from '@pontual/contract/posts/posts.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hashForApproval } from '../../posts/content/content.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

/** A typed name must not pass for a member of the workspace. */
export const withLinkSuffix = (name: string): string => `${name} (pelo link)`;

export type ApprovalReader = { userId: string } | 'link';

/** Returns null when none is needed. A reader with only a link gets no names or notes of members. */
export async function presentApproval(
  db: Db | Tx,
  post: ListedPost,
  reader: ApprovalReader,
): Promise<Approval | null> {
  const repository = createApprovalsRepository(db);
  const stored = await repository.find(post.id);
  if (stored === undefined) return null;
  const last = stored.state === 'awaiting' ? undefined : await repository.lastAnswer(post.id);
  return {
    state: stored.state,
    requestedAt: stored.requested_at.toISOString(),
    expiresAt: stored.link_expires_at.toISOString(),
    contentHash: hashForApproval({
      ...post,
      account: await createPartiesRepository(db).findInstagramAccount(post.id),
    }),
    needsOther: await repository.needsOtherApprover(post.workspace_id),
    isYours: reader !== 'link' && (await repository.isAuthor(post.id, reader.userId)),
    answer:
      last === undefined
        ? null
        : {
            verdict: last.verdict,
            at: last.answered_at.toISOString(),
            ...(reader === 'link'
              ? last.by_link
                ? { name: last.name, note: last.note }
                : { name: 'alguém da equipe', note: null }
              : { name: last.by_link ? withLinkSuffix(last.name) : last.name, note: last.note }),
          },
  };
}
