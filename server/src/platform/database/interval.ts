import { sql, type RawBuilder } from 'kysely';

/** Returns SQL of an interval of `ms` milliseconds. */
export const interval = (ms: number): RawBuilder<unknown> =>
  sql`make_interval(secs => ${ms / 1000})`;
