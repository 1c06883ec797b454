import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { ProcessGroup } from './process-group.ts';
import { PAUSE_AT_POINT, type PlannedFault } from './faults.ts';
import type { CrashPoint, DeathOrder } from './messages.ts';
import type { Owner } from './users.ts';
import { calls, isCommit, type Proxy } from './proxy.ts';
import type { Random } from './random.ts';
import type { Sandbox } from './sandbox.ts';
import { toCampaignTime, type CampaignTime } from './time.ts';

const MIN_RUNNING_WORKERS = 2;
/** The value of main.ts, in ms. */
const CLOSING_MS = 25_000;
/** Time that the machine takes for starting and stopping a process and for detecting it, in real ms. */
const GRACE_MS = 2500;
const POLL_MS = 40;
const POLLS_PER_COUNT = 50;

export interface NemesisDependencies {
  faults: readonly PlannedFault[];
  time: CampaignTime;
  processGroup: ProcessGroup;
  cluster: Cluster;
  sandbox: Sandbox;
  proxies: { database: Proxy; instagram: Proxy };
  owners: readonly Owner[];
  random: Random;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  reportViolation(text: string): void;
}

type FaultOf<K extends PlannedFault['kind']> = Extract<PlannedFault, { kind: K }>;

function createProcessFaults({
  time,
  processGroup,
  cluster,
  reportViolation,
  exclusively,
}: NemesisDependencies) {
  const state = { slowestEndMs: 0 };
  return {
    state,
    async pause({ index, ms }: FaultOf<'pause'>): Promise<boolean> {
      return (
        processGroup.countAvailable() > MIN_RUNNING_WORKERS &&
        processGroup.pauseProcess(index, ms / time.factor)
      );
    },
    pauseAtPoint: ({ index, point, ms }: FaultOf<'pauseAtPoint'>): boolean =>
      processGroup.orderPause(index, { point, ms: ms / time.factor }, MIN_RUNNING_WORKERS),
    async terminate({ index }: FaultOf<'terminate'>): Promise<boolean> {
      if (processGroup.countAvailable() <= MIN_RUNNING_WORKERS) return false;
      const tookMs = await processGroup.terminate(index);
      if (tookMs === undefined) return false;
      state.slowestEndMs = Math.max(state.slowestEndMs, tookMs * time.factor);
      if (tookMs > CLOSING_MS / time.factor + GRACE_MS) {
        reportViolation(`F2: a worker took ${Math.round(tookMs)} real ms to end after SIGTERM`);
      }
      return true;
    },
    async database({ how }: FaultOf<'database'>): Promise<boolean> {
      await exclusively(() => (how === 'restart' ? cluster.restart() : cluster.killPostmaster()));
      return true;
    },
    kill: async ({ index }: FaultOf<'kill'>): Promise<boolean> =>
      processGroup.countAvailable() > 1 && processGroup.kill(index),
    jump: async ({ index, ms }: FaultOf<'jump'>): Promise<boolean> =>
      processGroup.jumpClock(index, ms),
  };
}

function findMissingDeaths(
  planned: readonly DeathOrder[],
  happened: readonly DeathOrder[],
): DeathOrder[] {
  const key = ({ point, type }: DeathOrder) => `${point} ${type}`;
  const remaining = new Map<string, number>();
  for (const crash of happened) remaining.set(key(crash), (remaining.get(key(crash)) ?? 0) + 1);
  return planned.filter((crash) => {
    const times = remaining.get(key(crash)) ?? 0;
    remaining.set(key(crash), times - 1);
    return times <= 0;
  });
}

const getFaultName = (point: CrashPoint): string =>
  point === 'decoder' ? 'F1 kill -9 of a decoder' : 'F1 kill -9 at a point';

export type Nemesis = ReturnType<typeof startNemesis>;

export function startNemesis(deps: NemesisDependencies) {
  const { faults, time, processGroup, sandbox, proxies, random } = deps;
  const processFaults = createProcessFaults(deps);
  const counts = new Map<string, number>();
  const pendingDeaths: DeathOrder[] = [];
  const requestedDeaths: DeathOrder[] = [];
  const pendingPauses: FaultOf<'pauseAtPoint'>[] = [];
  const background = new Set<Promise<unknown>>();
  const state = { isOver: false };

  const count = (name: string, times = 1) => void counts.set(name, (counts.get(name) ?? 0) + times);

  function runInBackground(name: string, work: Promise<boolean>): void {
    const task: Promise<unknown> = work
      .then((hasHappened) => hasHappened && count(name))
      .catch((error: unknown) => deps.reportViolation(`the nemesis failed: ${String(error)}`))
      .finally(() => background.delete(task));
    background.add(task);
  }

  async function injectFault(fault: PlannedFault): Promise<void> {
    const { name } = fault;
    switch (fault.kind) {
      case 'sandbox': {
        const { step, fault: what, delayMs = 0 } = fault;
        const { username } = fault.username === undefined ? random.pick(deps.owners) : fault;
        count(name);
        const request = { step, fault: what, delayMs };
        await sandbox.arm(username === undefined ? request : { ...request, username });
        return;
      }
      case 'cut': {
        const { callKind, when } = fault;
        if (callKind === 'commit') proxies.database.arm({ matches: isCommit, when, name });
        else proxies.instagram.arm({ matches: calls[callKind], when, name });
        return;
      }
      case 'death':
        requestedDeaths.push(fault);
        return void pendingDeaths.push(fault);
      case 'pauseAtPoint':
        return void pendingPauses.push(fault);
      case 'kill':
        return runInBackground(name, processFaults.kill(fault));
      case 'terminate':
        return runInBackground(name, processFaults.terminate(fault));
      case 'pause':
        return runInBackground(name, processFaults.pause(fault));
      case 'jump':
        return runInBackground(name, processFaults.jump(fault));
      case 'database':
        return runInBackground(name, processFaults.database(fault));
    }
  }

  async function run(): Promise<void> {
    const remaining = [...faults];
    for (let poll = 1; !state.isOver; poll += 1) {
      while (remaining[0] !== undefined && remaining[0].atMs <= toCampaignTime(time)) {
        const fault = remaining.shift();
        if (fault !== undefined) await injectFault(fault);
      }
      const next = pendingDeaths[0];
      if (next !== undefined && processGroup.orderDeath(next)) pendingDeaths.shift();
      const pause = pendingPauses[0];
      if (pause !== undefined && processFaults.pauseAtPoint(pause)) pendingPauses.shift();
      if (pendingDeaths.length === 0 && poll % POLLS_PER_COUNT === 0) {
        pendingDeaths.push(
          ...findMissingDeaths(requestedDeaths, [
            ...processGroup.deaths(),
            ...processGroup.listOrderedDeaths(),
          ]),
        );
      }
      await wait(POLL_MS);
    }
  }
  const running = run();

  return {
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

    countFaults(): Map<string, number> {
      const tally = new Map<string, number>([['F1 kill -9 at a point', 0], ...counts]);
      const add = (name: string, times: number) => tally.set(name, (tally.get(name) ?? 0) + times);
      for (const { hits } of [proxies.database, proxies.instagram]) {
        for (const [name, times] of hits) add(name, times);
      }
      for (const { point } of processGroup.deaths()) add(getFaultName(point), 1);
      add(PAUSE_AT_POINT, processGroup.pausesAtPoints());
      return tally;
    },

    slowestEndMs: () => processFaults.state.slowestEndMs,
  };
}
