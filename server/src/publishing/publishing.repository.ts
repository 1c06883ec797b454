import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { ContainerRow, PostRow } from '../database/tables.ts';
import { CLAIM_AHEAD_MS, CONTAINER_LIFE_MS, EXPIRY_MS } from './publishing.rules.ts';

/** A post in the hands of whoever holds its newest fence, and the database's clock at that time. */
export type ClaimedPost = PostRow & {
  scheduled_time: Date;
  /** Until the hour; negative when it has passed. */
  due_in_ms: number;
  /** Since the last intent; null when there was none. */
  since_intent_ms: number | null;
};

/** A post whose intent is written: one call, at its instant. */
export interface Intent {
  id: string;
  fence: number;
  workspace_id: string;
  ig_user_id: string;
  graph_id: string;
  /** The connection's, encrypted. */
  page_token: string;
  wait_ms: number;
}

const ms = (value: number) => sql`make_interval(secs => ${value / 1000})`;
const milliseconds = (interval: ReturnType<typeof sql>) =>
  sql<number>`(extract(epoch from ${interval}) * 1000)::float8`;

/** SQL of the engine. Every write of a claimed post says `where fence = mine`. */
export function createPublishingRepository(db: Db | Tx) {
  return {
    /** Takes the lease of a post whose next step is due; undefined when somebody else acts. */
    async claim(postId: string): Promise<ClaimedPost | undefined> {
      const claimed = await sql<ClaimedPost>`
        update posts
        set lease_until = app_now() + interval '60 seconds', fence = fence + 1
        where id = ${postId} and next_look_at <= app_now()
          and (lease_until is null or lease_until < app_now())
        returning *,
          ${milliseconds(sql`scheduled_time - app_now()`)} as due_in_ms,
          ${milliseconds(sql`app_now() - intent_at`)} as since_intent_ms`.execute(db);
      return claimed.rows[0];
    },

    /** Gives the lease back so that the hour can claim the post. */
    async release(postId: string, fence: number): Promise<void> {
      await sql`update posts set lease_until = null where id = ${postId} and fence = ${fence}`.execute(
        db,
      );
    },

    /**
     * Writes the intents of prepared posts whose hour is at most 2 s away, in one statement. Only
     * of posts whose container belongs to this revision and account, and is young enough.
     */
    async claimDue(limit: number, onlyPostId: string | null): Promise<Intent[]> {
      const claimed = await sql<Intent>`
        with due as (
          select p.id, c.graph_id, k.page_token
          from posts p
          join containers c on c.id = p.container_id and c.state = 'finished'
            and c.revision = p.revision and c.born_at > app_now() - ${ms(CONTAINER_LIFE_MS)}
          join instagram_connections k
            on k.workspace_id = p.workspace_id and k.ig_user_id = p.ig_user_id
          join instagram_accounts a on a.ig_user_id = p.ig_user_id and a.paused_reason is null
          where p.stage = 'prepared'
            and p.scheduled_time <= app_now() + ${ms(CLAIM_AHEAD_MS)}
            and (p.scheduled_time > app_now() - ${ms(EXPIRY_MS)} or p.intent_at is not null)
            and (p.lease_until is null or p.lease_until < app_now())
            and (${onlyPostId}::uuid is null or p.id = ${onlyPostId}::uuid)
          order by p.scheduled_time limit ${limit}
          for update of p skip locked)
        update posts p
        set status = 'pending', stage = 'publishing', fence = p.fence + 1, intent_at = app_now(),
            publish_attempts = p.publish_attempts + 1,
            lease_until = app_now() + interval '60 seconds',
            next_look_at = app_now() + interval '60 seconds'
        from due where p.id = due.id
        returning p.id, p.fence, p.workspace_id, p.ig_user_id, due.graph_id, due.page_token,
          greatest(0, ${milliseconds(sql`p.scheduled_time - app_now()`)}) as wait_ms`.execute(db);
      return claimed.rows;
    },

    /** How long until the hour's next claim and until some post's next step; null when none. */
    async nextDue(): Promise<{ publishInMs: number | null; lookInMs: number | null }> {
      const found = await sql<{ publishInMs: number | null; lookInMs: number | null }>`
        select ${milliseconds(sql`(select min(scheduled_time) from posts where stage = 'prepared') - app_now()`)} as "publishInMs",
               ${milliseconds(sql`(select min(next_look_at) from posts where next_look_at is not null and next_look_at > app_now() - interval '2 seconds') - app_now()`)} as "lookInMs"`.execute(
        db,
      );
      return found.rows[0] ?? { publishInMs: null, lookInMs: null };
    },

    /** Posts whose next step is overdue: their job was lost, or is late. */
    async overdue(limit: number): Promise<{ id: string }[]> {
      const found = await sql<{ id: string }>`
        select id from posts
        where next_look_at < app_now() - interval '20 seconds'
          and (lease_until is null or lease_until < app_now())
        order by next_look_at limit ${limit}`.execute(db);
      return found.rows;
    },

    /** The newest container that may still serve this revision on this account. */
    async livingContainer(post: PostRow, igUserId: string): Promise<ContainerRow | undefined> {
      const found = await sql<ContainerRow>`
        select * from containers
        where post_id = ${post.id} and revision = ${post.revision} and ig_user_id = ${igUserId}
          and state in ('processing', 'finished')
          and born_at > app_now() - ${ms(CONTAINER_LIFE_MS)}
        order by born_at desc limit 1`.execute(db);
      return found.rows[0];
    },

    async findContainer(id: string): Promise<ContainerRow | undefined> {
      return db.selectFrom('containers').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Announces a container before Instagram is asked for it. False when the fence has moved. */
    async insertContainer(id: string, post: PostRow, igUserId: string): Promise<boolean> {
      const counted = await sql`
        with counted as (
          update posts set containers_made = containers_made + 1
          where id = ${post.id} and fence = ${post.fence} returning id)
        insert into containers (id, post_id, revision, kind, ig_user_id, state)
        select ${id}::uuid, id, ${post.revision}, 'single', ${igUserId}, 'creating' from counted
        returning id`.execute(db);
      return counted.rows.length > 0;
    },

    async containerMade(id: string, graphId: string): Promise<void> {
      await db
        .updateTable('containers')
        .set({ graph_id: graphId, state: 'processing' })
        .where('id', '=', id)
        .execute();
    },

    async setContainerState(id: string, state: ContainerRow['state']): Promise<void> {
      await db.updateTable('containers').set({ state }).where('id', '=', id).execute();
    },

    /** Which of these media are bound to a post already. */
    async boundMedia(mediaIds: readonly string[]): Promise<Set<string>> {
      if (mediaIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('posts')
        .select('media_id')
        .where('media_id', 'in', mediaIds)
        .execute();
      return new Set(rows.flatMap((row) => (row.media_id === null ? [] : [row.media_id])));
    },

    find(postId: string): Promise<PostRow | undefined> {
      return db.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirst();
    },

    async setPermalink(postId: string, permalink: string): Promise<void> {
      await db.updateTable('posts').set({ permalink }).where('id', '=', postId).execute();
    },

    async beat(workerId: string): Promise<void> {
      await sql`
        insert into worker_heartbeats (worker_id, seen_at) values (${workerId}, app_now())
        on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(db);
      await sql`delete from worker_heartbeats where seen_at < app_now() - interval '1 hour'`.execute(
        db,
      );
    },
  };
}
