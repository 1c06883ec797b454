import { useRef } from 'react';
import { focusPage } from '../shell/focus-page.ts';
import { useFocusAfter } from '../ui/use-focus-after.ts';

/** Names the list of the posts. */
export const ROWS = 'bulk-rows';

/** Shows one of them, clear of the bar that lies over the list. */
export function focusRowAt(position: number): void {
  const row = document.getElementById(ROWS)?.children.item(position);
  if (!(row instanceof HTMLElement)) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'center' });
}

/** Gives the focus on from a post that goes to the one that comes in its place, or to the page. */
export function useFocusOnRow(): (position: number) => void {
  const at = useRef(0);
  const focusAfter = useFocusAfter(() => {
    const rows = document.getElementById(ROWS)?.children;
    const row = rows?.item(Math.min(at.current, rows.length - 1));
    if (row instanceof HTMLElement) row.focus();
    else focusPage();
  });
  return (position) => {
    at.current = position;
    focusAfter();
  };
}
