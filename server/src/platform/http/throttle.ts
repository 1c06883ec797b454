import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import { AppError } from './app-error.ts';
import { networkOf } from './network-of.ts';
import type { ErrorCode } from '@pontual/contract/shared/errors.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const MAX_FAILURES = { account: 10, address: 300 };

/** Successful attempts count, too: these requests cause much work or send an email. */
const MAX_PER_USER: Partial<Record<ThrottledAttempt['what'], number>> = {
  checkout: 20,
  portal: 20,
  refresh: 60,
  print: 10,
  'test-webhook': 30,
  invite: 20,
  'change-role': 40,
};

const DAY_MS = 24 * 3_600_000;
/** Per day, from all senders; an attempt that sends no email does not count. */
const MAX_PER_RECIPIENT: Partial<Record<ThrottledAttempt['what'], number>> = {
  'invite-address': 3,
};
const DAY_PREFIX = 'day:';

/** Successful attempts count, too. */
const MAX_PER_MINUTE: Partial<Record<ThrottledAttempt['what'], number>> = { 'retry-account': 1 };
const MINUTE_PREFIX = 'minute:';

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

export interface ThrottledAttempt {
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
  /** The email address or id whose secret is tried or that gets an email; null without one. */
  account: string | null;
  /** A known browser of the account has its own count, so that other clients cannot lock it out. */
  device?: string | undefined;
  /** The addresses of one network share one count. */
  address: string;
  /** Counts a success as well, since each attempt sends an email. */
  always?: boolean;
  /** Lower limits than MAX_FAILURES. */
  most?: typeof MAX_FAILURES;
}

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(db: Db) {
  return {
    /**
     * Records the attempt first, so that parallel attempts count, too.
     * @throws AppError RATE_LIMITED with the wait, and what the attempt throws
     */
    async attempt<T>(
      by: ThrottledAttempt,
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

    async forgetOld(): Promise<void> {
      await sql`
        delete from failed_attempts where at < app_now() - ${windowOf(sql`subject`)}`.execute(db);
    },
  };

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

/** Hashes, so that the stored rows do not reveal who tried which account. */
function subjectsOf({
  what,
  account,
  device,
  address,
  most: bounds = MAX_FAILURES,
}: ThrottledAttempt): Subject[] {
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

function rateLimitMessage(waitMs: number, what: ThrottledAttempt['what']): string {
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
