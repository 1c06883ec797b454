/**
 * A call that failed. Decide by `code`, the server's or one of those that only the browser can tell
 * of: NETWORK, UPLOAD_STALLED and UPLOAD_REFUSED. `message` is Portuguese, for people.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  /** 0 when the server was not reached. */
  readonly status: number;
  /** What is wrong with each field. */
  readonly fields: Record<string, string>;
  /** Who knows the user of an account that has no password. */
  readonly accountType: string | undefined;

  constructor(failure: {
    code: string;
    status: number;
    message: string;
    errors?: Record<string, string> | undefined;
    accountType?: string | undefined;
  }) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.fields = failure.errors ?? {};
    this.accountType = failure.accountType;
  }
}

/** Of an upload that no longer moves; `reason` if the server gave one. */
export const stalledError = (reason: string | null = null) =>
  new ApiError({
    code: 'UPLOAD_STALLED',
    status: 0,
    message: reason ?? 'O envio parou de avançar. Verifique sua internet e tente de novo.',
  });

/** An answer of the server's that did nothing: it says why. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** What a failure is told with: the server's reason where it has one, else the screen's own words. */
export const failureText = (error: unknown, fallback: string): string =>
  isRefusal(error) || (error instanceof ApiError && error.code.startsWith('UPLOAD_'))
    ? error.message
    : fallback;
