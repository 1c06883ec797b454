interface QueryState {
  data: unknown;
  isError: boolean;
  errorUpdateCount: number;
}

/** Returns whether a query has failed, also during a retry: a query without data resets its error then. */
export const hasFailed = ({ data, isError, errorUpdateCount }: QueryState): boolean =>
  isError || (data === undefined && errorUpdateCount > 0);
