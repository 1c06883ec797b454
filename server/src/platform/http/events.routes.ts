import { EVENTS_PATH, type LiveEvent } from '@pontual/contract/shared/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { WakeUps } from '../wake-ups.ts';
import { AppError } from './app-error.ts';
import { hijack } from './hijack.ts';
import { bearerOf, authenticateRequest, type Authenticators } from './authentication.ts';
import { originOf } from './origin.ts';

/** Comments keep proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;
/** For one user in one process. The tabs of a browser share one stream, so these are many browsers. */
const STREAMS_PER_USER = 20;

/** Server-sent events: tells a workspace's open tabs what to fetch again. */
export function registerEvents(
  app: FastifyInstance,
  deps: { authenticators: Authenticators; wakeUps: WakeUps; clock: Clock },
): void {
  const openStreams = new Set<() => void>();
  /** The ends of each user's streams, the oldest first. */
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
    // Gone while we asked: its close has been and will not come again.
    if (raw.destroyed) return;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      // Ended, it leaves no open connection behind that a stopping process would wait for.
      connection: 'close',
    });
    raw.write(': ok\n\n');

    const stopListening = deps.wakeUps.listen((wakeUp) => {
      if (wakeUp.topic === 'work' || wakeUp.workspaceId !== workspaceId) return;
      const event: LiveEvent = { kind: wakeUp.topic };
      raw.write(`data: ${JSON.stringify(event)}\n\n`);
      // The news may be that this very session was ended from elsewhere.
      if (wakeUp.topic === 'account') void endIfSessionEnded();
    });
    const streams = streamsByUser.get(userId) ?? new Set<() => void>();
    let cancelKeepAlive = () => {};
    /** The stream may outlive neither the session nor its user's part in the workspace. */
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
    // The oldest ends: its browser may be gone, and one that is not reconnects.
    if (streams.size > STREAMS_PER_USER) [...streams][0]?.();
    raw.on('close', end);
  });
}
