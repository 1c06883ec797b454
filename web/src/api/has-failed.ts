interface QueryResult {
  data: unknown;
  isError: boolean;
  errorUpdateCount: number;
}

/** True during a retry, too: a query without data resets its error then. */
export const hasFailed = ({ data, isError, errorUpdateCount }: QueryResult): boolean =>
  isError || (data === undefined && errorUpdateCount > 0);
