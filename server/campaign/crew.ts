import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildSettings, Death, DeathOrder } from './messages.ts';
import { createPlaces, tellPlace, type PlacesDependencies } from './places.ts';

export type { Reached } from './places.ts';
export type Crew = ReturnType<typeof createCrew>;

/** Ten times this is how long a start may take (real ms). */
const LOOK_MS = 100;
const MAX_LOOKS = 900;
/** Some points are seldom reached: a process waits for several at a time. */
const MAX_ORDERS = 6;

/** The product's processes: started, killed from outside, and started again. */
export function createCrew(deps: PlacesDependencies) {
  const { places, add, watch, orderBootDeath, bootDeaths, stopReplacing } = createPlaces(deps);
  const deathsFile = join(deps.folder, 'deaths.jsonl');

  const free = () =>
    places.filter(
      (place) =>
        place.settings.role === 'worker' && place.isReady && !place.isStopped && !place.isLeaving,
    );
  const choose = (index: number) => free()[index % Math.max(1, free().length)];

  return {
    watch,

    async add(name: string, settings: ChildSettings): Promise<void> {
      const place = add(name, { ...settings, deathsFile });
      for (let look = 0; !place.isReady; look += 1) {
        if (look > MAX_LOOKS) throw new Error(`${name} did not start: see ${settings.logFile}`);
        await wait(LOOK_MS);
      }
    },

    /** How many workers can be chosen from. */
    free: () => free().length,

    /** Some worker dies when it next gets there; false when all have their order. */
    orderDeath(wish: DeathOrder): boolean {
      if (wish.point === 'booted') {
        orderBootDeath();
        return true;
      }
      const [place] = free().sort((a, b) => a.orders.length - b.orders.length);
      if (place === undefined || place.orders.length >= MAX_ORDERS) return false;
      const order = { ...wish, kind: 'die' } as const;
      place.orders.push(order);
      tellPlace(place, order);
      return true;
    },

    /** Deaths that are ordered and have not happened; who ended otherwise takes its order along. */
    ordered: (): DeathOrder[] => [
      ...places.flatMap(({ orders }) => orders),
      ...Array.from({ length: bootDeaths() }, () => ({
        point: 'booted' as const,
        type: undefined,
      })),
    ],

    /** kill -9 out of the blue. */
    kill: (index: number): boolean => choose(index)?.child.kill('SIGKILL') ?? false,

    /** Asks one to end; answers after how many real ms it was gone. */
    async terminate(index: number): Promise<number | undefined> {
      const place = choose(index);
      if (place === undefined) return undefined;
      place.isLeaving = true;
      const [{ child }, since] = [place, performance.now()];
      child.kill('SIGTERM');
      await once(child, 'exit');
      return performance.now() - since;
    },

    /** Stops one dead for so many real ms, and lets it go on as if nothing had been. */
    async pause(index: number, ms: number): Promise<boolean> {
      const place = choose(index);
      if (place === undefined) return false;
      const { child } = place;
      place.isStopped = true;
      child.kill('SIGSTOP');
      await wait(ms);
      child.kill('SIGCONT');
      if (place.child === child) place.isStopped = false;
      return true;
    },

    jump(index: number, ms: number): boolean {
      const place = choose(index);
      if (place === undefined) return false;
      tellPlace(place, { kind: 'jump', ms });
      return true;
    },

    /** Those who died at a point, as they wrote it down before. */
    deaths(): Death[] {
      if (!existsSync(deathsFile)) return [];
      const lines = readFileSync(deathsFile, 'utf8').trim().split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Death);
    },

    async close(): Promise<void> {
      stopReplacing();
      for (const { child } of places) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
