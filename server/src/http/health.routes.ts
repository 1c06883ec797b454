import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import type { MediaStorage } from '../media/media.storage.ts';

/** Alive, ready, and what to measure. */
export function registerHealth(
  app: FastifyInstance,
  deps: { database: Database; storage: MediaStorage; isDraining(): boolean },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true, pid: process.pid }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const faults = await findFaults(deps);
    return reply
      .status(faults.length === 0 ? 200 : 503)
      .send({ ready: faults.length === 0, faults });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Private: for whoever asks from this machine itself, and not through a proxy on it.
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function findFaults(deps: Parameters<typeof registerHealth>[1]): Promise<string[]> {
  if (deps.isDraining()) return ['draining'];
  const faults: string[] = [];
  try {
    const beats = await sql<{ alive: boolean }>`
      select exists (select from worker_heartbeats
                     where seen_at > app_now() - interval '60 seconds') as alive`.execute(
      deps.database.db,
    );
    if (beats.rows[0]?.alive !== true) faults.push('worker');
  } catch {
    faults.push('database');
  }
  await deps.storage.check().catch(() => faults.push('storage'));
  return faults;
}
