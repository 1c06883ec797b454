import { liveEvent, type LiveEvent } from '@pontual/contract/shared/events.ts';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { ACCOUNT, DELETION } from './query-keys.ts';
import { openEvents } from './client.ts';
import { refreshSession, useSession } from './session.tsx';

type Kind = LiveEvent['kind'];
/** Told of a change, or of a stream that opens and may have missed one. */
type OnLiveEvent = (kind: Kind, opening?: boolean) => void;

const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 15_000;
/** The server says something every 15 s; after two missed words the connection is taken for dead. */
const IDLE_TIMEOUT_MS = 35_000;

/** Keeps what is shown true to the server for as long as somebody is logged in. Mounted once. */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  const { _id: userId, workspace } = useSession().user ?? {};
  // A connection is held open, which is outside React.
  useEffect(() => {
    if (userId === undefined) return undefined;
    const stop = new AbortController();
    const refreshPosts = createPostRefresher(queries);
    const refreshAccount = async () => {
      // The tab that deletes the account leaves by itself.
      if (queries.isMutating({ mutationKey: [ACCOUNT, DELETION] }) > 0) return;
      // First, for it may tell that the session has ended.
      await refreshSession();
      await queries.invalidateQueries({ queryKey: [ACCOUNT] });
    };
    const apply: OnLiveEvent = (kind, opening = false) =>
      void (kind === 'posts' ? refreshPosts(opening) : refreshAccount());
    shareStream(`pontual.live.${userId}.${workspace}`, apply, stop.signal);
    return () => stop.abort();
  }, [queries, userId, workspace]);
}

/** A list of which more is being fetched is left at it: asked anew, it would forget that. */
const isComplete = ({ state }: Query) =>
  state.fetchStatus !== 'fetching' || state.fetchMeta?.fetchMore === undefined;

/** Asks for posts once more when what is being fetched is there: a burst of changes is one change. */
function createPostRefresher(queries: QueryClient) {
  let isRefreshDue = false;
  let isRefreshing = false;
  return async (opening: boolean) => {
    isRefreshDue = true;
    if (isRefreshing) return;
    isRefreshing = true;
    while (isRefreshDue) {
      isRefreshDue = false;
      // What is shown already is on its way there; whoever sends it asks for all afterwards.
      if (queries.isMutating({ mutationKey: ['posts'] }) > 0) break;
      // A change came after what is being fetched was asked for. An opening stream is no reason to
      // ask again: at the start of a page both are on their way together.
      await queries.invalidateQueries(
        { queryKey: ['posts'], predicate: isComplete },
        { cancelRefetch: !opening },
      );
    }
    isRefreshing = false;
  };
}

/**
 * One stream serves all tabs of a user, for a browser opens no more than six connections to a server
 * without HTTP/2. The tab that holds the lock reads it and tells the others; when it goes, the lock
 * falls to the next.
 */
function shareStream(name: string, onKind: OnLiveEvent, signal: AbortSignal): void {
  const otherTabs = new BroadcastChannel(name);
  otherTabs.addEventListener('message', ({ data }) => {
    const event = z.safeParse(liveEvent, data);
    if (event.success) onKind(event.data.kind);
  });
  signal.addEventListener('abort', () => otherTabs.close());
  const broadcast: OnLiveEvent = (kind, opening) => {
    onKind(kind, opening);
    if (!signal.aborted) otherTabs.postMessage({ kind } satisfies LiveEvent);
  };
  // Browsers keep locks from pages that are served without https: there each tab reads for itself.
  if (!('locks' in navigator)) void keepConnected(broadcast, signal);
  // Aborted while it waits for the lock, a request rejects.
  else
    navigator.locks
      .request(name, { signal }, () => keepConnected(broadcast, signal))
      .catch(() => undefined);
}

async function keepConnected(onKind: OnLiveEvent, signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      await readStream(onKind, signal);
    } catch {
      // The server is away or the session ended; the latter stops this through the signal.
    }
    // Only a connection that held earns a quick return; one that is cut at once must not hammer.
    if (performance.now() - startedAt > LAST_DELAY_MS) delay = FIRST_DELAY_MS;
    await sleep(delay, signal);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }
}

/** Reads the stream until it ends or falls silent. */
async function readStream(onKind: OnLiveEvent, signal: AbortSignal): Promise<void> {
  const idleAbort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resetIdleTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idleAbort.abort(), IDLE_TIMEOUT_MS);
  };
  resetIdleTimer();
  try {
    const stream = await openEvents(AbortSignal.any([signal, idleAbort.signal]));
    // What happened while nobody listened is not sent again.
    onKind('posts', true);
    onKind('account', true);
    await readEvents(stream, resetIdleTimer, onKind);
  } finally {
    clearTimeout(timer);
  }
}

/** Server-sent events: blocks end with an empty line, and only `data:` lines matter here. */
async function readEvents(
  stream: ReadableStream<string>,
  onBytes: () => void,
  onKind: OnLiveEvent,
): Promise<void> {
  const reader = stream.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const lines = (rest + value).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const event = z.safeParse(liveEvent, tryJson(line.slice('data:'.length)));
      if (event.success) onKind(event.data.kind);
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

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    // What was aborted before tells no listener, and would hold the lock of the stream meanwhile.
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
