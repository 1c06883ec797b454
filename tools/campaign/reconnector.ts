import { setTimeout as wait } from 'node:timers/promises';
import { retry } from './retry.ts';
import type { Owner, Users } from './users.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;

export type Reconnector = ReturnType<typeof startReconnector>;

/** F13: owners whose tokens were revoked discover that after a while and authorize again. */
export function startReconnector(deps: {
  users: Users;
  owners: readonly Owner[];
  random: Random;
  sleep(ms: number): Promise<void>;
}) {
  const { users, random, sleep } = deps;
  const pendingReconnects = new Set<string>();
  const state = { isOver: false };

  async function reconnect(owner: Owner): Promise<void> {
    await sleep(random.int(1, 10) * MINUTE);
    await retry(() => users.reconnect(owner));
    pendingReconnects.delete(owner.workspaceId);
  }

  async function run(): Promise<void> {
    while (!state.isOver) {
      const needingReconnect = await users.listNeedingReconnect().catch(() => []);
      for (const workspaceId of needingReconnect) {
        const owner = deps.owners.find((each) => each.workspaceId === workspaceId);
        if (owner === undefined || pendingReconnects.has(workspaceId)) continue;
        pendingReconnects.add(workspaceId);
        void reconnect(owner).catch(() => pendingReconnects.delete(workspaceId));
      }
      await wait(500);
    }
  }
  const running = run();
  return {
    /** Their posts go on as soon as their owners have authorized again. */
    hasPendingReconnects: (): boolean => pendingReconnects.size > 0,

    async stop(): Promise<void> {
      state.isOver = true;
      await running;
    },
  };
}
