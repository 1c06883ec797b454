import { fork, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildSettings, CrashPoint, FromChild, ToChild } from './messages.ts';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));
/** A start that failed, as while the database is away, is tried again after so many real ms. */
const RETRY_MS = 500;

/** A place in the crew: whoever dies there is replaced. */
export interface Place {
  name: string;
  settings: ChildSettings;
  child: ChildProcess;
  isReady: boolean;
  isStopped: boolean;
  /** Where it was told to die: at whichever it gets to first. */
  orders: Extract<ToChild, { kind: 'die' }>[];
  /** It was asked to end. */
  isLeaving: boolean;
}

export type Reached = Extract<FromChild, { kind: 'reached' }>;

export interface PlacesDependencies {
  folder: string;
  /** Told when a post that is watched gets to a point; the process waits for it. */
  onReached(reached: Reached): Promise<void>;
  /** Told of every process that nobody ended. */
  onEnd(text: string): void;
}

export const tellPlace = (place: Place, message: ToChild): void => {
  if (place.child.connected) place.child.send(message, () => undefined);
};

/** Processes that are started again whenever they end, until closed. */
export function createPlaces({ folder, onReached, onEnd }: PlacesDependencies) {
  const places: Place[] = [];
  const watched: string[] = [];
  let isClosing = false;
  let bootDeaths = 0;

  function launch(name: string, settings: ChildSettings): ChildProcess {
    const diesBooted = settings.role === 'worker' && bootDeaths > 0;
    if (diesBooted) bootDeaths -= 1;
    const told = diesBooted ? { ...settings, diesBooted } : settings;
    const output = openSync(join(folder, `${name}.out`), 'a');
    return fork(ENTRY, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, CAMPAIGN_CHILD: JSON.stringify(told) },
      stdio: ['ignore', output, output, 'ipc'],
    });
  }

  function hear(place: Place, message: FromChild): void {
    if (message.kind === 'ready') {
      place.isReady = true;
      if (watched.length > 0) tellPlace(place, { kind: 'watch', postIds: watched });
      return;
    }
    if (message.kind === 'struck') return forgetOrder(place, message.point);
    void onReached(message)
      .catch(() => undefined)
      .finally(() => tellPlace(place, { kind: 'go', serial: message.serial }));
  }

  /** What was ordered of a process has happened, and it lives. */
  function forgetOrder(place: Place, point: CrashPoint): void {
    const index = place.orders.findIndex((order) => order.point === point);
    if (index >= 0) place.orders.splice(index, 1);
  }

  function replace(place: Place, code: number | null): void {
    const endedByItself = place.isReady && code !== null && !place.isLeaving;
    place.isReady = false;
    if (isClosing) return;
    if (endedByItself) onEnd(`${place.name} ended by itself, with ${code}: see ${place.name}.out`);
    setTimeout(
      () => {
        if (isClosing) return;
        place.child = launch(place.name, place.settings);
        attend(place);
      },
      code === 1 ? RETRY_MS : 0,
    );
  }

  function attend(place: Place): void {
    place.orders = [];
    place.isStopped = false;
    place.isLeaving = false;
    place.child.on('error', () => undefined);
    place.child.on('message', (message: FromChild) => hear(place, message));
    place.child.once('exit', (code) => replace(place, code));
  }

  return {
    places,

    add(name: string, settings: ChildSettings): Place {
      const child = launch(name, settings);
      const none = { isReady: false, isStopped: false, orders: [], isLeaving: false };
      const place: Place = { name, settings, child, ...none };
      places.push(place);
      attend(place);
      return place;
    },

    watch(postId: string): void {
      watched.push(postId);
      for (const place of places) tellPlace(place, { kind: 'watch', postIds: [postId] });
    },

    /** The next one that starts dies at once. */
    orderBootDeath(): void {
      bootDeaths += 1;
    },
    bootDeaths: () => bootDeaths,

    /** Nobody is replaced any more. */
    stopReplacing(): void {
      isClosing = true;
    },
  };
}
