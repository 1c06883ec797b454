import { exportData } from '@pontual/contract/identity/user.ts';
import type { FastifyInstance } from 'fastify';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { ExportLink } from './links.ts';
import type { DataExport } from './export.service.ts';

export function registerExportRoutes(
  serving: ApiRouter,
  { dataExport, throttle }: { dataExport: DataExport; throttle: Throttle },
): void {
  serve(serving, exportData, ({ body }, caller, { request }) => {
    const attempt = {
      what: 'prove-password',
      account: caller.userId,
      address: request.ip,
    } as const;
    return throttle.attempt(attempt, () => dataExport.requestLink(caller, body.password));
  });
}

/** The browser saves the response directly: a page would have to hold the whole archive in memory. */
export function registerExportDownload(app: FastifyInstance, dataExport: DataExport): void {
  app.addHook('preClose', async () => dataExport.abortAll());

  app.get<{ Params: ExportLink & Record<string, string> }>(
    '/export/:sessionId/:expires/:signature',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      const { name, stream } = await dataExport.download(request.params);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('x-content-type-options', 'nosniff')
        .send(stream);
    },
  );
}
