import { useRef } from 'react';
import { focusPage } from '../../ui/page/focus-page.ts';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';

export const ROW_LIST_ID = 'bulk-rows';

/** Also scrolls the row clear of the bar that covers the list. */
export function focusRowAt(position: number): void {
  const row = document.getElementById(ROW_LIST_ID)?.children.item(position);
  if (!(row instanceof HTMLElement)) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'center' });
}

export function useFocusAfterRemoval(): (position: number) => void {
  const removedPosition = useRef(0);
  const focusAfter = useFocusAfterRender(() => {
    const rows = document.getElementById(ROW_LIST_ID)?.children;
    const row = rows?.item(Math.min(removedPosition.current, rows.length - 1));
    if (row instanceof HTMLElement) row.focus();
    else focusPage();
  });
  return (position) => {
    removedPosition.current = position;
    focusAfter();
  };
}
