import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../src/ids.ts';
import { createClient, type Counted } from './client.ts';
import { createPerson, type Counts } from './person.ts';

/** A post that somebody was promised, by its caption. */
export interface Promised {
  caption: string;
  dueMs: number;
}

export type Load = ReturnType<typeof createLoad>;

const READ_EVERY_MS = 150;
const EDIT_EVERY_MS = 400;
/** Far enough for a picture to be prepared, near enough to fall due during the drill. */
const AHEAD_MS = 35_000;
const THREE_DAYS_MS = 3 * 86_400_000;

const nothingYet = (): Counted => ({ sent: 0, failures: [], ms: [] });

/** People at work through the front door, all the time. */
export function createLoad(url: string, tokens: readonly string[], scheduleEveryMs: number) {
  const counts: Counts = {
    calendar: nothingYet(),
    edit: nothingYet(),
    schedule: nothingYet(),
    events: nothingYet(),
  };
  const promised: Promised[] = [];
  const client = createClient(url);
  const people = tokens.map((token) => createPerson(client, url, counts, token));
  const stopping = new AbortController();
  let isScheduling = true;

  async function again(everyMs: number, act: () => Promise<unknown>, goesOn = () => true) {
    while (!stopping.signal.aborted && goesOn()) {
      await act();
      await wait(everyMs);
    }
  }

  /** By turns, so that something falls due all the time. */
  async function promiseAgain(person: (typeof people)[number], turn: number): Promise<void> {
    await wait(turn * scheduleEveryMs);
    const promise = async () => {
      const post = { caption: `drill ${newId()}`, dueMs: Date.now() + AHEAD_MS };
      const id = await person.schedule(post.caption, post.dueMs);
      if (id !== undefined) promised.push(post);
    };
    await again(scheduleEveryMs * people.length, promise, () => isScheduling);
  }

  const loops: Promise<void>[] = [];
  return {
    counts,
    promised,
    /** Everybody begins, each also with a post to change that is not due today. */
    async begin(): Promise<void> {
      for (const [turn, person] of people.entries()) {
        const id = await person.schedule(`later ${newId()}`, Date.now() + THREE_DAYS_MS);
        loops.push(again(READ_EVERY_MS, () => person.readCalendar()));
        loops.push(person.listen(stopping.signal));
        if (id !== undefined) loops.push(again(EDIT_EVERY_MS, () => person.edit(id)));
        loops.push(promiseAgain(person, turn));
      }
    },
    /** Nothing new is promised from now on. */
    stopScheduling: () => void (isScheduling = false),
    async end(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
      client.close();
    },
  };
}
