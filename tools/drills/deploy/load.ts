import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@pontual/server/platform/ids.ts';
import { createClient, type RequestCounts } from './client.ts';
import { createUser, type Counts } from './user.ts';

export interface ScheduledPost {
  caption: string;
  dueMs: number;
}

export type Load = ReturnType<typeof createLoad>;

const READ_EVERY_MS = 150;
const EDIT_EVERY_MS = 400;
/** Far enough ahead to prepare a picture, near enough to be due during the drill. */
const LEAD_MS = 35_000;
const THREE_DAYS_MS = 3 * 86_400_000;

const createEmptyCounts = (): RequestCounts => ({ sent: 0, failures: [], ms: [] });

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
    async begin(): Promise<void> {
      for (const [turn, person] of users.entries()) {
        const id = await person.schedule(`later ${newId()}`, Date.now() + THREE_DAYS_MS);
        loops.push(repeat(READ_EVERY_MS, () => person.readCalendar()));
        loops.push(person.listen(stopping.signal));
        if (id !== undefined) loops.push(repeat(EDIT_EVERY_MS, () => person.edit(id)));
        loops.push(scheduleRepeatedly(person, turn));
      }
    },
    stopScheduling: () => void (isScheduling = false),
    async end(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
      client.close();
    },
  };
}
