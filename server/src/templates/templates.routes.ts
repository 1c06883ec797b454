import {
  createTemplate,
  deleteTemplate,
  listCustomTemplates,
  listTemplates,
  updateTemplate,
} from '@pontual/contract/templates.ts';
import { serve, serveWritten, type Serving } from '../http/serve.ts';
import type { Templates } from './templates.service.ts';

export function registerTemplatesRoutes(
  serving: Serving,
  { templates }: { templates: Templates },
): void {
  serveWritten(serving, listTemplates, ({ query }, { workspaceId }) =>
    templates.library(workspaceId, query),
  );

  serve(serving, listCustomTemplates, async (_request, { workspaceId }) => ({
    templates: await templates.own(workspaceId),
  }));

  serve(serving, createTemplate, async ({ body }, { workspaceId }) => ({
    template: await templates.create(workspaceId, body),
  }));

  serve(serving, updateTemplate, async ({ params, body }, { workspaceId }) => ({
    template: await templates.update(workspaceId, params.id, body),
  }));

  serve(serving, deleteTemplate, async ({ params }, { workspaceId }) => {
    await templates.delete(workspaceId, params.id);
    return null;
  });
}
