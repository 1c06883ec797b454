import type { GroupContent } from '@pontual/contract/posts/hashtag-groups.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { findNameUsage } from '../../platform/database/name-usage.repository.ts';
import type { HashtagGroupRow } from '../../platform/database/rows.ts';

export function createHashtagGroupsRepository(db: Db | Tx) {
  return {
    list: (workspaceId: string): Promise<HashtagGroupRow[]> =>
      db
        .selectFrom('hashtag_groups')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy(sql`lower(name)`)
        .execute(),

    findNameAvailability: (workspaceId: string, name: string) =>
      findNameUsage(db, 'hashtag_groups', workspaceId, name),

    insert: (id: string, workspaceId: string, { name, hashtags }: GroupContent) =>
      db
        .insertInto('hashtag_groups')
        .values({ id, workspace_id: workspaceId, name, hashtags })
        .returningAll()
        .executeTakeFirstOrThrow(),

    update: (id: string, workspaceId: string, { name, hashtags }: GroupContent) =>
      db
        .updateTable('hashtag_groups')
        .set({ name, hashtags, updated_at: sql<Date>`app_now()` })
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returningAll()
        .executeTakeFirst(),

    async delete(id: string, workspaceId: string): Promise<boolean> {
      const deleted = await db
        .deleteFrom('hashtag_groups')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .execute();
      return deleted.length > 0;
    },
  };
}
