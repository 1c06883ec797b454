import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildSettings, Death, DeathOrder, PauseOrder } from './messages.ts';
import { createProcessSlots, sendCommand, type ProcessSlotsDependencies } from './process-slots.ts';

export type { PointReached } from './process-slots.ts';
export type ProcessGroup = ReturnType<typeof createProcessGroup>;

const POLL_MS = 100;
const MAX_POLLS = 900;
/** Some points are rarely reached, so a process has several orders at a time. */
const MAX_ORDERS = 6;

export function createProcessGroup(deps: ProcessSlotsDependencies) {
  const { slots, add, watchPost, orderBootDeath, bootDeaths, pausesAtPoints, stopReplacing } =
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

    countAvailable: () => listAvailable().length,

    /** Orders a worker to die at this point. Returns false if all workers have enough orders. */
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

    /** Orders a worker to pause at this point. Returns false if too few others would keep running. */
    orderPause(index: number, request: PauseOrder, minRunning: number): boolean {
      const candidates = listAvailable().filter(({ pauseOrder }) => pauseOrder === undefined);
      const slot = candidates[index % Math.max(1, candidates.length)];
      if (slot === undefined || candidates.length <= minRunning) return false;
      slot.pauseOrder = request;
      sendCommand(slot, { kind: 'pause', ...request });
      return true;
    },
    pausesAtPoints,

    /** A process that ends otherwise loses its orders. */
    listOrderedDeaths: (): DeathOrder[] => [
      ...slots.flatMap(({ orders }) => orders),
      ...Array.from({ length: bootDeaths() }, () => ({
        point: 'booted' as const,
        type: undefined,
      })),
    ],

    kill: (index: number): boolean => chooseSlot(index)?.child.kill('SIGKILL') ?? false,

    /** Sends SIGTERM. Returns the real ms until the process ended. */
    async terminate(index: number): Promise<number | undefined> {
      const slot = chooseSlot(index);
      if (slot === undefined) return undefined;
      slot.isLeaving = true;
      const [{ child }, since] = [slot, performance.now()];
      child.kill('SIGTERM');
      await once(child, 'exit');
      return performance.now() - since;
    },

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
