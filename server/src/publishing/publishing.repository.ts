import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { PostRow } from '../database/tables.ts';
import { CLAIM_AHEAD_MS, CONTAINER_LIFE_MS, EXPIRY_MS, GIVE_UP_MS } from './publishing.rules.ts';

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

export type PublishingRepository = ReturnType<typeof createPublishingRepository>;

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
              and k.ended_at is null and not k.needs_reconnect
          join instagram_accounts a on a.ig_user_id = p.ig_user_id
            and (a.paused_until is null or a.paused_until < app_now())
          where p.stage = 'prepared'
            and p.scheduled_time <= app_now() + ${ms(CLAIM_AHEAD_MS)}
            and p.scheduled_time > app_now() - ${ms(GIVE_UP_MS)}
            and (p.scheduled_time > app_now() - ${ms(EXPIRY_MS)}
              or p.intent_at is not null or p.late_excused)
            and (p.lease_until is null or p.lease_until < app_now())
            and (${onlyPostId}::uuid is null or p.id = ${onlyPostId}::uuid)
          order by p.scheduled_time limit ${limit}
          for update of p skip locked)
        update posts p
        set status = 'pending', stage = 'publishing', fence = p.fence + 1, intent_at = app_now(),
            publish_attempts = p.publish_attempts + 1, publish_error = null,
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

    /**
     * For the only process of an installation, as it starts: whoever held a lease is gone. Answers
     * the posts whose step was cut off.
     */
    async takeOver(): Promise<{ id: string }[]> {
      const taken = await sql<{ id: string }>`
        update posts set lease_until = null, fence = fence + 1, next_look_at = app_now()
        where lease_until > app_now() returning id`.execute(db);
      return taken.rows;
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
