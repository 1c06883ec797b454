import type { Clock } from '../src/clock.ts';
import type { Point } from '../src/publishing/observe.ts';
import type { Chance } from './chance.ts';
import type { VirtualTime } from './time.ts';

/** What befalls a process, and where. */
export interface Doom {
  /** A point of the protocol, or the first query: before it is made, or after it was answered. */
  where: Point | 'before-query' | 'after-query';
  how: 'kill' | 'pause' | 'sleep' | 'lost-connection';
  /** Passed so often before it strikes. */
  skip: number;
}

export type SimulatedProcess = ReturnType<typeof createProcess>;

/** The database did not answer: the one failure of it that the engine is to live with. */
export class LostConnection extends Error {}

/** A promise that is never kept: what comes after it never happens. */
export const never = <T>() => new Promise<T>(() => undefined);

/**
 * A process that can die and be stopped: its timers, its database and its network all pass through
 * its gate.
 */
export function createProcess(time: VirtualTime, chance: Chance, onDeath: () => void) {
  let isDead = false;
  let pausedUntil = 0;
  let held: (() => void)[] = [];
  let sleptMs = 0;
  let doom: Doom | undefined;
  let strike: (doom: Doom) => void = () => undefined;

  function kill(): void {
    if (isDead) return;
    isDead = true;
    held = [];
    onDeath();
  }

  const isPaused = () => pausedUntil > time.now();

  /** Stopped as by SIGSTOP, or with the whole machine: then the monotonic clock stands still too. */
  function pause(isAsleep: boolean): void {
    if (isPaused()) return;
    const ms = chance.between(61_000, 150_000);
    pausedUntil = time.now() + ms;
    time.at(pausedUntil, () => {
      if (isAsleep) sleptMs += ms;
      const waiting = held;
      held = [];
      for (const resume of waiting) resume();
    });
  }

  /** Keeps whoever comes while the process is stopped, and for ever once it is dead. */
  async function gate(): Promise<void> {
    if (!isDead && isPaused()) {
      await new Promise<void>((resolve) => held.push(resolve));
      return gate();
    }
    if (isDead) await never();
  }

  function takeDoom(where: Doom['where']): Doom | undefined {
    if (doom?.where !== where) return undefined;
    if (doom.skip > 0) {
      doom.skip -= 1;
      return undefined;
    }
    const taken = doom;
    doom = undefined;
    strike(taken);
    if (taken.how === 'kill') kill();
    return taken;
  }

  /** A timer of this process: it does not fire while the process is stopped. */
  function fire(act: () => void): void {
    if (isDead) return;
    if (isPaused()) held.push(act);
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
    takeDoom,
    get isDead() {
      return isDead;
    },
    get canAct() {
      return !isDead && !isPaused();
    },
    get isDoomed() {
      return doom !== undefined;
    },
    /** Something is to befall it; `told` when it does. */
    doom(coming: Doom, told: (doom: Doom) => void): void {
      doom = coming;
      strike = told;
    },
    async reached(point: Point): Promise<void> {
      const taken = takeDoom(point);
      if (taken?.how === 'pause' || taken?.how === 'sleep') pause(taken.how === 'sleep');
      await gate();
    },
  };
}
