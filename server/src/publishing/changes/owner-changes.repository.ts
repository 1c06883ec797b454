import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import {
  connectionOrder,
  firstConnection,
} from '../../platform/database/fragments/connection-order.ts';
import { interval } from '../../platform/database/interval.ts';
import { CONTAINER_LIFE_MS } from '../publishing.rules.ts';
import { OTHER_ACCOUNT } from '../post-issues.ts';

const activeConnections = sql`instagram_connections k
  where k.workspace_id = posts.workspace_id and k.ended_at is null`;
const needsApproval = sql`exists (select from approvals a where a.post_id = posts.id)`;
/** After the question for another account a retry confirms it, unless the post needs an approval. */
const isAccountConfirmed = sql`(not ${needsApproval} and exists (
  select from publications p where p.post_id = posts.id and p.error_code = ${OTHER_ACCOUNT}))`;
/**
 * A post of a disconnected account keeps its target until the owner confirms another: it was approved for it.
 */
const resolvedAccount = sql`case
  when account_chosen or target_ig_user_id is not null and not ${isAccountConfirmed} then target_ig_user_id
  else (select k.ig_user_id from ${activeConnections}
    order by (k.ig_user_id = posts.target_ig_user_id) desc nulls last, ${connectionOrder} limit 1) end`;

/** The columns of posts that a change of their author writes besides its content. */
export function createOwnerChangesRepository(tx: Tx) {
  return {
    /** An approved post keeps the account of its approval. */
    async reviseScheduled(postId: string): Promise<void> {
      await sql`
        update posts
        set revision = revision + 1, edited_at = null,
          target_ig_user_id = case when account_chosen or not demo then ${resolvedAccount}
                                   when ${needsApproval} then target_ig_user_id end
        where id = ${postId}`.execute(tx);
    },

    async reviseEdited(postId: string): Promise<void> {
      await sql`update posts set revision = revision + 1, edited_at = app_now()
        where id = ${postId}`.execute(tx);
    },

    async revise(postId: string): Promise<void> {
      await sql`update posts set revision = revision + 1 where id = ${postId}`.execute(tx);
    },

    /** Its account is resolved again. */
    async reviseRetried(postId: string): Promise<void> {
      await sql`
        update posts
        set revision = revision + 1, edited_at = null, target_ig_user_id = ${resolvedAccount}
        where id = ${postId}`.execute(tx);
    },

    async endEditing(postId: string): Promise<void> {
      await sql`update posts set edited_at = null where id = ${postId}`.execute(tx);
    },

    /** The container of the last call may be out: it is checked first, while the account can be read. */
    async wasTried(postId: string): Promise<boolean> {
      const life = interval(CONTAINER_LIFE_MS);
      const tried = await sql<{ found: boolean | null }>`
        select p.container_id is not null and p.intent_at > app_now() - ${life}
          and p.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id) as found
        from publications p join instagram_connections k
          on k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id and k.ended_at is null
        where p.post_id = ${postId}`.execute(tx);
      return tried.rows[0]?.found ?? false;
    },

    async isMediumOfPost(mediaId: string): Promise<boolean> {
      const found = await sql`select from publications where media_id = ${mediaId}`.execute(tx);
      return found.rows.length > 0;
    },

    /** Locks the posts that wait for an earlier account, and returns them with the one that is connected now. */
    async lockPostsOfOtherAccount(workspaceId: string, postIds: readonly string[] | undefined) {
      const filter =
        postIds === undefined ? sql`` : sql`and p.post_id = any(${[...postIds]}::uuid[])`;
      const locked = await sql<{ id: string; account: string }>`
        select p.post_id as id, k.ig_user_id as account from publications p
        join instagram_connections k on k.workspace_id = p.workspace_id
        where k.id = ${firstConnection(sql`${workspaceId}::uuid`)} and p.state = 'preparing'
          and p.target_ig_user_id <> k.ig_user_id and not exists (
            select from instagram_connections o
            where o.workspace_id = p.workspace_id and o.ig_user_id = p.target_ig_user_id
              and o.ended_at is null) ${filter}
        order by p.post_id for no key update of p`.execute(tx);
      return locked.rows;
    },

    async setAccount(postIds: readonly string[], account: string): Promise<void> {
      await sql`update posts set target_ig_user_id = ${account}
        where id = any(${[...postIds]}::uuid[])`.execute(tx);
    },
  };
}

/** Of `posts_with_publication p`. */
export const isOneOf = (postIds: readonly string[]) => sql`p.id = any(${[...postIds]}::uuid[])`;
