import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../button.tsx';
import { Alert } from '../alert.tsx';
import { focusPage } from './focus-page.ts';

interface RetryAlertProps {
  /** Stays until the data has loaded (api/has-failed.ts). */
  children: ReactNode;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
  /** Gets the focus when the alert disappears; by default the page heading. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  className?: string | undefined;
}

export function RetryAlert({ children, query, focusAfter, className }: RetryAlertProps) {
  const button = useRef<HTMLButtonElement>(null);
  // A layout effect, because its cleanup runs while the button still has the focus.
  useLayoutEffect(() => {
    const pressed = button.current;
    const moveFocus = () => {
      if (focusAfter?.current == null) focusPage();
      else focusAfter.current.focus({ preventScroll: true });
    };
    return () => {
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
