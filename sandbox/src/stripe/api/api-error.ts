type ErrorMembers = {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  code?: string | undefined;
  param?: string | undefined;
  decline_code?: string | undefined;
  payment_intent?: object | undefined;
  charge?: string | undefined;
};

export class ApiError extends Error {
  readonly status: number;
  readonly members: ErrorMembers;
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

/** Creates the error for an unknown object in the path. */
export function createNotFoundError(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** Creates the error for an unknown object in a parameter, which is a 400 instead of a 404. */
export function createMissingReferenceError(kind: string, id: string, param: string): ApiError {
  return new ApiError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function createInvalidParamError(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, message, { param, code });
}
