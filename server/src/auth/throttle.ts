import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import { AppError } from '../http/app-error.ts';
import type { ErrorCode } from '@pontual/contract/errors.ts';

const WINDOW_MS = 15 * 60_000;
/** Failed attempts within the window after which no more are looked at. */
const MOST = { account: 10, address: 300 };

/** How often the card provider is asked, or a report printed, for one user within it, however that ends. */
const MOST_OF_USER: Partial<Record<Attempt['what'], number>> = {
  checkout: 20,
  portal: 20,
  refresh: 60,
  print: 10,
  'test-webhook': 30,
};

/** What an attempt was wrong about. Whatever else goes wrong with one counts for nothing. */
const failures: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'EMAIL_TAKEN',
  'RESET_TOKEN_INVALID',
  'WRONG_PASSWORD',
  'EMAIL_LINK_INVALID',
  'GOOGLE_ACCOUNT',
  'HANDOFF_INVALID',
  'NOT_FOUND',
]);

/** Who tries. */
export interface Attempt {
  /** What is tried: each has a count of its own. */
  what:
    | 'login'
    | 'register'
    | 'forgot-password'
    | 'reset-password'
    | 'prove-password'
    | 'send-link'
    | 'open-link'
    | 'google'
    | 'checkout'
    | 'portal'
    | 'refresh'
    | 'print'
    | 'test-webhook'
    | 'support'
    | 'member-support';
  /** Whose secret is guessed, by their e-mail or id; null where nobody is named. */
  account: string | null;
  /** A browser in which the account was logged in before: it has a count of its own, so that nobody else can lock it out. */
  device?: string | undefined;
  /** IP address that it comes from. */
  address: string;
  /** It counts however it ends: each has a mail sent. */
  always?: boolean;
  /** Where fewer than usual are let through. */
  most?: typeof MOST;
}

export type Throttle = ReturnType<typeof createThrottle>;

/** Slows down whoever guesses, by failed attempts alone, and whoever has much work done. */
export function createThrottle(db: Db) {
  return {
    /**
     * Lets the attempt happen unless too many have failed lately. It is written down before it is
     * looked at, so that a hundred at once are no more than as many one after the other.
     * What it answers may be a failure too.
     * @throws AppError RATE_LIMITED with the wait, and what the attempt throws
     */
    async attempt<T>(
      by: Attempt,
      act: () => Promise<T>,
      isFailure: (result: T) => boolean = () => false,
    ): Promise<T> {
      const subjects = subjectsOf(by);
      const made = await sql<{ id: string }>`
        insert into failed_attempts (subject)
        select unnest(${subjects.map(({ subject }) => subject)}::text[]) returning id`.execute(db);
      const forget = () =>
        sql`
        delete from failed_attempts where id = any(${made.rows.map(({ id }) => id)}::bigint[])`.execute(
          db,
        );
      const wait = await waitFor(subjects);
      if (wait > 0) {
        await forget();
        throw new AppError('RATE_LIMITED', { message: sentence(wait), retryAfterMs: wait });
      }
      try {
        const result = await act();
        const isCounted = by.always === true || MOST_OF_USER[by.what] !== undefined;
        if (!isCounted && !isFailure(result)) await forget();
        return result;
      } catch (error) {
        const isFailed = error instanceof AppError && failures.has(error.code);
        if (!isFailed && MOST_OF_USER[by.what] === undefined) await forget();
        throw error;
      }
    },

    /** Forgets what is no longer counted. */
    async forgetOld(): Promise<void> {
      await sql`
        delete from failed_attempts where at < app_now() - ${interval(WINDOW_MS)}`.execute(db);
    },
  };

  /** How long these must wait, in ms; 0 when they need not. */
  async function waitFor(subjects: readonly Subject[]): Promise<number> {
    const found = await sql<{ subject: string; count: number; waitMs: number }>`
      select subject, count(*)::int as count,
        (extract(epoch from min(at) + ${interval(WINDOW_MS)} - app_now()) * 1000)::float8 as "waitMs"
      from failed_attempts
      where subject = any(${subjects.map(({ subject }) => subject)})
        and at > app_now() - ${interval(WINDOW_MS)}
      group by subject`.execute(db);
    const waits = found.rows
      .filter(({ subject, count }) =>
        subjects.some((each) => each.subject === subject && count > each.most),
      )
      .map(({ waitMs }) => waitMs);
    return Math.max(0, ...waits);
  }
}

interface Subject {
  subject: string;
  most: number;
}

/** As hashes: what lies there for minutes tells nobody who tried to be whom. */
function subjectsOf({ what, account, device, address, most: bounds = MOST }: Attempt): Subject[] {
  const hashed = (...parts: string[]) =>
    createHash('sha256')
      .update([what, ...parts].join('\n'))
      .digest('base64url');
  const whose =
    account === null
      ? []
      : [
          device === undefined
            ? hashed('account', account.toLowerCase())
            : hashed('device', device),
        ];
  const most = MOST_OF_USER[what];
  if (most !== undefined) return whose.map((subject) => ({ subject, most }));
  return [
    ...whose.map((subject) => ({ subject, most: bounds.account })),
    { subject: hashed('address', address), most: bounds.address },
  ];
}

const MINUTE_MS = 60_000;

function sentence(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return `Muitas tentativas. Aguarde ${minutes === 1 ? '1 minuto' : `${minutes} minutos`} e tente de novo.`;
}
