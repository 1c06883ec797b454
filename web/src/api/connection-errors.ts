import { ApiError } from './api-error.ts';
import { hasFailed } from './has-failed.ts';

/** The statuses of a gateway whose server is unavailable, and 0 for no response. */
const UNREACHABLE_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** True if the server was not reached, which says nothing about the request. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ApiError && UNREACHABLE_STATUSES.has(error.status);

/** Whether the page must show this failure: with data on screen, the offline banner covers a lost connection. */
export const hasReportableError = (
  query: Parameters<typeof hasFailed>[0] & { error: unknown },
): boolean => hasFailed(query) && (query.data === undefined || !isConnectionError(query.error));
