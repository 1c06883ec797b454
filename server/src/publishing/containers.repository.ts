import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { ContainerRow, PostRow } from '../database/tables.ts';
import { CONTAINER_LIFE_MS } from './publishing.rules.ts';

/** A container, and how long ago it was made by the database's clock. */
type AgedContainer = ContainerRow & { age_ms: number };

const ageMs = sql`(extract(epoch from app_now() - born_at) * 1000)::float8`;

export type ContainersRepository = ReturnType<typeof createContainersRepository>;

/** SQL of Instagram's containers and of the media that came of them. */
export function createContainersRepository(db: Db | Tx) {
  return {
    /** The newest container that may still serve this revision on this account. */
    async findLiving(post: PostRow, igUserId: string): Promise<AgedContainer | undefined> {
      const found = await sql<AgedContainer>`
        select *, ${ageMs} as age_ms from containers
        where post_id = ${post.id} and revision = ${post.revision} and ig_user_id = ${igUserId}
          and state in ('processing', 'finished')
          and born_at > app_now() - make_interval(secs => ${CONTAINER_LIFE_MS / 1000})
        order by born_at desc limit 1`.execute(db);
      return found.rows[0];
    },

    async find(id: string): Promise<AgedContainer | undefined> {
      const found = await sql<AgedContainer>`
        select *, ${ageMs} as age_ms from containers where id = ${id}`.execute(db);
      return found.rows[0];
    },

    /** Announces a container before Instagram is asked for it. False when the fence has moved. */
    async insert(id: string, post: PostRow, igUserId: string): Promise<boolean> {
      const inserted = await sql`
        insert into containers (id, post_id, revision, kind, ig_user_id, state)
        select ${id}::uuid, id, ${post.revision}::integer, 'single', ${igUserId}, 'creating'
        from posts where id = ${post.id} and fence = ${post.fence}
        returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    async made(id: string, graphId: string): Promise<void> {
      await db
        .updateTable('containers')
        .set({ graph_id: graphId, state: 'processing' })
        .where('id', '=', id)
        .execute();
    },

    async setState(id: string, state: ContainerRow['state']): Promise<void> {
      await db.updateTable('containers').set({ state }).where('id', '=', id).execute();
    },

    /** Whether another post on its way on this account reads the same: then a caption names neither. */
    async hasTwin(post: PostRow): Promise<boolean> {
      const found = await sql<{ found: boolean }>`
        select exists (
          select from posts
          where ig_user_id = ${post.ig_user_id} and caption = ${post.caption} and id <> ${post.id}
            and intent_at > ${post.intent_at}::timestamptz - interval '10 minutes'
            and (stage in ('publishing', 'doubt') or (status = 'published' and media_id is null))
        ) as found`.execute(db);
      return found.rows[0]?.found ?? false;
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
  };
}
