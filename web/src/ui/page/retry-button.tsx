import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button, type ButtonStyle } from '../button.tsx';
import { focusPage } from './focus-page.ts';

export interface RetryProps {
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
  /** Gets the focus of the button when the failure disappears; by default the page heading. */
  focusAfter?: FocusAfter | undefined;
}

export type FocusAfter = RefObject<HTMLElement | null> | (() => void);

interface RetryButtonProps extends RetryProps, ButtonStyle {
  children?: ReactNode;
}

/** Keeps the focus while the query is fetched, and passes it on when a success removes the button. */
export function RetryButton(props: RetryButtonProps) {
  const { query, focusAfter, children = 'Tentar de novo', ...style } = props;
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
      {children}
    </Button>
  );
}
