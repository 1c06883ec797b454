import type { Post } from '@pontual/contract/posts/posts.ts';
import type { Session } from '../../api/session-store.ts';
import {
  applyFailure,
  shouldStopSending,
  markSendStarted,
  findNextDue,
} from './offline-sender.rules.ts';
import { getOfflinePostStatus, type OfflinePost } from './offline-post.ts';

export interface OfflineDelivery {
  /** Token of the user who created the post; no request uses another one. */
  token: string;
  /** Aborts when the post is cancelled or its user logs out. */
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** Must be awaited before the request that creates the post; rejects if the request must not be sent. */
  beforeRequest: () => Promise<void>;
}

export interface OfflineSenderDependencies {
  session: () => Session | null;
  onSession: (listener: () => void) => () => void;
  now: () => Date;
  read: (owner: string) => Promise<readonly OfflinePost[]>;
  /** Returns false if the post is no longer stored. */
  update: (post: OfflinePost, update: (stored: OfflinePost) => OfflinePost) => Promise<boolean>;
  remove: (post: OfflinePost) => Promise<void>;
  onChange: (listener: () => void) => () => void;
  deliver: (post: OfflinePost, delivery: OfflineDelivery) => Promise<Post>;
  /** Called after a delivery if the user is still logged in. */
  announce: (post: Post) => Promise<void>;
}

export interface OfflineSender {
  /** Sends one post after the other, until none is due or the connection fails. */
  sendDue: (owner: string, ignoreBackoff: boolean) => Promise<void>;
  /** Null while this page sends no post. */
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

  /** Returns false if the remaining posts should not be tried now. */
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
          await dependencies.update(original, (stored) => {
            // Checked again, because uploading the files may have taken hours.
            canSend = getOfflinePostStatus(stored, now) === 'waits' && !signal.aborted;
            return canSend ? markSendStarted(stored, now) : stored;
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
