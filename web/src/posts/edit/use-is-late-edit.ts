import type { Post } from '@pontual/contract/posts/posts.ts';
import { useEffect, useState } from 'react';
import { readNow } from '../now.ts';
import { getLateEditStart } from '../../composer/edit-form.ts';

/** A longer timeout fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export function useIsLateEdit(post: Post): boolean {
  const [, rerender] = useState(0);
  const from = getLateEditStart(post)?.getTime() ?? null;
  useEffect(() => {
    if (from === null) return undefined;
    const wait = Math.max(0, from - readNow().getTime());
    const timer = setTimeout(() => rerender((count) => count + 1), Math.min(wait, MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [from]);
  return from !== null && readNow().getTime() >= from;
}
