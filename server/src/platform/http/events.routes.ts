import { EVENTS_PATH, type LiveEvent } from '@pontual/contract/shared/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { WakeUps } from '../wake-ups.ts';
import { AppError } from './app-error.ts';
import { hijack } from './hijack.ts';
import { bearerOf, authenticateRequest, type Authenticators } from './authentication.ts';
import { originOf } from './origin.ts';

/** Comments prevent proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;
/** Per user and process. The tabs of a browser share one stream. */
const STREAMS_PER_USER = 20;

export function registerEvents(
  app: FastifyInstance,
  deps: { authenticators: Authenticators; wakeUps: WakeUps; clock: Clock },
): void {
  const openStreams = new Set<() => void>();
  const streamsByUser = new Map<string, Set<() => void>>();
  app.addHook('preClose', async () => openStreams.forEach((end) => end()));

  app.get(EVENTS_PATH, { schema: { hide: true } }, async (request, reply) => {
    const caller = await authenticateRequest(request, deps.authenticators, {
      access: 'user',
      role: 'view',
    });
    if (caller === undefined) throw new AppError('UNAUTHENTICATED');
    const { userId, workspaceId } = caller;
    const raw = hijack(reply);
    // The client disconnected during authentication, so its `close` event does not come again.
    if (raw.destroyed) return;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      // A stream that ends must not leave an open connection for which a stopping process would wait.
      connection: 'close',
    });
    raw.write(': ok\n\n');

    const stopListening = deps.wakeUps.listen((wakeUp) => {
      if (wakeUp.topic === 'work' || wakeUp.workspaceId !== workspaceId) return;
      const event: LiveEvent = { kind: wakeUp.topic };
      raw.write(`data: ${JSON.stringify(event)}\n\n`);
      if (wakeUp.topic === 'account') void endIfSessionEnded();
    });
    const streams = streamsByUser.get(userId) ?? new Set<() => void>();
    let cancelKeepAlive = () => {};
    /** The stream must end with the session and with the user's membership of the workspace. */
    const endIfSessionEnded = async () => {
      const bearer = bearerOf(request) ?? '';
      const session = await deps.authenticators
        .authenticate(bearer, originOf(request), workspaceId)
        .catch(() => undefined);
      if (raw.destroyed || session === undefined) end();
    };
    const keepAlive = async () => {
      await endIfSessionEnded();
      if (!openStreams.has(end)) return;
      raw.write(': \n\n');
      cancelKeepAlive = deps.clock.after(KEEP_ALIVE_MS, () => void keepAlive());
    };
    cancelKeepAlive = deps.clock.after(KEEP_ALIVE_MS, () => void keepAlive());

    function end(): void {
      openStreams.delete(end);
      streams.delete(end);
      if (streams.size === 0 && streamsByUser.get(userId) === streams) streamsByUser.delete(userId);
      stopListening();
      cancelKeepAlive();
      raw.end();
    }
    openStreams.add(end);
    streamsByUser.set(userId, streams.add(end));
    // The browser of the oldest stream may be gone; one that is not gone reconnects.
    if (streams.size > STREAMS_PER_USER) [...streams][0]?.();
    raw.on('close', end);
  });
}
