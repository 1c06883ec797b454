import { EVENTS_PATH, type LiveEvent } from '@pontual/contract/events.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Nudges } from '../nudges.ts';
import { AppError } from './app-error.ts';
import { hijack } from './hijack.ts';
import { bearerOf, callerOf, type Doors } from './callers.ts';
import { originOf } from './origin.ts';

/** Comments keep proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;
/** For one user in one process. The tabs of a browser share one stream, so these are many browsers. */
const STREAMS_PER_USER = 20;

/** Server-sent events: tells a workspace's open tabs what to fetch again. */
export function registerEvents(
  app: FastifyInstance,
  deps: { doors: Doors; nudges: Nudges; clock: Clock },
): void {
  const open = new Set<() => void>();
  /** The ends of each user's streams, the oldest first. */
  const byUser = new Map<string, Set<() => void>>();
  app.addHook('preClose', async () => open.forEach((end) => end()));

  app.get(EVENTS_PATH, { schema: { hide: true } }, async (request, reply) => {
    const caller = await callerOf(request, deps.doors, { access: 'user', role: 'view' });
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

    const stopListening = deps.nudges.listen((nudge) => {
      if (nudge.topic === 'work' || nudge.workspaceId !== workspaceId) return;
      const event: LiveEvent = { kind: nudge.topic };
      raw.write(`data: ${JSON.stringify(event)}\n\n`);
      // The news may be that this very session was ended from elsewhere.
      if (nudge.topic === 'account') void endIfOver();
    });
    const streams = byUser.get(userId) ?? new Set<() => void>();
    let cancelKeepAlive = () => {};
    /** The stream may outlive neither the session nor its user's part in the workspace. */
    const endIfOver = async () => {
      const bearer = bearerOf(request) ?? '';
      const stillThere = await deps.doors
        .authenticate(bearer, originOf(request), workspaceId)
        .catch(() => undefined);
      if (raw.destroyed || stillThere === undefined) end();
    };
    const keepAlive = async () => {
      await endIfOver();
      if (!open.has(end)) return;
      raw.write(': \n\n');
      cancelKeepAlive = deps.clock.after(KEEP_ALIVE_MS, () => void keepAlive());
    };
    cancelKeepAlive = deps.clock.after(KEEP_ALIVE_MS, () => void keepAlive());

    function end(): void {
      open.delete(end);
      streams.delete(end);
      if (streams.size === 0 && byUser.get(userId) === streams) byUser.delete(userId);
      stopListening();
      cancelKeepAlive();
      raw.end();
    }
    open.add(end);
    byUser.set(userId, streams.add(end));
    // The oldest ends: its browser may be gone, and one that is not reconnects.
    if (streams.size > STREAMS_PER_USER) [...streams][0]?.();
    raw.on('close', end);
  });
}
