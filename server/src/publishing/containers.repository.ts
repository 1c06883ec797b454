import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { ContainerRow, PostRow } from '../database/tables.ts';
import { CONTAINER_LIFE_MS } from './publishing.rules.ts';

export type ContainersRepository = ReturnType<typeof createContainersRepository>;

/** SQL of Instagram's containers and of the media that came of them. */
export function createContainersRepository(db: Db | Tx) {
  return {
    /** The newest container that may still serve this revision on this account. */
    async findLiving(post: PostRow, igUserId: string): Promise<ContainerRow | undefined> {
      const found = await sql<ContainerRow>`
        select * from containers
        where post_id = ${post.id} and revision = ${post.revision} and ig_user_id = ${igUserId}
          and state in ('processing', 'finished')
          and born_at > app_now() - make_interval(secs => ${CONTAINER_LIFE_MS / 1000})
        order by born_at desc limit 1`.execute(db);
      return found.rows[0];
    },

    async find(id: string): Promise<ContainerRow | undefined> {
      return db.selectFrom('containers').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Announces a container before Instagram is asked for it. False when the fence has moved. */
    async insert(id: string, post: PostRow, igUserId: string): Promise<boolean> {
      const counted = await sql`
        with counted as (
          update posts set containers_made = containers_made + 1
          where id = ${post.id} and fence = ${post.fence} returning id)
        insert into containers (id, post_id, revision, kind, ig_user_id, state)
        select ${id}::uuid, id, ${post.revision}, 'single', ${igUserId}, 'creating' from counted
        returning id`.execute(db);
      return counted.rows.length > 0;
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
