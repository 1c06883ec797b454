import { UPLOADS_PATH } from '@pontual/contract/media/media.ts';
import { EVENTS_PATH } from '@pontual/contract/shared/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { withLogFields } from '../log/log-fields.ts';
import type { Metrics } from '../metrics.ts';

/** The client's connection determines the duration, so the metrics leave it out. */
const isConnectionBound = (route: string) =>
  route.endsWith(EVENTS_PATH) || route.includes(UPLOADS_PATH) || route.startsWith('/media/');

/** The request id is in every log line, so this must run before anything that may log. */
export function registerRequestLog(
  app: FastifyInstance,
  { log, metrics }: { log: Log; metrics: Pick<Metrics, 'recordRequest' | 'registerRoute'> },
): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/')) return;
    for (const one of [method].flat()) if (one !== 'HEAD') metrics.registerRoute(one, url);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    withLogFields({ requestId: request.id }, done);
  });
  // The body is read in socket events, which have no async context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    withLogFields({ requestId: request.id }, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route and not the path: the path of a link or of an OAuth callback contains a secret.
    const { method, routeOptions } = request;
    const { url: route = 'none' } = routeOptions;
    const { statusCode: status, elapsedTime: tookMs } = reply;
    metrics.recordRequest({
      method,
      route,
      status,
      tookMs: isConnectionBound(route) ? undefined : tookMs,
    });
    log.info({ requestId: request.id, method, route, status, tookMs }, 'answered');
  });
}
