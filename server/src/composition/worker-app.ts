import Fastify, { type FastifyInstance } from 'fastify';
import { registerHealth } from '../operations/health/health.routes.ts';

/** What a process without the application answers: whether it lives, is ready, and its figures. */
export function createWorkerApp(deps: Parameters<typeof registerHealth>[1]): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  registerHealth(app, deps);
  return app;
}
