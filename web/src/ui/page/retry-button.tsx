import { useLayoutEffect, useRef, type RefObject } from 'react';
import { Button, type ButtonStyle } from '../button.tsx';
import { focusPage } from './focus-page.ts';

export interface RetryProps {
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
  /** Gets the focus of the button when the failure disappears; by default the page heading. */
  focusAfter?: FocusAfter | undefined;
}

export type FocusAfter = RefObject<HTMLElement | null> | (() => void);

/** Keeps the focus while the query is fetched, and passes it on when a success removes the button. */
export function RetryButton({ query, focusAfter, ...style }: RetryProps & ButtonStyle) {
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = useRef(focusPage);
  useLayoutEffect(() => {
    moveFocus.current = () => {
      if (typeof focusAfter === 'function') focusAfter();
      else if (focusAfter?.current == null) focusPage();
      else focusAfter.current.focus({ preventScroll: true });
    };
  });
  // A layout effect, because its cleanup runs while the button still has the focus.
  useLayoutEffect(() => {
    const pressed = button.current;
    return () => {
      if (pressed !== null && document.activeElement === pressed) {
        queueMicrotask(() => moveFocus.current());
      }
    };
  }, []);
  return (
    <Button
      ref={button}
      {...style}
      busy={query.isFetching}
      busyLabel="Carregando..."
      onClick={() => void query.refetch()}
    >
      Tentar de novo
    </Button>
  );
}
