import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@pontual/server/platform/ids.ts';
import { aPhoto } from '@pontual/server/testing/factories.ts';
import type { Client, RequestCounts } from './client.ts';

export type Counts = Record<'calendar' | 'edit' | 'schedule' | 'events', RequestCounts>;

const DAY_MS = 86_400_000;
/** Before a page that lost its live events asks for them again. */
const RECONNECT_MS = 150;

/** What somebody with a session does; how it ended goes to `counts`. */
export function createUser(client: Client, url: string, counts: Counts, token: string) {
  return {
    async readCalendar(): Promise<void> {
      const now = Date.now();
      const from = new Date(now - 15 * DAY_MS).toISOString();
      const to = new Date(now + 15 * DAY_MS).toISOString();
      const path = `/api/scheduled?${new URLSearchParams({ from, to, limit: '50' }).toString()}`;
      await client.sendCounted(counts.calendar, token, { method: 'GET', path });
    },

    /** A photo; answers the post's id. */
    async schedule(caption: string, dueMs: number): Promise<string | undefined> {
      const form = new FormData();
      form.set('mediaType', 'IMAGE');
      form.set('caption', caption);
      form.set('scheduledTime', new Date(dueMs).toISOString());
      form.set('media', await aPhoto(640, 640), 'foto.jpg');
      const clientRequest = { method: 'POST', path: '/api/schedule', form };
      const answer = await client.sendCounted(counts.schedule, token, clientRequest);
      if (answer === undefined) return undefined;
      // The contract parses what goes out, on the server.
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

    /** Live events: that they end is no failure, as the page comes back; that they break off is. */
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
