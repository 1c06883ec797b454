import { liveEvent, type LiveEvent } from '@pontual/contract/shared/events.ts';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { ACCOUNT, DELETION, POSTS } from './query-keys.ts';
import { openEvents } from './client.ts';
import { refreshSession, useSession } from './session.tsx';

type Kind = LiveEvent['kind'];
/** `opening` marks a stream that has just opened and may have missed changes. */
type OnLiveEvent = (kind: Kind, opening?: boolean) => void;

const FIRST_DELAY_MS = 1000;
const LAST_DELAY_MS = 15_000;
/** The server sends something every 15 s; after two missing messages the connection counts as dead. */
const IDLE_TIMEOUT_MS = 35_000;

/** Must be mounted once. */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  const { _id: userId, workspace } = useSession().user ?? {};
  useEffect(() => {
    if (userId === undefined) return undefined;
    const stop = new AbortController();
    const refreshPosts = createPostRefresher(queries);
    const refreshAccount = async () => {
      // The tab that deletes the account logs out by itself.
      if (queries.isMutating({ mutationKey: [...ACCOUNT, DELETION] }) > 0) return;
      // Must come first, because it can end the session.
      await refreshSession();
      await queries.invalidateQueries({ queryKey: ACCOUNT });
    };
    const apply: OnLiveEvent = (kind, opening = false) =>
      void (kind === 'posts' ? refreshPosts(opening) : refreshAccount());
    shareStream(`pontual.live.${userId}.${workspace}`, apply, stop.signal);
    return () => stop.abort();
  }, [queries, userId, workspace]);
}

/** Excludes a list that is loading another page: a refetch would discard this page. */
const isComplete = ({ state }: Query) =>
  state.fetchStatus !== 'fetching' || state.fetchMeta?.fetchMore === undefined;

/** Refetches posts after the current fetch, so that a burst of changes causes one refetch. */
function createPostRefresher(queries: QueryClient) {
  let isRefreshDue = false;
  let isRefreshing = false;
  return async (opening: boolean) => {
    isRefreshDue = true;
    if (isRefreshing) return;
    isRefreshing = true;
    while (isRefreshDue) {
      isRefreshDue = false;
      // A pending mutation already shows its result, and refetches the posts when it ends.
      if (queries.isMutating({ mutationKey: POSTS }) > 0) break;
      // The change may be newer than a running fetch, so this fetch is canceled. An opening stream cancels
      // none: at page load both start together.
      await queries.invalidateQueries(
        { queryKey: POSTS, predicate: isComplete },
        { cancelRefetch: !opening },
      );
    }
    isRefreshing = false;
  };
}

// All tabs of a user share one stream, because a browser opens at most six connections to a server without
// HTTP/2. The tab with the lock reads it; when it closes, another tab gets the lock.
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
  // Web Locks need https; without them each tab reads its own stream.
  if (!('locks' in navigator)) void keepConnected(broadcast, signal);
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
      // The server is unavailable or the session has ended; in the latter case the signal ends the loop.
    }
    // A connection that fails at once must not reset the delay, or the tab reconnects in a tight loop.
    if (performance.now() - startedAt > LAST_DELAY_MS) delay = FIRST_DELAY_MS;
    await sleep(delay, signal);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }
}

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
    // The server does not resend events that occurred without a connection.
    onKind('posts', true);
    onKind('account', true);
    await readEvents(stream, resetIdleTimer, onKind);
  } finally {
    clearTimeout(timer);
  }
}

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
    // An aborted signal fires no event; without this check the lock stays held for the whole delay.
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
