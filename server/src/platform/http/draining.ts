import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type Draining = ReturnType<typeof createDraining>;

/**
 * Creates the draining state of a web process: /readyz reports it at once, and for `forMs` ms the process
 * still serves requests of proxies that have not noticed.
 */
export function createDraining(forMs: number) {
  let hasBegun = false;
  return {
    isDraining: () => hasBegun,
    /** Resolves after the drain time, when no proxy should send requests here any more. */
    async begin(): Promise<void> {
      hasBegun = true;
      if (forMs > 0) await pause(forMs);
    },
  };
}

/**
 * Closes each connection after its response while the process drains, so that the next request of a
 * keep-alive client reaches another process and none is cut off.
 */
export function endConnectionsWhile(app: FastifyInstance, isDraining: () => boolean): void {
  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping || isDraining()) reply.header('connection', 'close');
  });
}
