import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Rows changed per transaction, so that their locks are short. */
export const ACCOUNT_BATCH_SIZE = 500;

interface FormerAccount {
  workspaceId: string;
  igUserId: string;
  username: string;
}

/** Matches `@maria`, also at the end of a sentence, but neither `@maria.silva` nor `@mariana`. */
const patternOf = (username: string) =>
  `@${username.replaceAll(/\W/g, String.raw`\$&`)}(?!\\.?\\w)`;

/**
 * When another account is connected, the owner must choose, because the posts of the series would otherwise
 * be published there without consent.
 */
export async function stripSeries(tx: Tx, { workspaceId, igUserId }: FormerAccount): Promise<void> {
  await sql`
    update post_series s
    set account = case when exists (
      select from instagram_connections k
      where k.workspace_id = s.workspace_id and k.ended_at is null) then '' end
    where workspace_id = ${workspaceId} and account = ${igUserId}`.execute(tx);
}

const isApproved = sql`(status <> 'published' and exists (
  select from approvals a where a.post_id = p.post_id and a.state = 'approved'))`;

export function createResidualDataRepository(tx: Tx) {
  const posts = ({ workspaceId, igUserId }: FormerAccount) => sql`
    select p.post_id as id from publications p
    where p.workspace_id = ${workspaceId}
      and (ig_user_id = ${igUserId} or target_ig_user_id = ${igUserId})`;

  return {
    async isConnected({ workspaceId, igUserId }: FormerAccount): Promise<boolean> {
      const found = await sql`
        select from instagram_connections
        where workspace_id = ${workspaceId} and ig_user_id = ${igUserId}`.execute(tx);
      return found.rows.length > 0;
    },

    async isNamed(account: FormerAccount): Promise<boolean> {
      const found = await sql`${posts(account)} limit 1`.execute(tx);
      return found.rows.length > 0;
    },

    /** @returns the largest number of rows changed in one table */
    async forgetName({ workspaceId, username }: FormerAccount): Promise<number> {
      const name = patternOf(username);
      const without = (text: RawBuilder<unknown>) =>
        sql`regexp_replace(${text}, ${name}, 'uma conta removida', 'g')`;
      const notifications = await sql`
        delete from notifications where id in (
          select id from notifications where workspace_id = ${workspaceId} and message ~ ${name}
          limit ${ACCOUNT_BATCH_SIZE})
        returning id`.execute(tx);
      const redactedPosts = await sql`
        update publications set error_message = ${without(sql`error_message`)}
        where post_id in (
          select post_id from publications
          where workspace_id = ${workspaceId} and error_message ~ ${name}
          limit ${ACCOUNT_BATCH_SIZE})
        returning post_id`.execute(tx);
      const events = await sql`
        update post_events
        set detail = jsonb_set(detail, '{cause}', to_jsonb(${without(sql`detail ->> 'cause'`)}))
        where id in (
          select e.id from publications p join post_events e on e.post_id = p.post_id
          where p.workspace_id = ${workspaceId} and e.detail ->> 'cause' ~ ${name}
          limit ${ACCOUNT_BATCH_SIZE})
        returning id`.execute(tx);
      const auditCount = await redactAuditEntries(tx, username);
      return Math.max(
        auditCount,
        ...[notifications, redactedPosts, events].map(({ rows }) => rows.length),
      );
    },

    /** Nothing can be read any more, so a later attempt does not help. */
    async expediteReconciling(account: FormerAccount): Promise<string[]> {
      const expedited = await sql<{ id: string }>`
        update publications set next_step_at = app_now(), fence = fence + 1, lease_until = null
        where post_id in (${posts(account)} and p.state = 'reconciling')
        returning post_id as id`.execute(tx);
      return expedited.rows.map(({ id }) => id);
    },

    /**
     * Skips posts with a running or unknown publish call and, where another account is connected, posts in
     * preparation: they would be published there without consent. Containers that Instagram still counts stay
     * without their post.
     */
    async stripPosts(account: FormerAccount): Promise<{ id: string; is_approved: boolean }[]> {
      const stripped = await sql<{ id: string; is_approved: boolean }>`
        with own as (
          ${posts(account)} and (p.next_step_at is null
            or (p.state not in ('publishing', 'reconciling') and not exists (
              select from instagram_connections c
              where c.workspace_id = p.workspace_id and c.ended_at is null)))
          order by p.post_id limit ${ACCOUNT_BATCH_SIZE} for update of p),
        old as (
          delete from containers c using own
          where c.post_id = own.id and c.born_at < app_now() - interval '25 hours'),
        young as (
          update containers c set post_id = null from own
          where c.post_id = own.id and c.born_at >= app_now() - interval '25 hours'),
        below as (
          update first_comments f set comment_id = null from own where f.post_id = own.id),
        written as (
          update posts set target_ig_user_id = null, account_chosen = false from own
          where posts.id = own.id)
        update publications p
        set ig_user_id = null, container_id = null, good_until = null,
          media_id = null, permalink = null, live_story_ids = null,
          state = case when state = 'prepared' then 'preparing' else state end,
          fence = fence + 1, lease_until = null
        where post_id in (select id from own)
        returning post_id as id, ${isApproved} as is_approved`.execute(tx);
      return stripped.rows;
    },

    /** Keeps accounts that a connection or a post references. */
    async deleteAccounts(igUserIds: readonly string[]): Promise<void> {
      const deleted = await sql<{ id: string }>`
        delete from instagram_accounts a
        where ig_user_id = any (${[...igUserIds]}::text[])
          and not exists (select from instagram_connections c where c.ig_user_id = a.ig_user_id)
          and not exists (select from publications p where p.ig_user_id = a.ig_user_id)
          and not exists (select from publications p where p.target_ig_user_id = a.ig_user_id)
        returning ig_user_id as id`.execute(tx);
      const ids = deleted.rows.map(({ id }) => id);
      await sql`delete from containers
        where ig_user_id = any (${ids}::text[])`.execute(tx);
      await sql`delete from insight_holds where subject = any (${ids}::text[])`.execute(tx);
    },
  };
}

/** Keeps the entries of workspaces that have a connection to the account. */
async function redactAuditEntries(tx: Tx, username: string): Promise<number> {
  const redacted = await sql`
    update audit_entries set detail = detail - 'username'
    where id in (
      select e.id from audit_entries e
      where e.kind in ('instagram.connected', 'instagram.disconnected')
        and e.detail ->> 'username' = ${username} and not exists (
          select from instagram_connections c join instagram_accounts a using (ig_user_id)
          where c.workspace_id = e.workspace_id and a.username = ${username})
      limit ${ACCOUNT_BATCH_SIZE})
    returning id`.execute(tx);
  return redacted.rows.length;
}
