import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MediaType } from '@pontual/contract/posts.ts';
import type { Point } from '../src/publishing/observe.ts';
import type { ChildSettings, Death, FromChild, ToChild } from './messages.ts';

const ENTRY = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A place in the crew: whoever dies there is replaced. */
interface Place {
  name: string;
  settings: ChildSettings;
  child: ChildProcess;
  isReady: boolean;
  isStopped: boolean;
  isOrdered: boolean;
  isLeaving: boolean;
}

export type Reached = Extract<FromChild, { kind: 'reached' }>;
export type Crew = ReturnType<typeof createCrew>;

/** The product's processes: started, killed from outside, and started again. */
export function createCrew(folder: string, onReached: (reached: Reached) => Promise<void>) {
  const places: Place[] = [];
  const watched: string[] = [];
  const deathsFile = join(folder, 'deaths.jsonl');
  let isClosing = false;

  function launch(name: string, settings: ChildSettings): ChildProcess {
    const output = openSync(join(folder, `${name}.out`), 'a');
    return fork(ENTRY, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, CAMPAIGN_CHILD: JSON.stringify(settings) },
      stdio: ['ignore', output, output, 'ipc'],
    });
  }

  const tell = (place: Place, message: ToChild) => {
    if (place.child.connected) place.child.send(message, () => undefined);
  };

  function attend(place: Place): void {
    const { child } = place;
    place.isReady = false;
    place.isOrdered = false;
    place.isStopped = false;
    place.isLeaving = false;
    child.on('error', () => undefined);
    child.on('message', (message: FromChild) => {
      if (message.kind === 'ready') {
        place.isReady = true;
        if (watched.length > 0) tell(place, { kind: 'watch', postIds: watched });
        return;
      }
      void onReached(message)
        .catch(() => undefined)
        .finally(() => tell(place, { kind: 'go', serial: message.serial }));
    });
    child.once('exit', (code) => {
      place.isReady = false;
      if (isClosing) return;
      // A start that failed, as while the database is away, is tried again, not at once.
      setTimeout(
        () => {
          if (isClosing) return;
          place.child = launch(place.name, place.settings);
          attend(place);
        },
        code === 1 ? 500 : 0,
      );
    });
  }

  const free = () =>
    places.filter(
      (place) =>
        place.settings.role === 'worker' && place.isReady && !place.isStopped && !place.isLeaving,
    );

  return {
    async add(name: string, settings: ChildSettings): Promise<void> {
      const full = { ...settings, deathsFile };
      const place: Place = {
        name,
        settings: full,
        child: launch(name, full),
        isReady: false,
        isStopped: false,
        isOrdered: false,
        isLeaving: false,
      };
      places.push(place);
      attend(place);
      for (let look = 0; !place.isReady; look += 1) {
        if (look > 600) throw new Error(`${name} did not start: see ${settings.logFile}`);
        await wait(100);
      }
    },

    /** How many workers can be chosen from. */
    free: () => free().length,

    /** Some worker dies when it next gets there; false when all have their order. */
    orderDeath(point: Point, type: MediaType | undefined): boolean {
      const place = free().find(({ isOrdered }) => !isOrdered);
      if (place === undefined) return false;
      place.isOrdered = true;
      tell(place, { kind: 'die', point, type });
      return true;
    },

    /** kill -9 out of the blue. */
    kill(index: number): boolean {
      const place = free()[index % Math.max(1, free().length)];
      return place?.child.kill('SIGKILL') ?? false;
    },

    /** Asks one to end; answers after how many real ms it was gone. */
    async terminate(index: number): Promise<number | undefined> {
      const place = free()[index % Math.max(1, free().length)];
      if (place === undefined) return undefined;
      place.isLeaving = true;
      const [{ child }, since] = [place, performance.now()];
      child.kill('SIGTERM');
      await once(child, 'exit');
      return performance.now() - since;
    },

    /** Stops one dead for so many real ms, and lets it go on as if nothing had been. */
    async pause(index: number, ms: number): Promise<boolean> {
      const place = free()[index % Math.max(1, free().length)];
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
      const place = free()[index % Math.max(1, free().length)];
      if (place === undefined) return false;
      tell(place, { kind: 'jump', ms });
      return true;
    },

    watch(postId: string): void {
      watched.push(postId);
      for (const place of places) tell(place, { kind: 'watch', postIds: [postId] });
    },

    /** Those who died at a point, as they wrote it down before. */
    deaths(): Death[] {
      if (!existsSync(deathsFile)) return [];
      const lines = readFileSync(deathsFile, 'utf8').trim().split('\n');
      return lines.filter(Boolean).map((line) => JSON.parse(line) as Death);
    },

    async close(): Promise<void> {
      isClosing = true;
      for (const { child } of places) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
