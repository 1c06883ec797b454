import type { Approval, Verdict } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { interval } from '../../platform/database/interval.ts';
import { newId } from '../../platform/ids.ts';
import type { ContentSnapshot } from '../../platform/database/stored-content.ts';

export interface ApprovalRow extends Row<
  'approvals',
  'link_id' | 'link_expires_at' | 'requested_at' | 'state' | 'content_hash'
> {
  is_expired: boolean;
}

export interface NewAnswer {
  postId: string;
  workspaceId: string;
  userId: string | null;
  name: string;
  verdict: Verdict;
  note: string | null;
  contentHash: string;
  snapshot: ContentSnapshot;
}

type ApprovalAnswerRow = Row<
  'approval_answers',
  'by_link' | 'verdict' | 'name' | 'note' | 'answered_at'
>;

/** Validity of a link: as long as the plan Pro schedules ahead. */
const LINK_VALIDITY_MS = 30 * 24 * 3_600_000;

export function createApprovalsRepository(db: Db | Tx) {
  return {
    async find(postId: string): Promise<ApprovalRow | undefined> {
      const found = await sql<ApprovalRow>`
        select link_id, link_expires_at, requested_at, state, content_hash,
          link_expires_at <= app_now() as is_expired
        from approvals where post_id = ${postId}`.execute(db);
      return found.rows[0];
    },

    async findByLink(linkId: string): Promise<{ workspaceId: string; postId: string } | undefined> {
      const found = await sql<{ workspaceId: string; postId: string }>`
        select workspace_id as "workspaceId", post_id as "postId"
        from approvals where link_id = ${linkId}`.execute(db);
      return found.rows[0];
    },

    async insert(post: { id: string; workspaceId: string }, requestedBy: string): Promise<void> {
      await sql`
        insert into approvals (post_id, workspace_id, link_id, link_expires_at, requested_by)
        values (${post.id}, ${post.workspaceId}, ${newId()}, app_now() + ${interval(LINK_VALIDITY_MS)},
                ${requestedBy})`.execute(db);
    },

    /** The former link becomes invalid. */
    async renewLink(postId: string): Promise<void> {
      await sql`
        update approvals
        set link_id = ${newId()}, link_expires_at = app_now() + ${interval(LINK_VALIDITY_MS)}
        where post_id = ${postId}`.execute(db);
    },

    /** Returns how many of the former links were still valid. */
    async renewLinks(workspaceId: string): Promise<number> {
      const renewed = await sql<{ was_open: boolean }>`
        update approvals a
        set link_id = gen_random_uuid(), link_expires_at = app_now() + ${interval(LINK_VALIDITY_MS)}
        from approvals former
        where a.workspace_id = ${workspaceId} and former.post_id = a.post_id
        returning former.link_expires_at > app_now() as was_open`.execute(db);
      return renewed.rows.filter(({ was_open: wasOpen }) => wasOpen).length;
    },

    async setState(postId: string, state: Approval['state'], hash: string | null): Promise<void> {
      await sql`
        update approvals
        set state = ${state}, content_hash = ${hash},
          -- The owner is reminded again of an approval that is requested again.
          reminded_for = case when ${state === 'awaiting'} then null else reminded_for end
        where post_id = ${postId}`.execute(db);
    },

    async delete(postId: string): Promise<void> {
      await sql`delete from approvals where post_id = ${postId}`.execute(db);
    },

    async insertAnswer(answer: NewAnswer): Promise<void> {
      await db
        .insertInto('approval_answers')
        .values({
          id: newId(),
          post_id: answer.postId,
          workspace_id: answer.workspaceId,
          user_id: answer.userId,
          by_link: answer.userId === null,
          name: answer.name,
          verdict: answer.verdict,
          note: answer.note,
          content_hash: answer.contentHash,
          seen: JSON.stringify(answer.snapshot),
        })
        .execute();
    },

    async lastAnswer(postId: string): Promise<ApprovalAnswerRow | undefined> {
      const found = await sql<ApprovalAnswerRow>`
        select verdict, by_link, name, note, answered_at from approval_answers
        where post_id = ${postId} order by answered_at desc, id desc limit 1`.execute(db);
      return found.rows[0];
    },
  };
}
