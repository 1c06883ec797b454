import type { FastifyInstance } from 'fastify';
import { isSameSecret } from '../../platform/ids.ts';
import type { Scrape } from '../metrics/scrape.ts';
import { findFaults, findWebFaults, type Readiness } from './readiness.ts';

export function registerHealth(
  app: FastifyInstance,
  deps: Readiness & { scrape: Scrape; metricsToken: string | undefined },
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }));

  // A proxy requests `?for=web`: it must keep serving the pages that show what does not work.
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const isForWeb = new URL(request.url, 'http://local').searchParams.get('for') === 'web';
    const faults = await (isForWeb ? findWebFaults(deps) : findFaults(deps));
    return reply
      .status(faults.length === 0 ? 200 : 503)
      .send({ ready: faults.length === 0, faults });
  });

  // Without METRICS_TOKEN the endpoint does not exist.
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const sent = request.headers.authorization ?? '';
    if (deps.metricsToken === undefined || !isSameSecret(sent, `Bearer ${deps.metricsToken}`)) {
      return reply.callNotFound();
    }
    return reply.type(deps.scrape.contentType).send(await deps.scrape.text());
  });
}
