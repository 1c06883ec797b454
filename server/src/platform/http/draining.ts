import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type Draining = ReturnType<typeof createDraining>;

/** For `forMs` ms the process still serves proxies that have not noticed the drain. */
export function createDraining(forMs: number) {
  let hasBegun = false;
  return {
    isDraining: () => hasBegun,
    async begin(): Promise<void> {
      hasBegun = true;
      if (forMs > 0) await pause(forMs);
    },
  };
}

/** The next request of a keep-alive client reaches another process, so none is cut off. */
export function endConnectionsWhile(app: FastifyInstance, isDraining: () => boolean): void {
  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping || isDraining()) reply.header('connection', 'close');
  });
}
