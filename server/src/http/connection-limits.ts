import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { AppError } from './app-error.ts';
import { networkOf } from './network-of.ts';

/** How many connections a process holds. */
export interface ConnectionLimits {
  /** What comes above is answered 503, but for what a supervisor asks. */
  all: number;
  /** Kept free beyond that, so that a supervisor is answered while all are held. */
  spare: number;
  /** From one address, where no proxy stands before us: one more is closed at once. */
  perAddress: number;
  /** The same while all are held: whoever holds them takes none of the spare ones. */
  perAddressWhenFull: number;
  /** A connection in a spare place must have asked by then. */
  spareMs: number;
  /** Headers come at once: a connection on which they take longer is ended. */
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

/** Asked by supervisors: who ends a process that does not answer must be answered. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Refuses what comes above the limits, and goes on answering supervisors. */
export function limitConnections(
  app: FastifyInstance,
  deps: { limits: ConnectionLimits; isBehindProxy: boolean; clock: Pick<Clock, 'after'> },
): void {
  const { limits, isBehindProxy, clock } = deps;
  const { server } = app;
  const perAddress = new Map<string, number>();
  const inSparePlace = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = limits.all + limits.spare;

  server.on('connection', (socket: Socket) => {
    const isFull = open >= limits.all;
    const network = networkOf(socket.remoteAddress ?? '');
    const ofNetwork = perAddress.get(network) ?? 0;
    if (!isBehindProxy && ofNetwork >= (isFull ? limits.perAddressWhenFull : limits.perAddress)) {
      socket.destroy();
      return;
    }
    perAddress.set(network, ofNetwork + 1);
    open += 1;
    let cancel = () => {};
    if (isFull) {
      inSparePlace.add(socket);
      cancel = clock.after(limits.spareMs, () => socket.destroy());
    }
    socket.once('close', () => {
      cancel();
      open -= 1;
      const left = (perAddress.get(network) ?? 1) - 1;
      if (left === 0) perAddress.delete(network);
      else perAddress.set(network, left);
    });
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!inSparePlace.has(request.raw.socket)) return;
    reply.header('connection', 'close');
    if (!ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')) throw new AppError('SERVER_FULL');
  });
}
