import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import {
  connectionOrder,
  firstConnection,
} from '../../platform/database/fragments/connection-order.ts';
import { interval } from '../../platform/database/interval.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
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

/** The container of the last call may be out: it is checked first, while the account can be read. */
async function wasTried(tx: Tx, postId: string): Promise<boolean> {
  const life = interval(CONTAINER_LIFE_MS);
  const tried = await sql<{ found: boolean }>`
    select p.container_id is not null and p.intent_at > app_now() - ${life}
      and p.ig_user_id = coalesce(p.target_ig_user_id, p.ig_user_id) as found
    from publications p join instagram_connections k
      on k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id and k.ended_at is null
    where p.post_id = ${postId}`.execute(tx);
  return tried.rows[0]?.found ?? false;
}

export type OwnerChanges = ReturnType<typeof createOwnerChanges>;

/**
 * The changes of an author that concern columns of the post as well. The caller has locked the publication and
 * written what the author sees.
 */
export function createOwnerChanges(writer: PublicationWriter) {
  return {
    apply: writer.apply,
    tryApply: writer.tryApply,
    insertDraft: writer.insertDraft,
    insertScheduled: writer.insertScheduled,

    /** An approved post keeps the account of its approval. */
    async onScheduled(tx: Tx, postId: string): Promise<void> {
      await sql`
        update posts
        set revision = revision + 1, edited_at = null,
          target_ig_user_id = case when account_chosen or not demo then ${resolvedAccount}
                                   when ${needsApproval} then target_ig_user_id end
        where id = ${postId}`.execute(tx);
      await writer.apply(tx, postId, { kind: 'scheduled' });
    },

    async onEdited(tx: Tx, postId: string): Promise<void> {
      await sql`update posts set revision = revision + 1, edited_at = app_now()
        where id = ${postId}`.execute(tx);
      await writer.apply(tx, postId, { kind: 'edited' });
    },

    async onEditedAfterEnd(tx: Tx, postId: string): Promise<void> {
      await sql`update posts set revision = revision + 1 where id = ${postId}`.execute(tx);
      await writer.apply(tx, postId, { kind: 'edited' });
    },

    /** The caller has set `scheduled_time` to now, here and for `onPublishAgain`. */
    async onPublishNow(tx: Tx, postId: string): Promise<void> {
      await sql`update posts set edited_at = null where id = ${postId}`.execute(tx);
      await writer.apply(tx, postId, { kind: 'publish_now' });
    },

    async onPublishAgain(tx: Tx, postId: string): Promise<void> {
      const isTried = await wasTried(tx, postId);
      if (!isTried) {
        await sql`
          update posts
          set revision = revision + 1, edited_at = null, target_ig_user_id = ${resolvedAccount}
          where id = ${postId}`.execute(tx);
      }
      await writer.apply(tx, postId, { kind: 'retried', isTried });
    },

    /**
     * The engine itself closes a post that it still works on.
     * @returns whether the post was still open
     */
    async onManualPublicationFound(
      tx: Tx,
      postId: string,
      {
        mediaId,
        permalink,
        igUserId,
      }: { mediaId: string; permalink: string | null; igUserId: string },
    ): Promise<boolean> {
      const other = await sql`select from publications where media_id = ${mediaId}`.execute(tx);
      if (other.rows.length > 0) return false;
      const publication = { mediaId, permalink, account: igUserId };
      const event = { kind: 'manual_publication_found', ...publication } as const;
      return (await writer.tryApply(tx, postId, event)) !== undefined;
    },

    /**
     * The account that is connected now publishes the posts of an earlier one: all, or those with these ids. A post
     * that may be out on the earlier one ends unverifiable and stays with it.
     * @returns the ids of the others
     */
    async onAccountConfirmed(
      tx: Tx,
      workspaceId: string,
      postIds: readonly string[] | undefined,
    ): Promise<string[]> {
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
      const [first] = locked.rows;
      if (first === undefined) return [];
      const lockedIds = locked.rows.map(({ id }) => id);
      const event = { kind: 'account_confirmed' } as const;
      const written = await writer.applyToAll(tx, sql`p.id = any(${lockedIds}::uuid[])`, event);
      const ids = written
        .filter(({ state }) => state.kind === 'preparing')
        .map(({ post }) => post.id);
      await sql`update posts set target_ig_user_id = ${first.account}
        where id = any(${ids}::uuid[])`.execute(tx);
      return ids;
    },
  };
}
