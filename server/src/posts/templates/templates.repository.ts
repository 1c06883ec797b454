import type { TemplateContent } from '@pontual/contract/posts/templates.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { findNameUsage } from '../../platform/database/name-usage.repository.ts';
import type { CustomTemplateRow } from '../../platform/database/rows.ts';

export function createTemplatesRepository(db: Db | Tx) {
  return {
    list: (workspaceId: string): Promise<CustomTemplateRow[]> =>
      db
        .selectFrom('custom_templates')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy(sql`lower(name)`)
        .execute(),

    findNameAvailability: (workspaceId: string, name: string) =>
      findNameUsage(db, 'custom_templates', workspaceId, name),

    insert: (id: string, workspaceId: string, content: TemplateContent) =>
      db
        .insertInto('custom_templates')
        .values({ id, workspace_id: workspaceId, ...toColumns(content) })
        .returningAll()
        .executeTakeFirstOrThrow(),

    update: (id: string, workspaceId: string, content: TemplateContent) =>
      db
        .updateTable('custom_templates')
        .set({ ...toColumns(content), updated_at: sql<Date>`app_now()` })
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returningAll()
        .executeTakeFirst(),

    async delete(id: string, workspaceId: string): Promise<boolean> {
      const deleted = await db
        .deleteFrom('custom_templates')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .execute();
      return deleted.length > 0;
    },
  };
}

const toColumns = ({ name, mediaType, caption, frames }: TemplateContent) => ({
  name,
  media_type: mediaType,
  caption,
  frames,
});
