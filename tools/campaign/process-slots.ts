import { fork, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  ChildSettings,
  CrashPoint,
  PauseOrder,
  ProcessCommand,
  ProcessEvent,
} from './messages.ts';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));
/** A failed start, as while the database is down, is retried after this time in real ms. */
const RETRY_MS = 500;

export interface ProcessSlot {
  name: string;
  settings: ChildSettings;
  child: ChildProcess;
  isReady: boolean;
  isStopped: boolean;
  /** Orders to die at a point; the first point that it reaches counts. */
  orders: Extract<ProcessCommand, { kind: 'die' }>[];
  pauseOrder: PauseOrder | undefined;
  isLeaving: boolean;
}

export type PointReached = Extract<ProcessEvent, { kind: 'reached' }>;

export interface ProcessSlotsDependencies {
  folder: string;
  /** Called when a watched post reaches a point; the process waits for the result. */
  onReached(reached: PointReached): Promise<void>;
  onEnd(text: string): void;
}

export const sendCommand = (slot: ProcessSlot, message: ProcessCommand): void => {
  if (slot.child.connected) slot.child.send(message, () => undefined);
};

export function createProcessSlots({ folder, onReached, onEnd }: ProcessSlotsDependencies) {
  const slots: ProcessSlot[] = [];
  const watchedPostIds: string[] = [];
  let isClosing = false;
  let bootDeaths = 0;
  let pausesAtPoints = 0;

  function launch(name: string, settings: ChildSettings): ChildProcess {
    const diesBooted = settings.role === 'worker' && bootDeaths > 0;
    if (diesBooted) bootDeaths -= 1;
    const childSettings = diesBooted ? { ...settings, diesBooted } : settings;
    const output = openSync(join(folder, `${name}.out`), 'a');
    return fork(ENTRY, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        CAMPAIGN_CHILD: JSON.stringify(childSettings),
        // Hundreds of processes are killed and started again.
        NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      },
      stdio: ['ignore', output, output, 'ipc'],
    });
  }

  function handleEvent(slot: ProcessSlot, message: ProcessEvent): void {
    if (message.kind === 'ready') {
      slot.isReady = true;
      if (watchedPostIds.length > 0) sendCommand(slot, { kind: 'watch', postIds: watchedPostIds });
      return;
    }
    if (message.kind === 'struck') return forgetOrder(slot, message.point);
    if (message.kind === 'pausing') return void resumeAfter(slot, message.ms);
    void onReached(message)
      .catch(() => undefined)
      .finally(() => sendCommand(slot, { kind: 'go', serial: message.serial }));
  }

  async function resumeAfter(slot: ProcessSlot, ms: number): Promise<void> {
    const { child } = slot;
    slot.isStopped = true;
    slot.pauseOrder = undefined;
    pausesAtPoints += 1;
    await wait(ms);
    child.kill('SIGCONT');
    if (slot.child === child) slot.isStopped = false;
  }

  function forgetOrder(slot: ProcessSlot, point: CrashPoint): void {
    const index = slot.orders.findIndex((order) => order.point === point);
    if (index >= 0) slot.orders.splice(index, 1);
  }

  function replace(slot: ProcessSlot, code: number | null): void {
    const endedByItself = slot.isReady && code !== null && !slot.isLeaving;
    slot.isReady = false;
    if (isClosing) return;
    if (endedByItself) onEnd(`${slot.name} ended by itself, with ${code}: see ${slot.name}.out`);
    setTimeout(
      () => {
        if (isClosing) return;
        slot.child = launch(slot.name, slot.settings);
        attachListeners(slot);
      },
      code === 1 ? RETRY_MS : 0,
    );
  }

  function attachListeners(slot: ProcessSlot): void {
    slot.orders = [];
    slot.pauseOrder = undefined;
    slot.isStopped = false;
    slot.isLeaving = false;
    slot.child.on('error', () => undefined);
    slot.child.on('message', (message: ProcessEvent) => handleEvent(slot, message));
    slot.child.once('exit', (code) => replace(slot, code));
  }

  return {
    slots,

    add(name: string, settings: ChildSettings): ProcessSlot {
      const child = launch(name, settings);
      const slot: ProcessSlot = {
        name,
        settings,
        child,
        isReady: false,
        isStopped: false,
        orders: [],
        pauseOrder: undefined,
        isLeaving: false,
      };
      slots.push(slot);
      attachListeners(slot);
      return slot;
    },

    watchPost(postId: string): void {
      watchedPostIds.push(postId);
      for (const slot of slots) sendCommand(slot, { kind: 'watch', postIds: [postId] });
    },

    orderBootDeath(): void {
      bootDeaths += 1;
    },
    bootDeaths: () => bootDeaths,
    pausesAtPoints: () => pausesAtPoints,

    stopReplacing(): void {
      isClosing = true;
    },
  };
}
