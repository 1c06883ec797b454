import type { Services } from './services.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerHealth } from '../operations/health/health.routes.ts';

export function createWorkerApp(
  services: Pick<Services, 'platform' | 'media' | 'operations'>,
  options: { metricsToken: string | undefined; isDraining(): boolean },
): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  registerHealth(app, {
    ...services.platform,
    ...services.media,
    ...services.operations,
    ...options,
  });
  return app;
}
