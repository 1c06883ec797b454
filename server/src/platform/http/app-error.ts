import { errorCatalogue, type ErrorCode, type Failure } from '@pontual/contract/shared/errors.ts';

/** A failure that the user is told about. Anything else thrown is a bug, answered as INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly accountType: Failure['accountType'];
  /** Before that, the same has the same end. */
  readonly retryAfterMs: number | undefined;

  /** `message` replaces the catalogue's sentence where the case can be told more exactly. */
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
