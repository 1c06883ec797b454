import { sql, type RawBuilder } from 'kysely';

/** A length of time in ms, as PostgreSQL adds it to an instant. */
export const interval = (ms: number): RawBuilder<unknown> =>
  sql`make_interval(secs => ${ms / 1000})`;
