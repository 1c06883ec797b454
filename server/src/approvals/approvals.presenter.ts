import type { Approval } from '@pontual/contract/posts.ts';
import type { Db, Tx } from '../database/database.ts';
import { shownHash } from '../posts/posts.content.ts';
import type { PostView } from '../posts/posts.repository.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

/** A name that was typed is nobody's of the team, whatever it says. */
export const byLink = (name: string): string => `${name} (pelo link)`;

/**
 * How a post stands with those who have to approve it; null where nobody has to. Whoever only has a link
 * reads neither who of the team answered nor what they wrote to each other.
 */
export async function approvalOf(
  db: Db | Tx,
  post: PostView,
  reader: 'team' | 'link' = 'team',
): Promise<Approval | null> {
  const repository = createApprovalsRepository(db);
  const kept = await repository.find(post.id);
  if (kept === undefined) return null;
  const last = kept.state === 'awaiting' ? undefined : await repository.lastAnswer(post.id);
  return {
    state: kept.state,
    askedAt: kept.asked_at.toISOString(),
    expiresAt: kept.link_expires_at.toISOString(),
    contentHash: shownHash({
      ...post,
      account: await createPartiesRepository(db).account(post.id),
    }),
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
              : { name: last.by_link ? byLink(last.name) : last.name, note: last.note }),
          },
  };
}
