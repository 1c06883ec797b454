import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { AppError } from './app-error.ts';
import { networkOf } from './network-of.ts';

export interface ConnectionLimits {
  /** Requests on further connections get 503, except health checks. */
  all: number;
  /** Further connections that are accepted for health checks while the process is full. */
  spare: number;
  /** Without a trusted proxy; a further connection is closed at once. */
  perAddress: number;
  /** An address that fills the process gets no spare connection. */
  perAddressWhenFull: number;
  spareMs: number;
  headersMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  all: 8_000,
  spare: 200,
  perAddress: 1_000,
  perAddressWhenFull: 10,
  spareMs: 3_000,
  headersMs: 15_000,
};

/** A supervisor kills a process that does not answer its health checks. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export function limitConnections(
  app: FastifyInstance,
  deps: { limits: ConnectionLimits; isBehindProxy: boolean; clock: Pick<Clock, 'after'> },
): void {
  const { limits, isBehindProxy, clock } = deps;
  const { server } = app;
  const perAddress = new Map<string, number>();
  const spareSockets = new WeakSet<Socket>();
  let openCount = 0;
  server.maxConnections = limits.all + limits.spare;

  server.on('connection', (socket: Socket) => {
    const isFull = openCount >= limits.all;
    const network = networkOf(socket.remoteAddress ?? '');
    const networkCount = perAddress.get(network) ?? 0;
    if (
      !isBehindProxy &&
      networkCount >= (isFull ? limits.perAddressWhenFull : limits.perAddress)
    ) {
      socket.destroy();
      return;
    }
    perAddress.set(network, networkCount + 1);
    openCount += 1;
    let cancel = () => {};
    if (isFull) {
      spareSockets.add(socket);
      cancel = clock.after(limits.spareMs, () => socket.destroy());
    }
    socket.once('close', () => {
      cancel();
      openCount -= 1;
      const left = (perAddress.get(network) ?? 1) - 1;
      if (left === 0) perAddress.delete(network);
      else perAddress.set(network, left);
    });
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!spareSockets.has(request.raw.socket)) return;
    reply.header('connection', 'close');
    if (!HEALTH_CHECKS.has(request.routeOptions.url ?? '')) throw new AppError('SERVER_FULL');
  });
}
