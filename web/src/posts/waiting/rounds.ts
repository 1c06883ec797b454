import type { Post } from '@pontual/contract/posts.ts';
import type { Session } from '../../api/session-store.ts';
import { afterFailure, endsRound, leaving, nextDue } from './rules-of-sending.ts';
import { standingOf, type WaitingPost } from './waiting.ts';

/** How a post goes out. */
export interface Delivery {
  /** Of the session in whose name the post was made: nothing of it goes out under another. */
  token: string;
  /** It was cancelled, or its user has gone. */
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  /** To be waited for before the post itself begins to leave. Rejects where it must not. */
  beforeLeaving: () => Promise<void>;
}

/** What rounds need of the page. */
export interface Page {
  session: () => Session | null;
  onSession: (listener: () => void) => () => void;
  now: () => Date;
  read: (owner: string) => Promise<readonly WaitingPost[]>;
  /** False where it is not there any more. */
  change: (post: WaitingPost, change: (kept: WaitingPost) => WaitingPost) => Promise<boolean>;
  drop: (post: WaitingPost) => Promise<void>;
  /** Something that waits has changed, here or in another tab. */
  onChange: (listener: () => void) => () => void;
  deliver: (post: WaitingPost, delivery: Delivery) => Promise<Post>;
  /** It was sent, and its user is still here. */
  announce: (post: Post) => Promise<void>;
}

export interface Rounds {
  /** Sends what waits of a user, one after the other, until nothing is due or the line is gone. */
  go: (owner: string, anew: boolean) => Promise<void>;
  /** The key of what is on its way from this page. */
  underWay: () => string | null;
  onUnderWay: (listener: () => void) => () => void;
}

export function createRounds(page: Page): Rounds {
  const listeners = new Set<() => void>();
  let underWay: string | null = null;
  const setUnderWay = (key: string | null) => {
    underWay = key;
    for (const listener of listeners) listener();
  };
  const isHere = (owner: string) => page.session()?.user._id === owner;

  /** Aborts as soon as the post is gone, or its user. */
  function follow({ owner, key }: WaitingPost, control: AbortController): () => void {
    const stop = () => control.abort();
    const look = () => {
      if (!isHere(owner)) stop();
    };
    const lookForPost = () => {
      page.read(owner).then(
        (all) => {
          if (!all.some((post) => post.key === key)) stop();
        },
        () => undefined,
      );
    };
    const ends = [page.onSession(look), page.onChange(lookForPost)];
    look();
    return () => ends.forEach((end) => end());
  }

  /** False where the others need not be tried now. */
  async function sendOne(before: WaitingPost, token: string): Promise<boolean> {
    const { owner, key } = before;
    const control = new AbortController();
    const { signal } = control;
    const end = follow(before, control);
    const attempt = { before, hasBegun: false, isWhole: false };
    setUnderWay(key);
    try {
      signal.throwIfAborted();
      const post = await page.deliver(before, {
        token,
        signal,
        onProgress: (fraction) => {
          attempt.hasBegun ||= fraction > 0;
          attempt.isWhole = fraction >= 1;
        },
        beforeLeaving: async () => {
          const now = page.now();
          let mayLeave = false;
          await page.change(before, (kept) => {
            // Its files may have taken hours.
            mayLeave = standingOf(kept, now) === 'waits' && !signal.aborted;
            return mayLeave ? leaving(kept, now) : kept;
          });
          if (!mayLeave) control.abort();
          signal.throwIfAborted();
        },
      });
      await page.drop(before);
      if (isHere(owner)) await page.announce(post);
      return true;
    } catch (error) {
      await page.change(before, (kept) => afterFailure(kept, error, attempt, page.now()));
      return !endsRound(error);
    } finally {
      end();
      setUnderWay(null);
    }
  }

  return {
    async go(owner, anew) {
      const tried = new Set<string>();
      for (;;) {
        const session = page.session();
        if (session?.user._id !== owner) return;
        // Read anew each time: it may have been cancelled meanwhile.
        const next = nextDue(await page.read(owner), { tried, now: page.now(), anew });
        if (next === undefined) return;
        tried.add(next.key);
        if (!(await sendOne(next, session.token))) return;
      }
    },
    underWay: () => underWay,
    onUnderWay: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
