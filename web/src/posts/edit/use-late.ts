import type { Post } from '@pontual/contract/posts.ts';
import { useEffect, useState } from 'react';
import { readNow } from '../now.ts';
import { lateFrom } from './edit-form.ts';

/** The longest that a browser waits; a longer wait would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether an edit of this post may delay it; true on the second from which it is. */
export function useLate(post: Post): boolean {
  const [, wake] = useState(0);
  const from = lateFrom(post)?.getTime() ?? null;
  useEffect(() => {
    if (from === null) return undefined;
    const wait = Math.max(0, from - readNow().getTime());
    const timer = setTimeout(() => wake((count) => count + 1), Math.min(wait, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [from]);
  return from !== null && readNow().getTime() >= from;
}
