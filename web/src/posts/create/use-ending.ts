import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useRef } from 'react';
import type { Frame } from './wizard-state.ts';

/** How long success is shown (specification, section 9). */
const CLOSE_MS: Record<Frame, number> = { page: 2000, modal: 1500 };
const DEMO_RESET_MS = 3000;

interface Ending {
  /** Shows success for its time; one with a warning stays until its reader goes on. */
  begin: (post: Post, hasWarning: boolean) => void;
  /** Its reader does not wait. */
  now: () => void;
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
  const finish = () => {
    if (ending.current === null) return;
    const { timer, post } = ending.current;
    clearTimeout(timer);
    ending.current = null;
    end.current(post);
  };
  return {
    begin(post, hasWarning) {
      const delay = post.demo ? DEMO_RESET_MS : CLOSE_MS[frame];
      ending.current = { post, timer: hasWarning ? undefined : setTimeout(finish, delay) };
    },
    now: finish,
  };
}
