import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { interval } from '../../platform/database/interval.ts';
import { isPausedNow } from '../../publishing/store/pause-hold.repository.ts';
import { COMMENT_GIVE_UP_MS, type CommentIssue } from './first-comments.rules.ts';

/** Longer than the calls of one pass. */
const LEASE = sql`interval '2 minutes'`;
/** The comment follows its post within seconds; later, an earlier worker may have written it. */
const FRESH_PERIOD = sql`interval '10 minutes'`;
const BATCH_SIZE = 500;
const RECONNECT_RETRY_WINDOW = sql`interval '7 days'`;

/**
 * The publish call itself has returned success, so the post has no comment of ours yet. A post that was found
 * on the account, or was out before a restored backup, may already have one.
 */
const publishCallAnswered = sql`
  select not exists (select from restorations r where r.taken_at >= p.published_at) and (
    select e.kind = 'published' from post_events e
    where e.post_id = p.id
      and e.kind in ('published', 'verified', 'published_manually', 'marked_by_hand')
    order by e.id desc limit 1) is true as so`;

/** A condition on `first_comments f`. A pause does not count; its row remains for a moment after its end. */
const isExpired = sql`(f.created_at < app_now() - ${interval(COMMENT_GIVE_UP_MS)} and not exists (
  select from publishing_pauses z where z.workspace_id = f.workspace_id))`;

export interface ClaimedComment extends Row<
  'first_comments',
  'post_id' | 'workspace_id' | 'text' | 'fence' | 'attempts' | 'intent_at'
> {
  intent_age_ms: number | null;
  /** The comment may exist without a record, so we read the comments of the post first. */
  may_be_there: boolean;
  /** No comment of ours, or of an owner who published manually, is older than this. */
  since: Date;
  is_over: boolean;
  ig_user_id: string | null;
  media_id: string | null;
}

type CommentLease = Pick<ClaimedComment, 'post_id' | 'fence'>;

/** The caller ends the pause. */
export async function restartFirstCommentTimers(tx: Tx, workspaceId: string): Promise<void> {
  await sql`update first_comments set created_at = app_now()
    where workspace_id = ${workspaceId} and state = 'waiting'`.execute(tx);
}

/** A write with a lost fence does nothing. */
export function createFirstCommentsRepository(db: Db | Tx) {
  return {
    async enterPublished(): Promise<void> {
      await sql`
        insert into first_comments (post_id, workspace_id, text)
        select p.id, p.workspace_id, p.first_comment from posts_with_publication p
        where p.status = 'published' and p.has_first_comment and p.media_type <> 'STORIES'
          and p.published_at > app_now() - ${interval(COMMENT_GIVE_UP_MS)}
          -- The owner marked the post as published: its media id is unknown, so we cannot comment on it.
          and not (p.manual_since is not null and p.media_id is null)
          and not exists (select from first_comments f where f.post_id = p.id)
        limit ${BATCH_SIZE}
        on conflict do nothing`.execute(db);
    },

    async retryAfterReconnect(): Promise<void> {
      await sql`
        update first_comments f
        set state = 'waiting', next_at = app_now(), attempts = 0, ended_at = null,
            reason = null, action = null, created_at = app_now()
        from publications p, instagram_connections k
        where f.state = 'failed' and f.action = 'reconnect' and f.ended_at > app_now() - ${RECONNECT_RETRY_WINDOW}
          and p.post_id = f.post_id and k.workspace_id = f.workspace_id and k.ig_user_id = p.ig_user_id
          and k.ended_at is null and not k.needs_reconnect
          and k.connected_at > f.ended_at`.execute(db);
    },

    async due(max: number): Promise<{ post_id: string; workspace_id: string }[]> {
      const found = await sql<{ post_id: string; workspace_id: string }>`
        select post_id, workspace_id from first_comments
        where state = 'waiting' and next_at <= app_now()
          and (lease_until is null or lease_until < app_now())
          and not ${isPausedNow(sql`first_comments.workspace_id`)}
        order by next_at limit ${max}`.execute(db);
      return found.rows;
    },

    /** Returns undefined when the comment is not due or another worker has it. */
    async claim(postId: string): Promise<ClaimedComment | undefined> {
      const claimed = await sql<ClaimedComment>`
        update first_comments f
        set lease_until = app_now() + ${LEASE}, fence = f.fence + 1, attempts = f.attempts + 1
        from posts_with_publication p cross join lateral (${publishCallAnswered}) answered
        where f.post_id = ${postId} and p.id = f.post_id and f.state = 'waiting'
          and f.next_at <= app_now() and (f.lease_until is null or f.lease_until < app_now())
          and not ${isPausedNow(sql`f.workspace_id`)}
        returning f.post_id, f.workspace_id, f.text, f.fence, f.attempts, f.intent_at,
          (extract(epoch from app_now() - f.intent_at) * 1000)::float8 as intent_age_ms,
          ${isExpired} as is_over,
          f.intent_at is not null or not answered.so or p.published_at < app_now() - ${FRESH_PERIOD}
            as may_be_there,
          -- A post that was found on the account was published at an unknown time after its creation here.
          case when answered.so then coalesce(f.intent_at, p.published_at) else p.created_at end
            as since,
          p.ig_user_id, p.media_id`.execute(db);
      return claimed.rows[0];
    },

    /** The next worker searches for the effect. Returns false for a lost fence, or after a pause began. */
    async recordIntent({ post_id: postId, fence }: CommentLease): Promise<boolean> {
      const written = await sql`
        update first_comments set intent_at = app_now()
        where post_id = ${postId} and fence = ${fence} and state = 'waiting'
          and not ${isPausedNow(sql`first_comments.workspace_id`)}
        returning post_id`.execute(db);
      return written.rows.length > 0;
    },

    /** Without `wasSent` no call was sent or took effect, and the intent is cleared. */
    async postpone(
      { post_id: postId, fence }: CommentLease,
      { ms, issue, wasSent }: { ms: number; issue: CommentIssue; wasSent: boolean },
    ): Promise<void> {
      await sql`
        update first_comments
        set next_at = app_now() + ${interval(ms)}, lease_until = null, reason = ${issue.reason},
            action = ${issue.action}, intent_at = case when ${wasSent} then intent_at end
        where post_id = ${postId} and fence = ${fence} and state = 'waiting'`.execute(db);
    },

    /** Returns false when another worker has recorded a final state. */
    async end(
      { post_id: postId, fence }: CommentLease,
      end: { commentId: string } | { issue: CommentIssue; wasSent: boolean },
    ): Promise<boolean> {
      const published = 'commentId' in end;
      const issue = published ? { reason: null, action: null } : end.issue;
      const written = await sql`
        update first_comments
        set state = ${published ? 'published' : 'failed'}, ended_at = app_now(), lease_until = null,
            comment_id = ${published ? end.commentId : null}, reason = ${issue.reason},
            action = ${issue.action},
            intent_at = case when ${published || end.wasSent} then intent_at end
        where post_id = ${postId} and fence = ${fence} and state = 'waiting'
        returning post_id`.execute(db);
      return written.rows.length > 0;
    },
  };
}
