import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../api/api-error.ts';
import { hasReportableError } from '../../api/connection-errors.ts';
import { hasFailed } from '../../api/has-failed.ts';
import { buttonClass } from '../button.tsx';
import { Card } from '../card.tsx';
import { cx } from '../cx.ts';
import { ErrorState } from '../error-state.tsx';
import { Skeleton, SkeletonBar } from '../skeleton.tsx';
import { useLastValue } from '../use-last-value.ts';
import { RetryAlert } from './retry-alert.tsx';
import { RetryButton, type FocusAfter } from './retry-button.tsx';

/** The part of a query that a page needs to show its state. */
export interface LoadedQuery<T> {
  data: T | undefined;
  error: Error | null;
  isError: boolean;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

type FailurePanel = {
  title: string;
  /** Leads to another page. */
  back?: string;
  /** Without a card of its own, because it stands in a dialog or a card. */
  isBare?: boolean;
} & (
  | {
      /** For an error without a message for people. */
      fallback: string;
      message?: undefined;
    }
  | {
      /** Replaces the message of the error. */
      message: string;
      fallback?: undefined;
    }
);

interface QueryStateProps<T> {
  query: LoadedQuery<T>;
  /** A sentence is an alert; a title makes a panel that takes the place of the data. */
  failed: string | ((error: Error | null) => string) | FailurePanel;
  /** Above data that could not be refreshed; a lost connection is in the offline banner already. */
  stale?: string;
  /** Null where nothing is shown until the data have loaded. */
  loading?: ReactNode;
  /** Replaces an empty list. */
  empty?: ReactNode;
  /** What a retry cannot change: a missing post, an invalid link. Undefined for every other error. */
  renderRefused?: (error: Error) => ReactNode;
  /** Gets the focus of the retry button after a success; by default the page heading. */
  focusAfter?: FocusAfter | undefined;
  /** Of the alert or panel. */
  className?: string | undefined;
  /** Left out where the data are shown elsewhere. */
  children?: (data: T) => ReactNode;
}

/**
 * Shows a query: a skeleton, a failure with a retry, an empty list, or the data. The failure stays, with a busy
 * button, until a retry has succeeded.
 */
export function QueryState<T>(props: QueryStateProps<T>) {
  const {
    query,
    failed,
    stale,
    loading = <Bars />,
    empty,
    renderRefused,
    children,
    ...place
  } = props;
  const { data } = query;
  // A query without data resets its error during a retry, but the failure is still shown.
  const error = useLastValue(query.error);
  if (data === undefined) {
    if (!hasFailed(query)) return loading;
    const refusal = error === null ? undefined : renderRefused?.(error);
    if (refusal !== undefined) return refusal;
    return <Failure query={query} error={error} failed={failed} {...place} />;
  }
  return (
    <>
      {stale !== undefined && hasReportableError(query) ? (
        <RetryAlert query={query} {...place} className={cx('items-center', place.className)}>
          {stale}
        </RetryAlert>
      ) : null}
      {empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children?.(data)}
    </>
  );
}

interface FailureProps extends Pick<
  QueryStateProps<unknown>,
  'query' | 'failed' | 'focusAfter' | 'className'
> {
  error: Error | null;
}

function Failure({ query, error, failed, focusAfter, className }: FailureProps) {
  if (typeof failed !== 'object') {
    return (
      <RetryAlert query={query} focusAfter={focusAfter} className={cx('items-center', className)}>
        {typeof failed === 'string' ? failed : failed(error)}
      </RetryAlert>
    );
  }
  const { title, back, isBare = false } = failed;
  const panel = (
    <ErrorState
      title={title}
      message={failed.message ?? failureText(error, failed.fallback)}
      actions={
        <>
          {back === undefined ? null : (
            <Link to={back} className={buttonClass({ variant: 'line' })}>
              Voltar
            </Link>
          )}
          <RetryButton query={query} focusAfter={focusAfter} variant="ink" />
        </>
      }
      className={back === undefined ? undefined : 'py-16'}
    />
  );
  return isBare ? (
    <div role="alert" className={className}>
      {panel}
    </div>
  ) : (
    <Card role="alert" className={className}>
      {panel}
    </Card>
  );
}

const Bars = () => (
  <Skeleton className="grid gap-3">
    <SkeletonBar className="h-4 w-2/3" />
    <SkeletonBar className="h-4 w-1/3" />
  </Skeleton>
);
