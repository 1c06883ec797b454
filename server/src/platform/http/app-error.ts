import { errorCatalogue, type ErrorCode, type Failure } from '@pontual/contract/shared/errors.ts';

/** Reported to the user. Any other thrown error is a bug and is answered with INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly accountType: Failure['accountType'];
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    details: Partial<Pick<Failure, 'message' | 'accountType'>> & Details = {},
  ) {
    super(details.message ?? errorCatalogue[code].message);
    this.code = code;
    this.fields = details.fields;
    this.accountType = details.accountType;
    this.retryAfterMs = details.retryAfterMs;
  }
}

interface Details {
  fields?: Record<string, string>;
  retryAfterMs?: number;
}

export function failureOf(error: AppError): { status: number; body: Failure } {
  return {
    status: errorCatalogue[error.code].status,
    body: {
      success: false,
      code: error.code,
      message: error.message,
      ...(error.fields === undefined ? {} : { errors: error.fields }),
      ...(error.accountType === undefined ? {} : { accountType: error.accountType }),
    },
  };
}
