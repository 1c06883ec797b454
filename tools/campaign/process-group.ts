import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildSettings, Death, DeathOrder } from './messages.ts';
import { createProcessSlots, sendCommand, type ProcessSlotsDependencies } from './process-slots.ts';

export type { PointReached } from './process-slots.ts';
export type ProcessGroup = ReturnType<typeof createProcessGroup>;

/** Ten times this is how long a start may take (real ms). */
const POLL_MS = 100;
const MAX_POLLS = 900;
/** Some points are seldom reached: a process waits for several at a time. */
const MAX_ORDERS = 6;

/** The product's processes: started, killed from outside, and started again. */
export function createProcessGroup(deps: ProcessSlotsDependencies) {
  const { slots, add, watchPost, orderBootDeath, bootDeaths, stopReplacing } =
    createProcessSlots(deps);
  const deathsFile = join(deps.folder, 'deaths.jsonl');

  const listAvailable = () =>
    slots.filter(
      (slot) =>
        slot.settings.role === 'worker' && slot.isReady && !slot.isStopped && !slot.isLeaving,
    );
  const chooseSlot = (index: number) =>
    listAvailable()[index % Math.max(1, listAvailable().length)];

  return {
    watch: watchPost,

    async add(name: string, settings: ChildSettings): Promise<void> {
      const slot = add(name, { ...settings, deathsFile });
      for (let poll = 0; !slot.isReady; poll += 1) {
        if (poll > MAX_POLLS) throw new Error(`${name} did not start: see ${settings.logFile}`);
        await wait(POLL_MS);
      }
    },

    /** How many workers can be chosen from. */
    countAvailable: () => listAvailable().length,

    /** Some worker dies when it next gets there; false when all have their order. */
    orderDeath(request: DeathOrder): boolean {
      if (request.point === 'booted') {
        orderBootDeath();
        return true;
      }
      const [place] = listAvailable().sort((a, b) => a.orders.length - b.orders.length);
      if (place === undefined || place.orders.length >= MAX_ORDERS) return false;
      const order = { ...request, kind: 'die' } as const;
      place.orders.push(order);
      sendCommand(place, order);
      return true;
    },

    /** Deaths that are ordered and have not happened; who ended otherwise takes its order along. */
    listOrderedDeaths: (): DeathOrder[] => [
      ...slots.flatMap(({ orders }) => orders),
      ...Array.from({ length: bootDeaths() }, () => ({
        point: 'booted' as const,
        type: undefined,
      })),
    ],

    /** kill -9 out of the blue. */
    kill: (index: number): boolean => chooseSlot(index)?.child.kill('SIGKILL') ?? false,

    /** Asks one to end; answers after how many real ms it was gone. */
    async terminate(index: number): Promise<number | undefined> {
      const slot = chooseSlot(index);
      if (slot === undefined) return undefined;
      slot.isLeaving = true;
      const [{ child }, since] = [slot, performance.now()];
      child.kill('SIGTERM');
      await once(child, 'exit');
      return performance.now() - since;
    },

    /** Stops one dead for so many real ms, and lets it go on as if nothing had been. */
    async pauseProcess(index: number, ms: number): Promise<boolean> {
      const slot = chooseSlot(index);
      if (slot === undefined) return false;
      const { child } = slot;
      slot.isStopped = true;
      child.kill('SIGSTOP');
      await wait(ms);
      child.kill('SIGCONT');
      if (slot.child === child) slot.isStopped = false;
      return true;
    },

    jumpClock(index: number, ms: number): boolean {
      const slot = chooseSlot(index);
      if (slot === undefined) return false;
      sendCommand(slot, { kind: 'jump', ms });
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
      for (const { child } of slots) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
