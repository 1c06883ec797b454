import type { Post } from '@pontual/contract/posts/posts.ts';
import type { Session } from '../../api/session-store.ts';
import {
  applyFailure,
  shouldStopSending,
  markSendStarted,
  findNextDue,
} from './offline-sender.rules.ts';
import { getOfflinePostStatus, type OfflinePost } from './offline-post.ts';

/** How a post goes out. */
export interface OfflineDelivery {
  /** Of the session in whose name the post was made: nothing of it goes out under another. */
  token: string;
  /** It was cancelled, or its user has gone. */
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** To be waited for before the post itself begins to leave. Rejects where it must not. */
  beforeRequest: () => Promise<void>;
}

/** What rounds need of the page. */
export interface OfflineSenderDependencies {
  session: () => Session | null;
  onSession: (listener: () => void) => () => void;
  now: () => Date;
  read: (owner: string) => Promise<readonly OfflinePost[]>;
  /** False where it is not there any more. */
  update: (post: OfflinePost, update: (stored: OfflinePost) => OfflinePost) => Promise<boolean>;
  remove: (post: OfflinePost) => Promise<void>;
  /** Something that waits has changed, here or in another tab. */
  onChange: (listener: () => void) => () => void;
  deliver: (post: OfflinePost, delivery: OfflineDelivery) => Promise<Post>;
  /** It was sent, and its user is still here. */
  announce: (post: Post) => Promise<void>;
}

export interface OfflineSender {
  /** Sends what waits of a user, one after the other, until nothing is due or the line is gone. */
  sendDue: (owner: string, ignoreBackoff: boolean) => Promise<void>;
  /** The key of what is on its way from this page. */
  sendingKey: () => string | null;
  onSendingKeyChange: (listener: () => void) => () => void;
}

export function createOfflineSender(dependencies: OfflineSenderDependencies): OfflineSender {
  const listeners = new Set<() => void>();
  let sendingKey: string | null = null;
  const setSendingKey = (key: string | null) => {
    sendingKey = key;
    for (const listener of listeners) listener();
  };
  const isCurrentUser = (owner: string) => dependencies.session()?.user._id === owner;

  /** Aborts as soon as the post is gone, or its user. */
  function abortWhenGone({ owner, key }: OfflinePost, controller: AbortController): () => void {
    const stop = () => controller.abort();
    const checkSession = () => {
      if (!isCurrentUser(owner)) stop();
    };
    const checkPost = () => {
      dependencies.read(owner).then(
        (all) => {
          if (!all.some((post) => post.key === key)) stop();
        },
        () => undefined,
      );
    };
    const unsubscribers = [dependencies.onSession(checkSession), dependencies.onChange(checkPost)];
    checkSession();
    return () => unsubscribers.forEach((end) => end());
  }

  /** False where the others need not be tried now. */
  async function sendOne(original: OfflinePost, token: string): Promise<boolean> {
    const { owner, key } = original;
    const controller = new AbortController();
    const { signal } = controller;
    const stopWatching = abortWhenGone(original, controller);
    const attempt = { original, hasSentSome: false, hasSentAll: false };
    setSendingKey(key);
    try {
      signal.throwIfAborted();
      const post = await dependencies.deliver(original, {
        token,
        signal,
        onProgress: (fraction) => {
          attempt.hasSentSome ||= fraction > 0;
          attempt.hasSentAll = fraction >= 1;
        },
        beforeRequest: async () => {
          const now = dependencies.now();
          let canSend = false;
          await dependencies.update(original, (kept) => {
            // Its files may have taken hours.
            canSend = getOfflinePostStatus(kept, now) === 'waits' && !signal.aborted;
            return canSend ? markSendStarted(kept, now) : kept;
          });
          if (!canSend) controller.abort();
          signal.throwIfAborted();
        },
      });
      await dependencies.remove(original);
      if (isCurrentUser(owner)) await dependencies.announce(post);
      return true;
    } catch (error) {
      await dependencies.update(original, (stored) =>
        applyFailure(stored, error, attempt, dependencies.now()),
      );
      return !shouldStopSending(error);
    } finally {
      stopWatching();
      setSendingKey(null);
    }
  }

  return {
    async sendDue(owner, ignoreBackoff) {
      const tried = new Set<string>();
      for (;;) {
        const session = dependencies.session();
        if (session?.user._id !== owner) return;
        // Read anew each time: it may have been cancelled meanwhile.
        const next = findNextDue(await dependencies.read(owner), {
          tried,
          now: dependencies.now(),
          ignoreBackoff,
        });
        if (next === undefined) return;
        tried.add(next.key);
        if (!(await sendOne(next, session.token))) return;
      }
    },
    sendingKey: () => sendingKey,
    onSendingKeyChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
