import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useRef } from 'react';
import type { Frame } from './wizard-state.ts';

/** In ms (specification, section 9). */
const SUCCESS_MS: Record<Frame, number> = { page: 2000, modal: 1500 };
const DEMO_RESET_MS = 3000;

/** In ms; null if success stays until the user continues, as with a warning. */
export function successDelay(frame: Frame, isDemo: boolean, hasWarning: boolean): number | null {
  if (hasWarning) return null;
  return isDemo ? DEMO_RESET_MS : SUCCESS_MS[frame];
}

interface SuccessTimer {
  start: (post: Post, hasWarning: boolean) => void;
  finishNow: () => void;
  stop: () => Post | null;
}

export function useSuccessTimer(frame: Frame, onEnd: (post: Post) => void): SuccessTimer {
  const timerRef = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; post: Post }>(null);
  const onEndRef = useRef(onEnd);
  useEffect(() => {
    onEndRef.current = onEnd;
  });
  useEffect(() => () => clearTimeout(timerRef.current?.timer), []);
  const stop = () => {
    const post = timerRef.current?.post ?? null;
    clearTimeout(timerRef.current?.timer);
    timerRef.current = null;
    return post;
  };
  const finish = () => {
    const post = stop();
    if (post !== null) onEndRef.current(post);
  };
  return {
    start(post, hasWarning) {
      const delay = successDelay(frame, post.demo, hasWarning);
      timerRef.current = { post, timer: delay === null ? undefined : setTimeout(finish, delay) };
    },
    finishNow: finish,
    stop,
  };
}
