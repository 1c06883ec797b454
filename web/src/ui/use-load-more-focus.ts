import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a list of which more is shown at a press: where the button is gone with it, the focus goes to
 * the first that came.
 */
export function useLoadMoreFocus<E extends HTMLElement>(): {
  list: RefObject<E | null>;
  /** More is about to come. */
  beforeLoad: () => void;
} {
  const list = useRef<E>(null);
  const before = useRef<number | null>(null);
  // What comes may be drawn at once or with an answer.
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

/** Who may only look finds nothing to press in some lists: the item itself is gone on from. */
function focusIn(item: HTMLElement): void {
  const control = item.querySelector<HTMLElement>('button') ?? item.querySelector('a');
  if (control === null) item.tabIndex = -1;
  (control ?? item).focus();
}

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll('li') ?? [])];
