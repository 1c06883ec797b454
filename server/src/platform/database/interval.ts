import { sql, type RawBuilder } from 'kysely';

export const interval = (ms: number): RawBuilder<unknown> =>
  sql`make_interval(secs => ${ms / 1000})`;
