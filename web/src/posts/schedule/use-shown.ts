import { useState } from 'react';

/** So many are drawn at a time. */
const STEP = 20;

/** The first of a list, and how to see more of it. */
export function useShown<T>(list: readonly T[]) {
  const [most, setMost] = useState(STEP);
  return {
    shown: list.slice(0, most),
    left: Math.max(0, list.length - most),
    onMore: () => setMost(most + STEP),
  };
}
