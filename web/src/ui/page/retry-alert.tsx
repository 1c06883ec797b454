import type { ReactNode } from 'react';
import { Alert } from '../alert.tsx';
import { RetryButton, type RetryProps } from './retry-button.tsx';

interface RetryAlertProps extends RetryProps {
  /** Stays until the data has loaded (api/has-failed.ts). */
  children: ReactNode;
  className?: string | undefined;
}

/** For a failure that is no query, or that stands above data; else `QueryState` shows it. */
export function RetryAlert({ children, className, ...retry }: RetryAlertProps) {
  return (
    <Alert
      tone="warn"
      live
      className={className}
      action={<RetryButton {...retry} variant="ghost" size="sm" />}
    >
      {children}
    </Alert>
  );
}
