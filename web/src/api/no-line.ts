import { ApiError } from './api-error.ts';

/** What a gateway answers when the server behind it is away. */
const AWAY: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** Whether a call failed because the server was not reached: it says nothing of what was asked for. */
export const isNoLine = (error: unknown): boolean =>
  error instanceof ApiError && AWAY.has(error.status);

interface Asked {
  data: unknown;
  isError: boolean;
  error: unknown;
}

/** Whether a failure is worth a word beside what is shown: without a line, the page says it once. */
export const failedOtherwise = ({ data, isError, error }: Asked): boolean =>
  isError && (data === undefined || !isNoLine(error));
