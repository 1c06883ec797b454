import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../button.tsx';
import { Alert } from '../alert.tsx';
import { focusPage } from './focus-page.ts';

interface RetryAlertProps {
  /** What could not be fetched; the notice stands until it is there (api/has-failed.ts). */
  children: ReactNode;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
  /** Has the focus once the notice is gone with its button; by default the page's heading. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  className?: string | undefined;
}

/** Says that something could not be fetched, and fetches it again. */
export function RetryAlert({ children, query, focusAfter, className }: RetryAlertProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The focus belongs to the document; this runs while the button still has it.
  useLayoutEffect(() => {
    const pressed = button.current;
    const moveFocus = () => {
      // What was to have it may be gone as well.
      if (focusAfter?.current == null) focusPage();
      else focusAfter.current.focus({ preventScroll: true });
    };
    return () => {
      // What comes instead is drawn by then.
      if (pressed !== null && document.activeElement === pressed) queueMicrotask(moveFocus);
    };
  }, [focusAfter]);
  return (
    <Alert
      tone="warn"
      live
      className={className}
      action={
        <Button
          ref={button}
          variant="ghost"
          size="sm"
          busy={query.isFetching}
          busyLabel="Carregando..."
          onClick={() => void query.refetch()}
        >
          Tentar de novo
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
