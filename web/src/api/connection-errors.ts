import { ApiError } from './api-error.ts';

/** What a gateway answers when the server behind it is away. */
const UNREACHABLE_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Whether a call failed because the server was not reached: it says nothing of what was asked for. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ApiError && UNREACHABLE_STATUSES.has(error.status);

interface QueryState {
  data: unknown;
  isError: boolean;
  error: unknown;
}

/** Whether a failure is worth a word beside what is shown: without a line, the page says it once. */
export const hasReportableError = ({ data, isError, error }: QueryState): boolean =>
  isError && (data === undefined || !isConnectionError(error));
