import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import { AppError } from './app-error.ts';
import { networkOf } from './network-of.ts';
import type { ErrorCode } from '@pontual/contract/shared/errors.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
/** Failed attempts within the window after which no more are looked at. */
const MAX_FAILURES = { account: 10, address: 300 };

/** How often the card provider is asked, a report printed, or somebody invited, for one user within it, however that ends. */
const MAX_PER_USER: Partial<Record<Attempt['what'], number>> = {
  checkout: 20,
  portal: 20,
  refresh: 60,
  print: 10,
  'test-webhook': 30,
  invite: 20,
  'change-role': 40,
};

const DAY_MS = 24 * 3_600_000;
/** How many mails one address gets within a day, whoever has them sent; what sent none does not count. */
const MAX_PER_RECIPIENT: Partial<Record<Attempt['what'], number>> = { 'invite-address': 3 };
/** What is counted for a day begins with it. */
const DAY_PREFIX = 'day:';

/** How often an account is tried at Instagram within a minute, however that ends. */
const MAX_PER_MINUTE: Partial<Record<Attempt['what'], number>> = { 'retry-account': 1 };
/** What is counted for a minute begins with it. */
const MINUTE_PREFIX = 'minute:';

/** What an attempt was wrong about. Whatever else goes wrong with one counts for nothing. */
const failureCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'EMAIL_TAKEN',
  'RESET_TOKEN_INVALID',
  'WRONG_PASSWORD',
  'EMAIL_LINK_INVALID',
  'GOOGLE_ACCOUNT',
  'HANDOFF_INVALID',
  'NOT_FOUND',
  'APPROVAL_LINK_INVALID',
  'INVITATION_INVALID',
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
    | 'answer-link'
    | 'google'
    | 'checkout'
    | 'portal'
    | 'refresh'
    | 'print'
    | 'test-webhook'
    | 'invite'
    | 'invite-address'
    | 'change-role'
    | 'retry-account'
    | 'support'
    | 'member-support';
  /** Whose secret is guessed, or to whom a mail goes, by their e-mail or id; null where nobody is named. */
  account: string | null;
  /** A browser in which the account was logged in before: it has a count of its own, so that nobody else can lock it out. */
  device?: string | undefined;
  /** IP address that it comes from; those of one network have one count. */
  address: string;
  /** It counts however it ends: each has a mail sent. */
  always?: boolean;
  /** Where fewer than usual are let through. */
  most?: typeof MAX_FAILURES;
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
      const recorded = await sql<{ id: string }>`
        insert into failed_attempts (subject)
        select unnest(${subjects.map(({ subject }) => subject)}::text[]) returning id`.execute(db);
      const forget = () =>
        sql`
        delete from failed_attempts where id = any(${recorded.rows.map(({ id }) => id)}::bigint[])`.execute(
          db,
        );
      const waitMs = await remainingWaitMs(subjects);
      if (waitMs > 0) {
        await forget();
        const message = rateLimitMessage(waitMs, by.what);
        throw new AppError('RATE_LIMITED', { message, retryAfterMs: waitMs });
      }
      try {
        const result = await act();
        const isCounted =
          by.always === true ||
          MAX_PER_USER[by.what] !== undefined ||
          MAX_PER_MINUTE[by.what] !== undefined ||
          MAX_PER_RECIPIENT[by.what] !== undefined;
        if (!isCounted && !isFailure(result)) await forget();
        return result;
      } catch (error) {
        const isFailed = error instanceof AppError && failureCodes.has(error.code);
        if (!isFailed && MAX_PER_USER[by.what] === undefined) await forget();
        throw error;
      }
    },

    /** Forgets what is no longer counted. */
    async forgetOld(): Promise<void> {
      await sql`
        delete from failed_attempts where at < app_now() - ${windowOf(sql`subject`)}`.execute(db);
    },
  };

  /** How long these must wait, in ms; 0 when they need not. */
  async function remainingWaitMs(subjects: readonly Subject[]): Promise<number> {
    const found = await sql<{ subject: string; count: number; waitMs: number }>`
      select subject, count(*)::int as count,
        (extract(epoch from min(at) + ${windowOf(sql`subject`)} - app_now()) * 1000)::float8 as "waitMs"
      from failed_attempts
      where subject = any(${subjects.map(({ subject }) => subject)})
        and at > app_now() - ${windowOf(sql`subject`)}
      group by subject`.execute(db);
    const waits = found.rows
      .filter(({ subject, count }) =>
        subjects.some((each) => each.subject === subject && count > each.most),
      )
      .map(({ waitMs }) => waitMs);
    return Math.max(0, ...waits);
  }
}

const windowOf = (subject: RawBuilder<unknown>) =>
  sql`(case when starts_with(${subject}, ${DAY_PREFIX}) then ${interval(DAY_MS)}
    when starts_with(${subject}, ${MINUTE_PREFIX}) then ${interval(MINUTE_MS)}
    else ${interval(WINDOW_MS)} end)`;

interface Subject {
  subject: string;
  most: number;
}

/** As hashes: what lies there for minutes, or a day, tells nobody who tried to be whom. */
function subjectsOf({
  what,
  account,
  device,
  address,
  most: bounds = MAX_FAILURES,
}: Attempt): Subject[] {
  const hashSubject = (...parts: string[]) =>
    createHash('sha256')
      .update([what, ...parts].join('\n'))
      .digest('base64url');
  const accountSubjects =
    account === null
      ? []
      : [
          device === undefined
            ? hashSubject('account', account.toLowerCase())
            : hashSubject('device', device),
        ];
  const recipientLimit = MAX_PER_RECIPIENT[what];
  if (recipientLimit !== undefined) {
    return accountSubjects.map((subject) => ({
      subject: DAY_PREFIX + subject,
      most: recipientLimit,
    }));
  }
  const minuteLimit = MAX_PER_MINUTE[what];
  if (minuteLimit !== undefined) {
    return accountSubjects.map((subject) => ({
      subject: MINUTE_PREFIX + subject,
      most: minuteLimit,
    }));
  }
  const userLimit = MAX_PER_USER[what];
  if (userLimit !== undefined)
    return accountSubjects.map((subject) => ({ subject, most: userLimit }));
  return [
    ...accountSubjects.map((subject) => ({ subject, most: bounds.account })),
    { subject: hashSubject('address', networkOf(address)), most: bounds.address },
  ];
}

function rateLimitMessage(waitMs: number, what: Attempt['what']): string {
  if (MAX_PER_MINUTE[what] !== undefined) {
    return 'Esta conta acabou de ser testada. Aguarde 1 minuto e teste de novo.';
  }
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  if (MAX_PER_RECIPIENT[what] !== undefined) {
    const hours = Math.ceil(minutes / 60);
    return `Este endereço já recebeu convites demais hoje. Aguarde ${hours === 1 ? '1 hora' : `${hours} horas`} e tente de novo.`;
  }
  return `Muitas tentativas. Aguarde ${minutes === 1 ? '1 minuto' : `${minutes} minutos`} e tente de novo.`;
}
