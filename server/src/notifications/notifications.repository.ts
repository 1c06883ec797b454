import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { MediaKind } from '../platform/database/tables-media.ts';
import { displayedAccountId } from '../platform/database/fragments/post-account.ts';
import { APPROVAL_REQUESTED, type Recipient } from './notifications.rules.ts';

/** Something that an owner is told once. */
export interface NewNotification {
  workspaceId: string;
  /** Null for what concerns the account. */
  postId: string | null;
  /** Names the outcome: a second notice with the same key is never told. */
  dedupeKey: string;
  code: string;
  message: string;
  action: PostAction;
  /** It leads to the page with all that is needed to publish the post by hand. */
  hasManualPublishing?: true;
}

/** A notice to be told, and its post as it is now. */
export interface ClaimedNotification {
  id: string;
  post_id: string | null;
  code: string;
  message: string;
  action: PostAction;
  caption: string | null;
  scheduled_time: Date | null;
  media_type: MediaType | null;
  status: PostStatus | null;
  /** Of the account that the post goes to, or that the notice is about; null where it is not known. */
  username: string | null;
  /** Of a disconnected or restricted account: the posts that wait for it, and when the first is due. */
  at_risk: number;
  first_at_risk: Date | null;
  /** The database's time: whether that is today. */
  taken_at: Date;
  plan_b: boolean;
  /** What the post shows, in its order. */
  media: { fileId: string; kind: MediaKind; hasThumbnail: boolean }[];
  /** The post's hour is over. */
  is_past: boolean | null;
  /** The answer of its publish call is not known yet. */
  is_in_doubt: boolean | null;
  /** What it tells of has been mended, or is so long ago that it is no news. */
  is_overtaken: boolean;
}

/** What happens together is told together: the mail waits so long for more. */
const collectWindow = sql`interval '5 seconds'`;
/** Longer than sending takes: whoever held a notice for so long has died. */
const lease = sql`interval '5 minutes'`;
/** By then every retry of a delivery is over. */
const overdue = sql`interval '10 minutes'`;
/** Nobody is told what is older: it is no news. */
const freshFor = sql`interval '24 hours'`;
const retention = sql`interval '90 days'`;
/** As long before its end an authorisation is announced. */
const endsSoon = sql`interval '7 days'`;

/** It went out, or goes on without what it was told about: of `taken t` and `posts p`. */
export const isPostIssueResolved = sql`(case when t.code = ${APPROVAL_REQUESTED} then p.awaiting_since is null else
  p.status = 'published' and t.created_at < p.published_at
  -- Ready, or changed since: while it is tried again nothing is shown for a moment, and not mended.
  or p.status not in ('published', 'failed', 'error', 'expired')
    and case when t.plan_b then p.status = 'draft' or p.scheduled_time > app_now()
      else p.error_code is distinct from t.code
        and (p.stage = 'prepared' or p.status = 'draft' or p.edited_at > t.created_at) end
  -- Whoever has taken it over knows.
  or t.plan_b and p.by_hand_since is not null end)`;
/**
 * Only a new authorisation mends what asks for one; it has a connection of its own. Where a connection
 * was deleted, any is a new one.
 */
export const isAccountIssueResolved = sql`(
  t.post_id is null and t.action = 'reconnect' and (t.code = 'instagram-removed') = exists (
    select from instagram_connections c
    where c.workspace_id = t.workspace_id and c.ended_at is null
      and (t.code = 'instagram-removed' or c.needs_reconnect or t.code = 'token-ending'
        and least(c.user_token_expires_at, c.data_access_expires_at) < app_now() + ${endsSoon})))`;

/**
 * Joins the connection `k` to a notice `t` about an account; the notice's key holds the connection's id.
 * Use it in a left join: a post's notice has no connection.
 */
const notificationConnection = sql`instagram_connections k
  on t.post_id is null and k.workspace_id = t.workspace_id
    and k.id::text = any(string_to_array(t.dedupe_key, ':'))`;

/**
 * Of notice `t` and post `p`, either of which may be missing: the connection `k` and the account `a`
 * that the post is for, also where the last attempt was made on another.
 */
export const joinInstagramAccount = sql`
  left join ${notificationConnection}
  left join instagram_accounts a
    on a.ig_user_id = coalesce(${displayedAccountId}, k.ig_user_id)`;

/**
 * The posts that wait for an account, of notice `t` and connection `k`: of a disconnected account those to
 * come, of a restricted one also those that are late.
 */
const postsAtRisk = sql`
  select count(*)::int as posts, min(p.scheduled_time) as first_at from posts p
  where t.action in ('reconnect', 'try_again') and p.workspace_id = t.workspace_id
    and ${displayedAccountId} = k.ig_user_id and not p.demo and p.by_hand_since is null
    and p.status in ('scheduled', 'pending')
    and (t.action = 'try_again' or p.scheduled_time > app_now())`;

const isUnclaimed = sql`
  sent_at is null and (sending_until is null or sending_until <= app_now())`;

/** SQL of notices. */
export function createNotificationsRepository(db: Db | Tx) {
  return {
    /** Answers each workspace that has something new to be told, and when to tell it. */
    async insert(
      notifications: readonly NewNotification[],
    ): Promise<{ workspace_id: string; tell_at: Date }[]> {
      // In one order everywhere: two transactions with the same keys must not wait for each other.
      const sorted = notifications.toSorted((a, b) => (a.dedupeKey < b.dedupeKey ? -1 : 1));
      const rows = sorted.map((notice) => ({
        id: newId(),
        workspace_id: notice.workspaceId,
        post_id: notice.postId,
        dedupe_key: notice.dedupeKey,
        code: notice.code,
        message: notice.message,
        action: notice.action,
        plan_b: notice.hasManualPublishing ?? false,
      }));
      const inserted = await sql<{ workspace_id: string; tell_at: Date }>`
        with inserted as (
          insert into notices
            (id, workspace_id, post_id, dedupe_key, code, message, action, plan_b)
          select id, workspace_id, post_id, dedupe_key, code, message, action, plan_b
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
            id uuid, workspace_id uuid, post_id uuid, dedupe_key text, code text, message text,
            action text, plan_b boolean)
          on conflict (dedupe_key) do nothing
          returning workspace_id)
        select distinct workspace_id, app_now() + ${collectWindow} as tell_at from inserted`.execute(
        db,
      );
      return inserted.rows;
    },

    /** Takes what is unsent and in nobody's hand, by the hour of its post. */
    async claim(workspaceId: string): Promise<ClaimedNotification[]> {
      const claimed = await sql<ClaimedNotification>`
        with taken as (
          update notices set sending_until = app_now() + ${lease}
          where id in (
            select id from notices where workspace_id = ${workspaceId} and ${isUnclaimed}
            for update skip locked)
          returning id, workspace_id, post_id, dedupe_key, code, message, action, created_at, plan_b)
        select t.id, t.post_id, t.code, t.message, t.action, t.plan_b,
          p.caption, p.scheduled_time, p.media_type, p.status,
          p.scheduled_time <= app_now() as is_past, p.stage = 'doubt' as is_in_doubt, a.username,
          coalesce(risk.posts, 0) as at_risk, risk.first_at as first_at_risk, app_now() as taken_at,
          coalesce((
            select json_agg(json_build_object('fileId', f.id, 'kind', f.kind,
                'hasThumbnail', f.thumbnail_sha256 is not null) order by m.position)
            from post_media m join media_files f on f.id = m.file_id
            where m.post_id = p.id), '[]') as media,
          coalesce(${isPostIssueResolved} or ${isAccountIssueResolved}
            or t.created_at < app_now() - ${freshFor}, false) as is_overtaken
        from taken t left join posts p on p.id = t.post_id
          ${joinInstagramAccount} left join lateral (${postsAtRisk}) risk on true
        order by p.scheduled_time nulls first, t.created_at, t.id`.execute(db);
      return claimed.rows;
    },

    /** When to look again at what another delivery has in hand; undefined if there is nothing. */
    async otherClaimsUntil(
      workspaceId: string,
      ownIds: readonly string[],
    ): Promise<Date | undefined> {
      const found = await sql<{ until: Date | null }>`
        select max(sending_until) as until from notices
        where workspace_id = ${workspaceId} and sent_at is null and sending_until > app_now()
          and id <> all (${ownIds}::uuid[])`.execute(db);
      return found.rows[0]?.until ?? undefined;
    },

    async markSent(ids: readonly string[]): Promise<void> {
      await sql`
        update notices set sent_at = app_now(), sending_until = null
        where id = any (${ids}::uuid[])`.execute(db);
    },

    async release(ids: readonly string[]): Promise<void> {
      await sql`
        update notices set sending_until = null
        where id = any (${ids}::uuid[]) and sent_at is null`.execute(db);
    },

    /** Whoever can do something about it, and which mails they want. */
    async recipients(workspaceId: string): Promise<Recipient[]> {
      const found = await sql<Recipient>`
        select u.email, m.role = 'owner' as is_owner, m.role = 'approver' as is_approver, u.notify_failed, u.notify_at_risk
        from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = ${workspaceId} and m.role <> 'viewer'
        order by u.email`.execute(db);
      return found.rows;
    },

    async deleteOld(): Promise<void> {
      await sql`delete from notices where sent_at < app_now() - ${retention}`.execute(db);
    },

    /** Workspaces that should have been told something by now, and were not. */
    async overdue(): Promise<string[]> {
      const found = await sql<{ workspace_id: string }>`
        select distinct workspace_id from notices
        where ${isUnclaimed} and created_at < app_now() - ${overdue}`.execute(db);
      return found.rows.map((row) => row.workspace_id);
    },
  };
}
