import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type Draining = ReturnType<typeof createDraining>;

/**
 * How a web process leaves: at once it says at /readyz that it does, and for `forMs` it goes on serving
 * whoever has not heard it yet.
 */
export function createDraining(forMs: number) {
  let hasBegun = false;
  return {
    isDraining: () => hasBegun,
    /** Ends when nobody should be sent here any more. */
    async begin(): Promise<void> {
      hasBegun = true;
      if (forMs > 0) await pause(forMs);
    },
  };
}

/**
 * Whoever has a connection that stays open comes back on it: while we leave, every answer ends its
 * connection, so that the next request finds another process, and none is cut off on its way here.
 */
export function endConnectionsWhile(app: FastifyInstance, isDraining: () => boolean): void {
  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping || isDraining()) reply.header('connection', 'close');
  });
}
