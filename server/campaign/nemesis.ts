import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Crew } from './crew.ts';
import type { PlannedFault } from './faults.ts';
import type { Owner } from './people.ts';
import { calls, isCommit, type Proxy } from './proxy.ts';
import type { Random } from './random.ts';
import type { Sandbox } from './sandbox.ts';
import { instantOf, type CampaignTime } from './time.ts';

/** Orders that nobody could take yet wait; one of two workers must be left to work. */
const LEFT_TO_WORK = 2;
/** As in main.ts. */
const CLOSING_MS = 25_000;
/** Starting, stopping and noticing it take the machine so long (real ms). */
const GRACE_MS = 2500;

export interface NemesisDependencies {
  faults: readonly PlannedFault[];
  time: CampaignTime;
  crew: Crew;
  cluster: Cluster;
  sandbox: Sandbox;
  proxies: { database: Proxy; instagram: Proxy };
  owners: readonly Owner[];
  random: Random;
  /** One at a time may lay hands on the cluster. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  violation(text: string): void;
}

export type Nemesis = ReturnType<typeof startNemesis>;

/** Carries the planned faults out, each at its hour, until told to stop. */
export function startNemesis(deps: NemesisDependencies) {
  const { faults, time, crew, cluster, sandbox, proxies, random } = deps;
  const done = new Map<string, number>();
  const waitingDeaths: Extract<PlannedFault, { kind: 'death' }>[] = [];
  const background = new Set<Promise<unknown>>();
  let isOver = false;
  let slowestEnd = 0;

  const count = (name: string) => void done.set(name, (done.get(name) ?? 0) + 1);
  const beside = (work: Promise<unknown>) => {
    const mine: Promise<unknown> = work
      .catch((error: unknown) => deps.violation(`the nemesis failed: ${String(error)}`))
      .finally(() => background.delete(mine));
    background.add(mine);
  };

  async function pause(name: string, index: number, ms: number): Promise<void> {
    if (crew.free() <= LEFT_TO_WORK) return;
    if (await crew.pause(index, ms / time.factor)) count(name);
  }

  async function terminate(name: string, index: number): Promise<void> {
    const tookMs = await crew.terminate(index);
    if (tookMs === undefined) return;
    count(name);
    slowestEnd = Math.max(slowestEnd, tookMs * time.factor);
    if (tookMs > CLOSING_MS / time.factor + GRACE_MS) {
      deps.violation(`F2: a worker took ${Math.round(tookMs)} real ms to end after SIGTERM`);
    }
  }

  async function strikeDatabase(name: string, how: 'restart' | 'kill'): Promise<void> {
    await deps.exclusively(() =>
      how === 'restart' ? cluster.restart() : cluster.killPostmaster(),
    );
    count(name);
  }

  async function carryOut(fault: PlannedFault): Promise<void> {
    switch (fault.kind) {
      case 'sandbox': {
        const { step, fault: what, delayMs = 0 } = fault;
        const { username } = random.pick(deps.owners);
        count(fault.name);
        await sandbox.arm({ step, fault: what, delayMs, username });
        return;
      }
      case 'cut': {
        const { what, when, name } = fault;
        const [proxy, fits] =
          what === 'commit' ? [proxies.database, isCommit] : [proxies.instagram, calls[what]];
        proxy.arm({ fits, when, name });
        return;
      }
      case 'death':
        waitingDeaths.push(fault);
        return;
      case 'kill':
        if (crew.free() > 1 && crew.kill(fault.index)) count(fault.name);
        return;
      case 'terminate':
        if (crew.free() > LEFT_TO_WORK) beside(terminate(fault.name, fault.index));
        return;
      case 'pause':
        beside(pause(fault.name, fault.index, fault.ms));
        return;
      case 'jump':
        if (crew.jump(fault.index, fault.ms)) count(fault.name);
        return;
      case 'database':
        beside(strikeDatabase(fault.name, fault.how));
    }
  }

  async function run(): Promise<void> {
    const left = [...faults];
    while (!isOver) {
      while (left[0] !== undefined && left[0].atMs <= instantOf(time)) {
        const fault = left.shift();
        if (fault !== undefined) await carryOut(fault);
      }
      const next = waitingDeaths[0];
      if (next !== undefined && crew.orderDeath(next.point, next.type)) waitingDeaths.shift();
      await wait(40);
    }
  }
  const running = run();

  return {
    /** Ends what it does; what it stopped goes on. */
    async stop(): Promise<void> {
      isOver = true;
      await running;
      proxies.database.disarm();
      proxies.instagram.disarm();
      while (background.size > 0) await Promise.all(background);
    },

    /** How often each kind happened; what was armed and met nobody is taken off. */
    async tally(): Promise<Map<string, number>> {
      const tally = new Map(done);
      const names = new Map(
        faults.flatMap((fault) =>
          fault.kind === 'sandbox' ? [[`${fault.step} ${fault.fault}`, fault.name] as const] : [],
        ),
      );
      for (const { step, fault } of await sandbox.armed()) {
        const name = names.get(`${step} ${fault}`);
        if (name !== undefined) tally.set(name, (tally.get(name) ?? 0) - 1);
      }
      for (const { hits } of [proxies.database, proxies.instagram]) {
        for (const [name, times] of hits) tally.set(name, (tally.get(name) ?? 0) + times);
      }
      const deaths = crew.deaths().length;
      if (deaths > 0) tally.set('F1 kill -9 at a point', deaths);
      return tally;
    },

    slowestEndMs: () => slowestEnd,
  };
}
