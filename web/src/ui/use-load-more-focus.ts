import { useEffect, useRef, type RefObject } from 'react';

/** If the button disappears, the focus moves to the first new item. */
export function useLoadMoreFocus<E extends HTMLElement>(): {
  list: RefObject<E | null>;
  beforeLoad: () => void;
} {
  const list = useRef<E>(null);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null) return;
    const first = itemsOf(list.current)[before.current];
    if (first === undefined) return;
    before.current = null;
    if (document.activeElement !== document.body) return;
    focusIn(first);
  });
  return {
    list,
    beforeLoad: () => {
      before.current = itemsOf(list.current).length;
    },
  };
}

/** A viewer has no controls in some lists. */
function focusIn(item: HTMLElement): void {
  const control = item.querySelector<HTMLElement>('button') ?? item.querySelector('a');
  if (control === null) item.tabIndex = -1;
  (control ?? item).focus();
}

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll('li') ?? [])];
