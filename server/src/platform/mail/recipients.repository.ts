import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';

const RETENTION = sql`interval '1 day'`;
/** The first key of the lock; the second one is the recipient. */
const RECIPIENT_LOCK = 727_043;

/** A recipient is the hash of an address. */
export function createRecipientsRepository(db: Db | Tx) {
  return {
    /** The addresses of users who have not shown that the mailbox is theirs. */
    async findUnverified(addresses: readonly string[]): Promise<string[]> {
      const found = await sql<{ address: string }>`
        select address from unnest(${[...addresses]}::text[]) as address
        join users u on lower(u.email) = lower(address)
        where u.email_verified_at is null`.execute(db);
      return found.rows.map(({ address }) => address);
    },

    /** Until the end of the transaction, in one order everywhere. */
    async lock(recipients: readonly Buffer[]): Promise<void> {
      await sql`select pg_advisory_xact_lock(${RECIPIENT_LOCK}, key)
        from (select distinct hashtext(encode(r, 'hex')) as key
          from unnest(${[...recipients]}::bytea[]) as r order by 1) k`.execute(db);
    },

    /**
     * In seconds, until each recipient has had fewer than `most` emails of the sort within `seconds`; 0: now.
     * Other attempts of the same email do not count.
     */
    async waitSeconds(
      recipients: readonly Buffer[],
      { key, sort, most, seconds }: { key: string; sort: string; most: number; seconds: number },
    ): Promise<number> {
      const found = await sql<{ wait: number }>`
        select coalesce(max(greatest(1, ceil(extract(epoch from
            s.at + make_interval(secs => ${seconds}) - app_now())))), 0)::int as wait
        from unnest(${[...recipients]}::bytea[]) as r
        cross join lateral (
          select at from sent_emails
          where recipient = r and sort = ${sort} and key <> ${key}
            and at > app_now() - make_interval(secs => ${seconds})
          order by at desc offset ${most - 1} limit 1) s`.execute(db);
      return found.rows[0]?.wait ?? 0;
    },

    /** The first attempt of an email counts, its repetitions do not. */
    async insert(recipients: readonly Buffer[], key: string, sort: string): Promise<void> {
      await sql`insert into sent_emails (recipient, key, sort)
        select distinct r, ${key}, ${sort} from unnest(${[...recipients]}::bytea[]) as r
        on conflict do nothing`.execute(db);
    },

    async deleteOld(): Promise<void> {
      await sql`delete from sent_emails where at < app_now() - ${RETENTION}`.execute(db);
    },
  };
}
