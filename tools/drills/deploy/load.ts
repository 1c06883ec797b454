import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@pontual/server/platform/ids.ts';
import { createClient, type RequestCounts } from './client.ts';
import { createUser, type Counts } from './user.ts';

/** A post that somebody was promised, by its caption. */
export interface ScheduledPost {
  caption: string;
  dueMs: number;
}

export type Load = ReturnType<typeof createLoad>;

const READ_EVERY_MS = 150;
const EDIT_EVERY_MS = 400;
/** Far enough for a picture to be prepared, near enough to fall due during the drill. */
const LEAD_MS = 35_000;
const THREE_DAYS_MS = 3 * 86_400_000;

const createEmptyCounts = (): RequestCounts => ({ sent: 0, failures: [], ms: [] });

/** People at work through the front door, all the time. */
export function createLoad(url: string, tokens: readonly string[], scheduleEveryMs: number) {
  const counts: Counts = {
    calendar: createEmptyCounts(),
    edit: createEmptyCounts(),
    schedule: createEmptyCounts(),
    events: createEmptyCounts(),
  };
  const scheduledPosts: ScheduledPost[] = [];
  const client = createClient(url);
  const users = tokens.map((token) => createUser(client, url, counts, token));
  const stopping = new AbortController();
  let isScheduling = true;

  async function repeat(everyMs: number, act: () => Promise<unknown>, shouldContinue = () => true) {
    while (!stopping.signal.aborted && shouldContinue()) {
      await act();
      await wait(everyMs);
    }
  }

  /** By turns, so that something falls due all the time. */
  async function scheduleRepeatedly(user: (typeof users)[number], turn: number): Promise<void> {
    await wait(turn * scheduleEveryMs);
    const scheduleOne = async () => {
      const post = { caption: `drill ${newId()}`, dueMs: Date.now() + LEAD_MS };
      const id = await user.schedule(post.caption, post.dueMs);
      if (id !== undefined) scheduledPosts.push(post);
    };
    await repeat(scheduleEveryMs * users.length, scheduleOne, () => isScheduling);
  }

  const loops: Promise<void>[] = [];
  return {
    counts,
    scheduledPosts,
    /** Everybody begins, each also with a post to change that is not due today. */
    async begin(): Promise<void> {
      for (const [turn, person] of users.entries()) {
        const id = await person.schedule(`later ${newId()}`, Date.now() + THREE_DAYS_MS);
        loops.push(repeat(READ_EVERY_MS, () => person.readCalendar()));
        loops.push(person.listen(stopping.signal));
        if (id !== undefined) loops.push(repeat(EDIT_EVERY_MS, () => person.edit(id)));
        loops.push(scheduleRepeatedly(person, turn));
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
