import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Crew } from './crew.ts';
import type { PlannedFault } from './faults.ts';
import type { CrashPoint, DeathOrder } from './messages.ts';
import type { Owner } from './people.ts';
import { calls, isCommit, type Proxy } from './proxy.ts';
import type { Random } from './random.ts';
import type { Sandbox } from './sandbox.ts';
import { instantOf, type CampaignTime } from './time.ts';

/** So many workers must be left to work when another one is stopped. */
const LEFT_TO_WORK = 2;
/** As in main.ts. */
const CLOSING_MS = 25_000;
/** Starting, stopping and noticing it take the machine so long (real ms). */
const GRACE_MS = 2500;
/** How often the nemesis looks at its list (real ms). */
const LOOK_MS = 40;
/** Deaths are counted less often. */
const LOOKS_A_COUNT = 50;

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

type Of<K extends PlannedFault['kind']> = Extract<PlannedFault, { kind: K }>;

/** How each kind of fault is done to the processes; answers whether it was. */
function createStrikes({ time, crew, cluster, violation, exclusively }: NemesisDependencies) {
  const state = { slowestEndMs: 0 };
  return {
    state,
    async pause({ index, ms }: Of<'pause'>): Promise<boolean> {
      return crew.free() > LEFT_TO_WORK && crew.pause(index, ms / time.factor);
    },
    async terminate({ index }: Of<'terminate'>): Promise<boolean> {
      if (crew.free() <= LEFT_TO_WORK) return false;
      const tookMs = await crew.terminate(index);
      if (tookMs === undefined) return false;
      state.slowestEndMs = Math.max(state.slowestEndMs, tookMs * time.factor);
      if (tookMs > CLOSING_MS / time.factor + GRACE_MS) {
        violation(`F2: a worker took ${Math.round(tookMs)} real ms to end after SIGTERM`);
      }
      return true;
    },
    async database({ how }: Of<'database'>): Promise<boolean> {
      await exclusively(() => (how === 'restart' ? cluster.restart() : cluster.killPostmaster()));
      return true;
    },
    kill: async ({ index }: Of<'kill'>): Promise<boolean> => crew.free() > 1 && crew.kill(index),
    jump: async ({ index, ms }: Of<'jump'>): Promise<boolean> => crew.jump(index, ms),
  };
}

/** What was to happen and did not, since whoever had the order ended otherwise. */
function missing(planned: readonly DeathOrder[], happened: readonly DeathOrder[]): DeathOrder[] {
  const key = ({ point, type }: DeathOrder) => `${point} ${type}`;
  const left = new Map<string, number>();
  for (const crash of happened) left.set(key(crash), (left.get(key(crash)) ?? 0) + 1);
  return planned.filter((crash) => {
    const times = left.get(key(crash)) ?? 0;
    left.set(key(crash), times - 1);
    return times <= 0;
  });
}

const nameOf = (point: CrashPoint): string =>
  point === 'decoder' ? 'F1 kill -9 of a decoder' : 'F1 kill -9 at a point';

export type Nemesis = ReturnType<typeof startNemesis>;

/** Carries the planned faults out, each at its hour, until told to stop. */
export function startNemesis(deps: NemesisDependencies) {
  const { faults, time, crew, sandbox, proxies, random } = deps;
  const strikes = createStrikes(deps);
  const done = new Map<string, number>();
  const waitingDeaths: DeathOrder[] = [];
  const askedDeaths: DeathOrder[] = [];
  const background = new Set<Promise<unknown>>();
  const state = { isOver: false };

  const count = (name: string, times = 1) => void done.set(name, (done.get(name) ?? 0) + times);

  function beside(name: string, work: Promise<boolean>): void {
    const mine: Promise<unknown> = work
      .then((wasDone) => wasDone && count(name))
      .catch((error: unknown) => deps.violation(`the nemesis failed: ${String(error)}`))
      .finally(() => background.delete(mine));
    background.add(mine);
  }

  async function carryOut(fault: PlannedFault): Promise<void> {
    const { name } = fault;
    switch (fault.kind) {
      case 'sandbox': {
        const { step, fault: what, delayMs = 0 } = fault;
        const { username } = fault.username === undefined ? random.pick(deps.owners) : fault;
        count(name);
        const wish = { step, fault: what, delayMs };
        await sandbox.arm(username === undefined ? wish : { ...wish, username });
        return;
      }
      case 'cut': {
        const { what, when } = fault;
        if (what === 'commit') proxies.database.arm({ fits: isCommit, when, name });
        else proxies.instagram.arm({ fits: calls[what], when, name });
        return;
      }
      case 'death':
        askedDeaths.push(fault);
        return void waitingDeaths.push(fault);
      case 'kill':
        return beside(name, strikes.kill(fault));
      case 'terminate':
        return beside(name, strikes.terminate(fault));
      case 'pause':
        return beside(name, strikes.pause(fault));
      case 'jump':
        return beside(name, strikes.jump(fault));
      case 'database':
        return beside(name, strikes.database(fault));
    }
  }

  async function run(): Promise<void> {
    const left = [...faults];
    for (let look = 1; !state.isOver; look += 1) {
      while (left[0] !== undefined && left[0].atMs <= instantOf(time)) {
        const fault = left.shift();
        if (fault !== undefined) await carryOut(fault);
      }
      const next = waitingDeaths[0];
      if (next !== undefined && crew.orderDeath(next)) waitingDeaths.shift();
      if (waitingDeaths.length === 0 && look % LOOKS_A_COUNT === 0) {
        waitingDeaths.push(...missing(askedDeaths, [...crew.deaths(), ...crew.ordered()]));
      }
      await wait(LOOK_MS);
    }
  }
  const running = run();

  return {
    /** Ends what it does and takes back what met nobody; what it stopped goes on. */
    async stop(): Promise<void> {
      state.isOver = true;
      await running;
      proxies.database.disarm();
      proxies.instagram.disarm();
      for (const { step, fault } of await sandbox.disarm()) {
        const planned = faults.find(
          (each) => each.kind === 'sandbox' && each.step === step && each.fault === fault,
        );
        if (planned !== undefined) count(planned.name, -1);
      }
      while (background.size > 0) await Promise.all(background);
    },

    /** How often each kind happened. */
    tally(): Map<string, number> {
      const tally = new Map<string, number>([['F1 kill -9 at a point', 0], ...done]);
      const add = (name: string, times: number) => tally.set(name, (tally.get(name) ?? 0) + times);
      for (const { hits } of [proxies.database, proxies.instagram]) {
        for (const [name, times] of hits) add(name, times);
      }
      for (const { point } of crew.deaths()) add(nameOf(point), 1);
      return tally;
    },

    slowestEndMs: () => strikes.state.slowestEndMs,
  };
}
