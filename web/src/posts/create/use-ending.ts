import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useRef } from 'react';
import type { Frame } from './wizard-state.ts';

/** How long success is shown (specification, section 9). */
const CLOSE_MS: Record<Frame, number> = { page: 2000, modal: 1500 };
const DEMO_RESET_MS = 3000;

/** In ms; null where it stays until its reader goes on, as with a warning. */
export function endingAfter(frame: Frame, isDemo: boolean, hasWarning: boolean): number | null {
  if (hasWarning) return null;
  return isDemo ? DEMO_RESET_MS : CLOSE_MS[frame];
}

interface Ending {
  /** Shows success for its time. */
  begin: (post: Post, hasWarning: boolean) => void;
  /** Its reader does not wait. */
  now: () => void;
  /** Ends nothing any more; gives the post that was shown, if any was. */
  stop: () => Post | null;
}

/** Ends a composer whose post exists. */
export function useEnding(frame: Frame, onEnd: (post: Post) => void): Ending {
  const ending = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; post: Post }>(null);
  const end = useRef(onEnd);
  // The timer calls what is current when it ends, and nobody once the composer is gone.
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => () => clearTimeout(ending.current?.timer), []);
  const stop = () => {
    const post = ending.current?.post ?? null;
    clearTimeout(ending.current?.timer);
    ending.current = null;
    return post;
  };
  const finish = () => {
    const post = stop();
    if (post !== null) end.current(post);
  };
  return {
    begin(post, hasWarning) {
      const delay = endingAfter(frame, post.demo, hasWarning);
      ending.current = { post, timer: delay === null ? undefined : setTimeout(finish, delay) };
    },
    now: finish,
    stop,
  };
}
