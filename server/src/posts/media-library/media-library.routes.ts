import {
  listMediaLibrary,
  createUploadFromLibrary,
} from '@pontual/contract/posts/media-library.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { MediaLibrary } from './media-library.service.ts';

export function registerMediaLibraryRoutes(
  router: ApiRouter,
  { mediaLibrary }: { mediaLibrary: MediaLibrary },
): void {
  serve(router, listMediaLibrary, ({ query }, { workspaceId }) =>
    mediaLibrary.list(workspaceId, query),
  );

  serve(router, createUploadFromLibrary, async ({ params }, { workspaceId }) => ({
    uploadId: await mediaLibrary.copyToUpload(workspaceId, params.id),
  }));
}
