import { expect, test } from 'vitest';
import type { AuthenticatedSession } from './http/authentication.ts';
import { getRequestActor, runAsCaller } from './http/request-actor.ts';
import { systemClock } from './clock.ts';
import { createLog } from './log/log.ts';
import { startLoop } from './loop.ts';

test('a loop pass that a request wakes has no request actor', async () => {
  const log = createLog('silent');
  const actors: (string | undefined)[] = [];
  const loop = startLoop({ clock: systemClock, log, name: 'a loop' }, async () => {
    actors.push(getRequestActor()?.userId);
    return 60_000;
  });
  await expect.poll(() => actors).toHaveLength(1);
  const caller: AuthenticatedSession = {
    userId: 'a user',
    workspaceId: 'a workspace',
    role: 'owner',
    sessionId: 'a session',
  };
  await runAsCaller(caller, 'edit', async () => loop.wake());
  await expect.poll(() => actors).toHaveLength(2);
  await loop.close();
  expect(actors).toEqual([undefined, undefined]);
});
