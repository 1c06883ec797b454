import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Rows changed in one transaction: nobody waits for long for what it locks. */
export const BATCH_SIZE = 500;

/** An account, as a workspace had connected it. */
interface FormerAccount {
  workspaceId: string;
  igUserId: string;
  username: string;
}

/**
 * Matches `@maria`, at the end of a sentence too, and neither `@maria.silva` nor `@mariana`: names have
 * dots, though not at their ends.
 */
const patternOf = (username: string) =>
  `@${username.replaceAll(/\W/g, String.raw`\$&`)}(?!\\.?\\w)`;

/**
 * What comes again is for the account that its posts will be for; where another is connected, for none
 * until its owner has said so: they would go out there unasked.
 */
export async function stripSeries(tx: Tx, { workspaceId, igUserId }: FormerAccount): Promise<void> {
  await sql`
    update post_series s
    set account = case when exists (
      select from instagram_connections k
      where k.workspace_id = s.workspace_id and k.ended_at is null) then '' end
    where workspace_id = ${workspaceId} and account = ${igUserId}`.execute(tx);
}

/** Of `posts`: somebody approved it, and it has not gone out. */
const isApproved = sql`(status <> 'published' and exists (
  select from approvals a where a.post_id = posts.id and a.state = 'approved'))`;

/** SQL of what a connection has left on posts and elsewhere. */
export function createResidualDataRepository(tx: Tx) {
  const posts = ({ workspaceId, igUserId }: FormerAccount) => sql`
    select id from posts p
    where workspace_id = ${workspaceId}
      and (ig_user_id = ${igUserId} or target_ig_user_id = ${igUserId})`;

  return {
    /** Whether the workspace has connected this account anew. */
    async isConnected({ workspaceId, igUserId }: FormerAccount): Promise<boolean> {
      const found = await sql`
        select from instagram_connections
        where workspace_id = ${workspaceId} and ig_user_id = ${igUserId}`.execute(tx);
      return found.rows.length > 0;
    },

    /** Whether a post of the workspace still names the account. */
    async isNamed(account: FormerAccount): Promise<boolean> {
      const found = await sql`${posts(account)} limit 1`.execute(tx);
      return found.rows.length > 0;
    },

    /** Takes some of what is told, or was, by the account's name; answers of how much, at most. */
    async forgetName({ workspaceId, username }: FormerAccount): Promise<number> {
      const name = patternOf(username);
      const without = (text: RawBuilder<unknown>) =>
        sql`regexp_replace(${text}, ${name}, 'uma conta removida', 'g')`;
      const notices = await sql`
        delete from notices where id in (
          select id from notices where workspace_id = ${workspaceId} and message ~ ${name}
          limit ${BATCH_SIZE})
        returning id`.execute(tx);
      const redactedPosts = await sql`
        update posts set error_message = ${without(sql`error_message`)}
        where id in (
          select id from posts where workspace_id = ${workspaceId} and error_message ~ ${name}
          limit ${BATCH_SIZE})
        returning id`.execute(tx);
      const events = await sql`
        update post_events
        set detail = jsonb_set(detail, '{cause}', to_jsonb(${without(sql`detail ->> 'cause'`)}))
        where id in (
          select e.id from posts p join post_events e on e.post_id = p.id
          where p.workspace_id = ${workspaceId} and e.detail ->> 'cause' ~ ${name}
          limit ${BATCH_SIZE})
        returning id`.execute(tx);
      const auditCount = await redactAuditEntries(tx, username);
      return Math.max(
        auditCount,
        ...[notices, redactedPosts, events].map(({ rows }) => rows.length),
      );
    },

    /**
     * Posts in doubt are looked at now: nothing can be read any more, and no waiting changes that.
     * Of each account few can be.
     */
    async expediteReconciling(account: FormerAccount): Promise<string[]> {
      const expedited = await sql<{ id: string }>`
        update posts set next_look_at = app_now(), fence = fence + 1, lease_until = null
        where id in (${posts(account)} and stage = 'doubt')
        returning id`.execute(tx);
      return expedited.rows.map(({ id }) => id);
    },

    /**
     * Takes from some posts what Instagram gave for them, except from those that may be going out at
     * this moment and, where another account is connected, from those on their way: they would go out
     * there unasked. Containers that Instagram still counts stay for that alone.
     * @returns of which, and whether somebody approved them as posts of this account.
     */
    async stripPosts(account: FormerAccount): Promise<{ id: string; is_approved: boolean }[]> {
      const stripped = await sql<{ id: string; is_approved: boolean }>`
        with own as (
          ${posts(account)} and (stage = 'idle'
            or (stage not in ('publishing', 'doubt') and not exists (
              select from instagram_connections c
              where c.workspace_id = p.workspace_id and c.ended_at is null)))
          limit ${BATCH_SIZE} for update of p),
        old as (
          delete from containers c using own
          where c.post_id = own.id and c.born_at < app_now() - interval '25 hours'),
        young as (
          update containers c set post_id = null from own
          where c.post_id = own.id and c.born_at >= app_now() - interval '25 hours'),
        below as (
          update first_comments f set comment_id = null from own where f.post_id = own.id)
        update posts
        set ig_user_id = null, target_ig_user_id = null, account_chosen = false, container_id = null, good_until = null,
          media_id = null, permalink = null, live_story_ids = null,
          stage = case when stage = 'prepared' then 'preparing' else stage end,
          fence = fence + 1, lease_until = null
        where id in (select id from own)
        returning id, ${isApproved} as is_approved`.execute(tx);
      return stripped.rows;
    },

    /** Accounts that nothing names any more, of these, and the containers of deleted posts. */
    async deleteAccounts(igUserIds: readonly string[]): Promise<void> {
      const deleted = await sql<{ id: string }>`
        delete from instagram_accounts a
        where ig_user_id = any (${[...igUserIds]}::text[])
          and not exists (select from instagram_connections c where c.ig_user_id = a.ig_user_id)
          and not exists (select from posts p where p.ig_user_id = a.ig_user_id)
          and not exists (select from posts p where p.target_ig_user_id = a.ig_user_id)
        returning ig_user_id as id`.execute(tx);
      const ids = deleted.rows.map(({ id }) => id);
      await sql`delete from containers
        where ig_user_id = any (${ids}::text[])`.execute(tx);
      await sql`delete from insight_rests where subject = any (${ids}::text[])`.execute(tx);
    },
  };
}

/** The trail keeps the name of an account, of workspaces too that have not connected it for long. */
async function redactAuditEntries(tx: Tx, username: string): Promise<number> {
  const redacted = await sql`
    update audit_entries set detail = detail - 'username'
    where id in (
      select e.id from audit_entries e
      where e.kind in ('instagram.connected', 'instagram.disconnected')
        and e.detail ->> 'username' = ${username} and not exists (
          select from instagram_connections c join instagram_accounts a using (ig_user_id)
          where c.workspace_id = e.workspace_id and a.username = ${username})
      limit ${BATCH_SIZE})
    returning id`.execute(tx);
  return redacted.rows.length;
}
