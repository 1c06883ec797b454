interface QueryState {
  data: unknown;
  isError: boolean;
  errorUpdateCount: number;
}

/** Also while it is asked for again: what has never come forgets then that it has failed. */
export const hasFailed = ({ data, isError, errorUpdateCount }: QueryState): boolean =>
  isError || (data === undefined && errorUpdateCount > 0);
