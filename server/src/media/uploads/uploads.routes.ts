import { UPLOADS_PATH } from '@pontual/contract/media/media.ts';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { markAsUpload } from '../../platform/http/body-limits.ts';
import { hijack } from '../../platform/http/hijack.ts';
import { authenticateRequest, type Authenticators } from '../../platform/http/authentication.ts';
import { workspaceOf, type Uploads } from './uploads.ts';

/** Other callers than the owner get 404. */
export async function registerUploads(
  app: FastifyInstance,
  deps: { uploads: Uploads; authenticators: Authenticators },
): Promise<void> {
  const { uploads, authenticators } = deps;
  await app.register(async (scope) => {
    // The tus server reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const workspaces = new WeakMap<FastifyRequest, string>();
    scope.addHook<{ Params: { id?: string } }>('onRequest', async (request) => {
      const caller = await authenticateRequest(request, authenticators, {
        access: 'user',
        scope: 'posts:write',
        role: 'edit',
      });
      if (caller === undefined) throw new AppError('UNAUTHENTICATED');
      const { id } = request.params;
      if (id !== undefined && workspaceOf(id) !== caller.workspaceId) {
        throw new AppError('NOT_FOUND');
      }
      workspaces.set(request, caller.workspaceId);
      markAsUpload(request.raw, caller.userId);
    });
    const schema = { hide: true };
    const url = `${UPLOADS_PATH}/:id`;
    const handler: RouteHandlerMethod = async (request, reply) => {
      // The onRequest hook has refused unauthenticated requests.
      await uploads.handle(workspaces.get(request) ?? '', request.raw, hijack(reply));
    };
    scope.route({ method: 'POST', url: UPLOADS_PATH, schema, handler });
    scope.route({ method: ['PATCH', 'DELETE'], url, schema, handler });
    scope.head<{ Params: { id: string } }>(url, { schema }, async (request, reply) => {
      const bytes = await uploads.finishedUploadSize(request.params.id);
      if (bytes === undefined) return handler.call(scope, request, reply);
      // A client that lost the last response learns that the upload is complete.
      const all = { 'upload-offset': bytes, 'upload-length': bytes };
      return reply.headers({ 'tus-resumable': '1.0.0', ...all }).send();
    });
  });
}
