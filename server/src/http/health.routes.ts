import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { hashToken } from '../ids.ts';
import type { MediaStorage } from '../media/storage/storage.ts';

/** Alive, ready, and what to measure. */
export function registerHealth(
  app: FastifyInstance,
  deps: {
    database: Database;
    storage: MediaStorage;
    metricsToken: string | undefined;
    isDraining(): boolean;
  },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const faults = await findFaults(deps);
    return reply
      .status(faults.length === 0 ? 200 : 503)
      .send({ ready: faults.length === 0, faults });
  });

  // Private: without a token set, there is no such page.
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const sent = request.headers.authorization ?? '';
    if (deps.metricsToken === undefined || !isSame(sent, `Bearer ${deps.metricsToken}`)) {
      return reply.callNotFound();
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** How long it takes tells nothing of either. */
const isSame = (one: string, other: string) => timingSafeEqual(hashToken(one), hashToken(other));

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
    if ((await pendingMigrations(deps.database.db)).length > 0) faults.push('migrations');
  } catch {
    faults.push('database');
  }
  await deps.storage.check().catch(() => faults.push('storage'));
  return faults;
}
