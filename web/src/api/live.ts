import { liveEvent, type LiveEvent } from '@pontual/contract/events.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { openEvents } from './client.ts';
import { refreshSession, useSession } from './session.tsx';

const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 15_000;

/** Keeps what is shown true to the server for as long as somebody is logged in. Mounted once. */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  const userId = useSession().user?._id;
  // A connection is held open, which is outside React.
  useEffect(() => {
    if (userId === undefined) return undefined;
    const stop = new AbortController();
    void follow(queries, stop.signal);
    return () => stop.abort();
  }, [queries, userId]);
}

async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS;
  let connectedBefore = false;
  while (!signal.aborted) {
    const begun = Date.now();
    try {
      const events = await openEvents(signal);
      // What happened while nobody listened is not sent again.
      if (connectedBefore) apply(queries, 'posts', 'account');
      connectedBefore = true;
      await readEvents(events, (event) => apply(queries, event.kind));
    } catch {
      // The server is away or the session ended; the latter stops this through the signal.
    }
    // Only a connection that held earns a quick return; one that is cut at once must not hammer.
    if (Date.now() - begun > LAST_DELAY_MS) delay = FIRST_DELAY_MS;
    await pause(delay, signal);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }
}

function apply(queries: QueryClient, ...kinds: LiveEvent['kind'][]): void {
  if (kinds.includes('posts')) void queries.invalidateQueries({ queryKey: ['posts'] });
  if (kinds.includes('account')) void refreshSession();
}

/** Reads server-sent events: blocks end with an empty line, and only `data:` lines matter here. */
async function readEvents(
  stream: ReadableStream<string>,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const reader = stream.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const event = z.safeParse(liveEvent, tryJson(line.slice('data:'.length)));
      if (event.success) onEvent(event.data);
    }
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
