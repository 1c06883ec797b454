import { useState } from 'react';

const PAGE_SIZE = 20;

export function usePartialList<T>(list: readonly T[]) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  return {
    visible: list.slice(0, limit),
    remaining: Math.max(0, list.length - limit),
    onShowMore: () => setLimit(limit + PAGE_SIZE),
  };
}
