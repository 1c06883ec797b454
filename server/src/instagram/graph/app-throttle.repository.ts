import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';

/** The accounts continue one after the other, or the first second would exceed the limit again. */
const SPREAD_MS = 20_000;

/** After SPREAD_MS, the posts of the last account are claimed within this time. */
const CATCH_UP_MS = 5000;

/** Of `instagram_apps i`, the app of its login: when this account may be called again. */
export const appThrottleEnd = (igUserId: RawBuilder<unknown>) => sql<Date>`(
  i.throttled_until + (hashtext(${igUserId}) & 2147483647) % ${sql.lit(SPREAD_MS)} * interval '1 millisecond')`;

export const isAppThrottled = (igUserId: RawBuilder<unknown>, login: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from instagram_apps i where i.login = ${login} and ${appThrottleEnd(igUserId)} > app_now())`;

/** Of an account that workspaces may have connected by different logins. Quickly true without any throttle. */
export const hasFreeApp = (igUserId: RawBuilder<unknown>) => sql<boolean>`(
  not exists (select from instagram_apps i where ${appThrottleEnd(igUserId)} > app_now())
  or exists (select from instagram_connections k
    where k.ig_user_id = ${igUserId} and k.ended_at is null
      and not ${isAppThrottled(igUserId, sql`k.login`)}))`;

/** A later answer may only prolong the throttle. One that comes before all accounts have continued belongs to it. */
export async function throttleApp(
  db: Db,
  login: InstagramLogin,
  code: string,
  ms: number,
): Promise<void> {
  await sql`
    insert into instagram_apps as i (login, throttled_since, throttled_until, throttle_code)
    values (${login}, app_now(), app_now() + ${interval(ms)}, ${code})
    on conflict (login) do update set
      throttled_since = case
        when i.throttled_until + ${interval(SPREAD_MS + CATCH_UP_MS)} < app_now() then app_now()
        else i.throttled_since end,
      throttled_until = greatest(i.throttled_until, excluded.throttled_until),
      throttle_code = excluded.throttle_code`.execute(db);
}

/** Undefined while the app is not throttled. */
export async function findAppThrottle(
  db: Db,
  login: InstagramLogin,
): Promise<{ code: string } | undefined> {
  const found = await sql<{ code: string }>`
    select throttle_code as code from instagram_apps
    where login = ${login} and throttled_until > app_now()`.execute(db);
  return found.rows[0];
}
