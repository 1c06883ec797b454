import {
  createTemplate,
  deleteTemplate,
  listCustomTemplates,
  listTemplates,
  updateTemplate,
} from '@pontual/contract/posts/templates.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { Templates } from './templates.service.ts';

export function registerTemplatesRoutes(
  router: ApiRouter,
  { templates }: { templates: Templates },
): void {
  serve(router, listTemplates, ({ query }, { workspaceId }) =>
    templates.listLibrary(workspaceId, query),
  );

  serve(router, listCustomTemplates, async (_request, { workspaceId }) => ({
    templates: await templates.listOwn(workspaceId),
  }));

  serve(router, createTemplate, async ({ body }, { workspaceId }) => ({
    template: await templates.create(workspaceId, body),
  }));

  serve(router, updateTemplate, async ({ params, body }, { workspaceId }) => ({
    template: await templates.update(workspaceId, params.id, body),
  }));

  serve(router, deleteTemplate, async ({ params }, { workspaceId }) => {
    await templates.delete(workspaceId, params.id);
    return null;
  });
}
