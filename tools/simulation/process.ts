import type { Clock } from '@pontual/server/platform/clock.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { SeededRandom } from './random.ts';
import type { VirtualTime } from './time.ts';

/** What befalls a process, and where. */
export interface PlannedFailure {
  /** A point of the protocol, or the first query: before it is made, or after it was answered. */
  point: ProtocolPoint | 'before-query' | 'after-query';
  kind: 'kill' | 'pause' | 'sleep' | 'lost-connection';
  /** Passed so often before it strikes. */
  skip: number;
}

export type SimulatedProcess = ReturnType<typeof createProcess>;

/** The database did not answer: the one failure of it that the engine is to live with. */
export class LostConnection extends Error {}

/** A promise that is never kept: what comes after it never happens. */
export const neverResolves = <T>() => new Promise<T>(() => undefined);

/**
 * A process that can die and be stopped: its timers, its database and its network all pass through
 * its gate.
 */
export function createProcess(time: VirtualTime, random: SeededRandom, onDeath: () => void) {
  let isDead = false;
  let pausedUntil = 0;
  let resumeCallbacks: (() => void)[] = [];
  let sleptMs = 0;
  let pendingFailure: PlannedFailure | undefined;
  let onFailure: (doom: PlannedFailure) => void = () => undefined;

  function kill(): void {
    if (isDead) return;
    isDead = true;
    resumeCallbacks = [];
    onDeath();
  }

  const isPaused = () => pausedUntil > time.now();

  /** Stopped as by SIGSTOP, or with the whole machine: then the monotonic clock stands still too. */
  function pause(isAsleep: boolean): void {
    if (isPaused()) return;
    const ms = random.int(61_000, 150_000);
    pausedUntil = time.now() + ms;
    time.at(pausedUntil, () => {
      if (isAsleep) sleptMs += ms;
      const waiting = resumeCallbacks;
      resumeCallbacks = [];
      for (const resume of waiting) resume();
    });
  }

  /** Keeps whoever comes while the process is stopped, and for ever once it is dead. */
  async function gate(): Promise<void> {
    if (!isDead && isPaused()) {
      await new Promise<void>((resolve) => resumeCallbacks.push(resolve));
      return gate();
    }
    if (isDead) await neverResolves();
  }

  function takeFailure(where: PlannedFailure['point']): PlannedFailure | undefined {
    if (pendingFailure?.point !== where) return undefined;
    if (pendingFailure.skip > 0) {
      pendingFailure.skip -= 1;
      return undefined;
    }
    const failure = pendingFailure;
    pendingFailure = undefined;
    onFailure(failure);
    if (failure.kind === 'kill') kill();
    return failure;
  }

  /** A timer of this process: it does not fire while the process is stopped. */
  function fire(act: () => void): void {
    if (isDead) return;
    if (isPaused()) resumeCallbacks.push(act);
    else act();
  }

  let wallOffsetMs = 0;
  const clock: Clock & { jump(ms: number): void } = {
    now: () => new Date(time.now() + wallOffsetMs),
    monotonicMs: () => time.now() - sleptMs,
    after: (ms, act) => time.after(ms, () => fire(act)),
    jump: (ms) => void (wallOffsetMs += ms),
  };

  return {
    clock,
    gate,
    kill,
    pause,
    takeFailure,
    get isDead() {
      return isDead;
    },
    get isRunning() {
      return !isDead && !isPaused();
    },
    get hasPendingFailure() {
      return pendingFailure !== undefined;
    },
    /** Something is to befall it; `told` when it does. */
    scheduleFailure(
      nextFailure: PlannedFailure,
      onFailureHappened: (scheduleFailure: PlannedFailure) => void,
    ): void {
      pendingFailure = nextFailure;
      onFailure = onFailureHappened;
    },
    async onPoint(point: ProtocolPoint): Promise<void> {
      const failure = takeFailure(point);
      if (failure?.kind === 'pause' || failure?.kind === 'sleep') pause(failure.kind === 'sleep');
      await gate();
    },
  };
}
