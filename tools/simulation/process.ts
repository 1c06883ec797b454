import type { Clock } from '@pontual/server/platform/clock.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { SeededRandom } from './random.ts';
import type { VirtualTime } from './time.ts';

export interface PlannedFailure {
  /** A point of the protocol, or the first query: before it is sent or after its result. */
  point: ProtocolPoint | 'before-query' | 'after-query';
  kind: 'kill' | 'pause' | 'sleep' | 'lost-connection';
  /** How often the point is passed before the fault strikes. */
  skip: number;
}

export type SimulatedProcess = ReturnType<typeof createProcess>;

/** The only database failure that the engine must survive: the connection fails. */
export class LostConnection extends Error {}

export const neverResolves = <T>() => new Promise<T>(() => undefined);

/** Creates a process that can die and pause: its timers, database and network all pass its gate. */
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

  /** Pauses the process as by SIGSTOP, or with the machine asleep, which also stops the monotonic clock. */
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

  /** Waits while the process is paused, and for ever once it is dead. */
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
