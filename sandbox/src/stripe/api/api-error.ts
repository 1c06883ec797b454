type ErrorMembers = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string | undefined;
  param?: string | undefined;
  decline_code?: string | undefined;
  payment_intent?: object | undefined;
  charge?: string | undefined;
};

/** Thrown to answer a call with an error object. */
export class ApiError extends Error {
  readonly status: number;
  readonly members: ErrorMembers;
  /** Whether the client is told to try again. */
  readonly shouldRetry: boolean | undefined;

  constructor(status: number, message: string, members: ErrorMembers = {}, shouldRetry?: boolean) {
    super(message);
    this.status = status;
    this.members = members;
    this.shouldRetry = shouldRetry;
  }

  body(): { error: object } {
    const { type = 'invalid_request_error', code, ...others } = this.members;
    return {
      error: {
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        message: this.message,
        ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
        type,
      },
    };
  }
}

/** What is asked for is not there. */
export function createNotFoundError(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** What is named in a parameter is not there: that is a wrong request, not a wrong address. */
export function createMissingReferenceError(kind: string, id: string, param: string): ApiError {
  return new ApiError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** A parameter that does not do. */
export function createInvalidParamError(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, message, { param, code });
}
