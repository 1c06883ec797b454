import { listLibrary, takeFromLibrary } from '@pontual/contract/library.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Library } from './library.service.ts';

export function registerLibraryRoutes(serving: Serving, { library }: { library: Library }): void {
  serve(serving, listLibrary, ({ query }, { workspaceId }) => library.list(workspaceId, query));

  serve(serving, takeFromLibrary, async ({ params }, { workspaceId }) => ({
    uploadId: await library.take(workspaceId, params.id),
  }));
}
