/** `code`: of the server, or NETWORK, UPLOAD_STALLED, UPLOAD_REFUSED. `message` is Portuguese, for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  /** 0 when the server was not reached. */
  readonly status: number;
  readonly fields: Record<string, string>;
  /** The identity provider of a user who has no password. */
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

/** Of a success that cannot be read, which is no error of the server, and of an error of the browser. */
export const unexpectedMessage = 'Erro inesperado. Tente novamente.';

/** Returns the error of an upload without progress; `reason` is the reason that the server gave, if any. */
export const stalledError = (reason: string | null = null) =>
  new ApiError({
    code: 'UPLOAD_STALLED',
    status: 0,
    message: reason ?? 'O envio parou de avançar. Verifique sua internet e tente de novo.',
  });

export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The sentence of the server, or of the lost connection. An internal error has none for people: `fallback` says what failed. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : fallback;

/** For failures whose text the specification fixes (section 8): only a refusal, also of an upload, has another. */
export const fixedFailureText = (error: unknown, text: string): string =>
  isRefusal(error) || (error instanceof ApiError && error.code.startsWith('UPLOAD_'))
    ? error.message
    : text;
