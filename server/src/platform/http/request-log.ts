import { UPLOADS_PATH } from '@pontual/contract/media/media.ts';
import { EVENTS_PATH } from '@pontual/contract/shared/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { withLogFields } from '../log/log-fields.ts';
import type { Metrics } from '../metrics.ts';

/** Of a stream that stays open, or is as slow as the visitor's line, the time says nothing of us. */
const isConnectionBound = (route: string) =>
  route.endsWith(EVENTS_PATH) || route.includes(UPLOADS_PATH) || route.startsWith('/media/');

/**
 * Counts every answer, and gives each request an id: it stands in the answer's `x-request-id` and in
 * every line that is logged for it. Registered before all that may log.
 */
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
  // A body is read in events of its connection, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    withLogFields({ requestId: request.id }, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    // Not the address itself: that of a link or of a return holds what opens something.
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
