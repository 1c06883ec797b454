import { useState } from 'react';

/** So many are drawn at a time. */
const PAGE_SIZE = 20;

/** The first of a list, and how to see more of it. */
export function usePartialList<T>(list: readonly T[]) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  return {
    visible: list.slice(0, limit),
    remaining: Math.max(0, list.length - limit),
    onShowMore: () => setLimit(limit + PAGE_SIZE),
  };
}
