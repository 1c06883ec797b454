import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@pontual/server/platform/ids.ts';
import { aPhoto } from '@pontual/server/testing/factories.ts';
import type { Client, RequestCounts } from './client.ts';

export type Counts = Record<'calendar' | 'edit' | 'schedule' | 'events', RequestCounts>;

const DAY_MS = 86_400_000;
const RECONNECT_MS = 150;

export function createUser(client: Client, url: string, counts: Counts, token: string) {
  return {
    async readCalendar(): Promise<void> {
      const now = Date.now();
      const from = new Date(now - 15 * DAY_MS).toISOString();
      const to = new Date(now + 15 * DAY_MS).toISOString();
      const path = `/api/scheduled?${new URLSearchParams({ from, to, limit: '50' }).toString()}`;
      await client.sendCounted(counts.calendar, token, { method: 'GET', path });
    },

    async schedule(caption: string, dueMs: number): Promise<string | undefined> {
      const form = new FormData();
      form.set('mediaType', 'IMAGE');
      form.set('caption', caption);
      form.set('scheduledTime', new Date(dueMs).toISOString());
      form.set('media', await aPhoto(640, 640), 'foto.jpg');
      const clientRequest = { method: 'POST', path: '/api/schedule', form };
      const answer = await client.sendCounted(counts.schedule, token, clientRequest);
      if (answer === undefined) return undefined;
      // The cast is safe: the server serializes responses by the contract.
      return (JSON.parse(answer) as { data: { post: { _id: string } } }).data.post._id;
    },

    async edit(id: string): Promise<void> {
      const form = new FormData();
      form.set('caption', `later ${newId()}`);
      await client.sendCounted(counts.edit, token, {
        method: 'PUT',
        path: `/api/scheduled/${id}`,
        form,
      });
    },

    /** A stream that ends is no failure, because the page reconnects; a broken one is. */
    async listen(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        counts.events.sent += 1;
        try {
          const headers = { authorization: `Bearer ${token}` };
          const answer = await fetch(`${url}/api/events`, { headers, signal });
          if (!answer.ok) counts.events.failures.push(`events: ${answer.status}`);
          await answer.text();
        } catch (error) {
          if (!signal.aborted) counts.events.failures.push(`events: ${String(error)}`);
        }
        await wait(RECONNECT_MS);
      }
    },
  };
}
