import { setTimeout as wait } from 'node:timers/promises';
import { again } from './again.ts';
import type { Owner, People } from './people.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;

/** F13: owners whose tokens were revoked notice it after a while, and authorise again. */
export function keepConnected(deps: {
  people: People;
  owners: readonly Owner[];
  random: Random;
  pass(ms: number): Promise<void>;
}) {
  const { people, random, pass } = deps;
  const noticed = new Set<string>();
  const state = { isOver: false };

  async function reconnect(owner: Owner): Promise<void> {
    await pass(random.int(1, 10) * MINUTE);
    await again(() => people.reconnect(owner));
    noticed.delete(owner.workspaceId);
  }

  async function run(): Promise<void> {
    while (!state.isOver) {
      const heldUp = await people.heldUp().catch(() => []);
      for (const workspaceId of heldUp) {
        const owner = deps.owners.find((each) => each.workspaceId === workspaceId);
        if (owner === undefined || noticed.has(workspaceId)) continue;
        noticed.add(workspaceId);
        void reconnect(owner).catch(() => noticed.delete(workspaceId));
      }
      await wait(500);
    }
  }
  const running = run();
  return {
    async stop(): Promise<void> {
      state.isOver = true;
      await running;
    },
  };
}
