import { TEMPLATES_MAX } from '@pontual/contract/posts/template-text.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type {
  CustomTemplate,
  listTemplates,
  TemplateContent,
} from '@pontual/contract/posts/templates.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { CustomTemplateRow } from '../../platform/database/rows.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { templateLibrary } from './library/template-library.ts';
import { createTemplatesRepository } from './templates.repository.ts';

export type Templates = ReturnType<typeof createTemplates>;

type LibraryQuery = RequestOf<typeof listTemplates>['query'];
type LibraryPage = DataOf<typeof listTemplates>;

export function createTemplates({ database }: { database: Database }) {
  const { db } = database;
  const repository = createTemplatesRepository(db);

  function saveExclusively(
    workspaceId: string,
    currentId: string | null,
    { name }: TemplateContent,
    write: (tx: Tx) => Promise<CustomTemplateRow>,
  ): Promise<CustomTemplateRow> {
    return database.inTransaction(async (tx) => {
      const lockedTemplates = createTemplatesRepository(tx);
      await lockWorkspace(tx, workspaceId);
      const { count, holder } = await lockedTemplates.findNameAvailability(workspaceId, name);
      if (holder !== null && holder !== currentId) {
        const { message } = new AppError('TEMPLATE_NAME_TAKEN');
        throw new AppError('TEMPLATE_NAME_TAKEN', { fields: { name: message } });
      }
      if (currentId === null && count >= TEMPLATES_MAX) throw new AppError('TEMPLATES_FULL');
      return write(tx);
    });
  }

  return {
    /** @throws AppError PLAN_REQUIRED */
    async listLibrary(workspaceId: string, query: LibraryQuery): Promise<LibraryPage> {
      await requirePlan(db, workspaceId, 'templates');
      return pageOfLibrary(query);
    },

    /** @throws AppError PLAN_REQUIRED */
    async listOwn(workspaceId: string): Promise<CustomTemplate[]> {
      await requirePlan(db, workspaceId, 'customTemplates');
      return (await repository.list(workspaceId)).map(present);
    },

    /** @throws AppError PLAN_REQUIRED, TEMPLATE_NAME_TAKEN or TEMPLATES_FULL */
    async create(workspaceId: string, content: TemplateContent): Promise<CustomTemplate> {
      await requirePlan(db, workspaceId, 'customTemplates');
      const row = await saveExclusively(workspaceId, null, content, (tx) =>
        createTemplatesRepository(tx).insert(newId(), workspaceId, content),
      );
      return present(row);
    },

    /** @throws AppError PLAN_REQUIRED, NOT_FOUND or TEMPLATE_NAME_TAKEN */
    async update(
      workspaceId: string,
      id: string,
      content: TemplateContent,
    ): Promise<CustomTemplate> {
      await requirePlan(db, workspaceId, 'customTemplates');
      const row = await saveExclusively(workspaceId, id, content, async (tx) => {
        const updated = await createTemplatesRepository(tx).update(id, workspaceId, content);
        if (updated === undefined) throw new AppError('NOT_FOUND');
        return updated;
      });
      return present(row);
    },

    /** @throws AppError NOT_FOUND */
    async delete(workspaceId: string, id: string): Promise<void> {
      if (!(await repository.delete(id, workspaceId))) throw new AppError('NOT_FOUND');
    },
  };
}

function pageOfLibrary({ trade, occasion, page, limit }: LibraryQuery): LibraryPage {
  const matching = templateLibrary.filter(
    (template) =>
      (trade === undefined || template.trade === trade) &&
      (occasion === undefined || template.occasion === occasion),
  );
  const total = matching.length;
  const templates = matching.slice((page - 1) * limit, page * limit);
  return { templates, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

const present = (row: CustomTemplateRow): CustomTemplate => ({
  _id: row.id,
  name: row.name,
  mediaType: row.media_type,
  caption: row.caption,
  frames: row.frames,
  updatedAt: row.updated_at.toISOString(),
});
