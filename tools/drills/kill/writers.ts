import { setTimeout as wait } from 'node:timers/promises';
import { saveDraft } from '@pontual/contract/posts/post-changes.ts';
import { aUser } from '@pontual/server/testing/factories.ts';
import type { World } from '@pontual/server/testing/world.ts';

const PAUSE_MS = 5;
const RETRY_MS = 20;

export type Writers = Awaited<ReturnType<typeof startWriters>>;

/** Starts users who save drafts with unique captions continuously and records those that returned 201. */
export async function startWriters(url: string, count: number) {
  // The factory uses only the URL of the world.
  const users = await Promise.all(Array.from({ length: count }, () => aUser({ url } as World)));
  let acknowledged: string[] = [];
  const stopped = new AbortController();
  let written = 0;
  let lastWriteStartedAt = 0;

  async function write(token: string, index: number): Promise<void> {
    while (!stopped.signal.aborted) {
      written += 1;
      const caption = `rascunho ${index}.${written}`;
      const startedAt = performance.now();
      const body = new FormData();
      body.set('caption', caption);
      const headers = { authorization: `Bearer ${token}` };
      const status = await fetch(`${url}/api${saveDraft.path}`, {
        method: 'POST',
        headers,
        body,
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      if (status === 201) {
        acknowledged.push(caption);
        lastWriteStartedAt = Math.max(lastWriteStartedAt, startedAt);
      }
      await wait(status === 201 ? PAUSE_MS : RETRY_MS);
    }
  }
  const loops = users.map(({ token }, index) => write(token, index));

  return {
    takeAcknowledged(): string[] {
      const batch = acknowledged;
      acknowledged = [];
      return batch;
    },
    acknowledged: () => acknowledged.length,
    /** When the newest acknowledged write began, by `performance.now()`. */
    lastWriteStartedAt: () => lastWriteStartedAt,
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(loops);
    },
  };
}
