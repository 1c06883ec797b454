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

    /**
     * Makes a post of a workspace that demands approvals require one. Returns the workspace; undefined where nothing
     * is demanded, or the post requires one already. The requester is the author where a loop schedules the post.
     */
    async insertIfDemanded(
      postId: string,
      requestedBy: string | undefined,
    ): Promise<string | undefined> {
      const inserted = await sql<{ workspaceId: string }>`
        insert into approvals (post_id, workspace_id, link_id, link_expires_at, requested_by)
        select p.id, p.workspace_id, ${newId()}, app_now() + ${interval(LINK_VALIDITY_MS)},
          coalesce(${requestedBy ?? null}::uuid, p.created_by)
        from posts p join workspaces w on w.id = p.workspace_id
        where p.id = ${postId} and w.needs_other_approver
        on conflict (post_id) do nothing returning workspace_id as "workspaceId"`.execute(db);
      return inserted.rows[0]?.workspaceId;
    },

    async needsOtherApprover(workspaceId: string): Promise<boolean> {
      const found = await sql`select from workspaces
        where id = ${workspaceId} and needs_other_approver`.execute(db);
      return found.rows.length > 0;
    },

    async writeRule(workspaceId: string, needsOtherApprover: boolean): Promise<void> {
      await sql`update workspaces set needs_other_approver = ${needsOtherApprover}
        where id = ${workspaceId}`.execute(db);
    },

    /** Who created the post, edited its content last, or requested the approval. */
    async isAuthor(postId: string, userId: string): Promise<boolean> {
      const found = await sql`
        select from posts p left join approvals a on a.post_id = p.id
        where p.id = ${postId} and ${userId}::uuid in (p.created_by, p.edited_by, a.requested_by)`.execute(
        db,
      );
      return found.rows.length > 0;
    },

    /** Locks the publications of the posts that are scheduled or have failed, and of approved drafts. */
    async lockUnpublished(workspaceId: string): Promise<string[]> {
      const locked = await sql<{ id: string }>`
        select q.post_id as id from publications q
        where q.workspace_id = ${workspaceId} and q.status <> 'published' and (
          q.status <> 'draft'
          or exists (select from approvals a where a.post_id = q.post_id and a.state = 'approved'))
        order by q.post_id for update of q`.execute(db);
      return locked.rows.map(({ id }) => id);
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
