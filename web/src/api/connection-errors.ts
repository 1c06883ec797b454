import { ApiError } from './api-error.ts';

/** The statuses of a gateway whose server is unavailable, and 0 for no response. */
const UNREACHABLE_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** True if the server was not reached, which says nothing about the request. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ApiError && UNREACHABLE_STATUSES.has(error.status);

interface QueryState {
  data: unknown;
  isError: boolean;
  error: unknown;
}

/** Whether the page must show this failure: offline, one banner covers all failures. */
export const hasReportableError = ({ data, isError, error }: QueryState): boolean =>
  isError && (data === undefined || !isConnectionError(error));
