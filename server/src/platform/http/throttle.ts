import { createHash } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { createKeyedSemaphore } from '../semaphore.ts';
import { AppError } from './app-error.ts';
import { networkOf } from './network-of.ts';
import { createThrottleRepository } from './throttle.repository.ts';
import type { ErrorCode } from '@pontual/contract/shared/errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Rule {
  /** Attempts of one account in the window. */
  perAccount: number;
  /** The addresses of one network share one count. */
  perNetwork?: number;
  windowMs: number;
  /** An attempt whose end is not counted is forgotten. A failure is an error of `failureCodes`. */
  counts: 'failures' | 'successes-and-failures' | 'every-end';
  message(waitMs: number): string;
}

export const tooManyAttempts = (waitMs: number) =>
  `Muitas tentativas. Aguarde ${countOf(waitMs, MINUTE_MS, 'minuto')} e tente de novo.`;

/** An office behind one network address has many users. */
const guesses: Rule = {
  perAccount: 10,
  perNetwork: 300,
  windowMs: 15 * MINUTE_MS,
  counts: 'failures',
  message: tooManyAttempts,
};

/** Each success sends an email. */
const emails: Rule = { ...guesses, counts: 'successes-and-failures' };

/** These requests cause much work or send an email. */
const requests = (perAccount: number): Rule => ({
  perAccount,
  windowMs: 15 * MINUTE_MS,
  counts: 'every-end',
  message: tooManyAttempts,
});

const rules = {
  login: guesses,
  register: guesses,
  'reset-password': guesses,
  'prove-password': guesses,
  'open-link': guesses,
  google: guesses,
  /** For each network only: with one count for all, anybody could lock out the operator. */
  operator: { ...guesses, perNetwork: 5 },
  'forgot-password': emails,
  'send-link': emails,
  'answer-link': { ...emails, perAccount: 5 },
  support: { ...emails, perAccount: 5, perNetwork: 30 },
  'member-support': { ...emails, perAccount: 5, perNetwork: 30 },
  checkout: requests(20),
  portal: requests(20),
  refresh: requests(60),
  print: requests(10),
  'test-webhook': requests(30),
  invite: requests(20),
  'change-role': requests(40),
  /** From all senders. */
  'invite-address': {
    perAccount: 3,
    windowMs: 24 * HOUR_MS,
    counts: 'successes-and-failures',
    message: (waitMs) =>
      `Este endereço já recebeu convites demais hoje. Aguarde ${countOf(waitMs, HOUR_MS, 'hora')} e tente de novo.`,
  },
  'retry-account': {
    perAccount: 1,
    windowMs: MINUTE_MS,
    counts: 'successes-and-failures',
    message: () => 'Esta conta acabou de ser testada. Aguarde 1 minuto e teste de novo.',
  },
  'check-accounts': {
    perAccount: 1,
    windowMs: MINUTE_MS,
    counts: 'successes-and-failures',
    message: () => 'As contas acabaram de ser conferidas. Aguarde 1 minuto.',
  },
} satisfies Record<string, Rule>;

function countOf(ms: number, unitMs: number, unit: string): string {
  const count = Math.ceil(ms / unitMs);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

const failureCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CREDENTIALS',
  'EMAIL_TAKEN',
  'RESET_TOKEN_INVALID',
  'WRONG_PASSWORD',
  'EMAIL_LINK_INVALID',
  'VERIFICATION_LINK_INVALID',
  'GOOGLE_ACCOUNT',
  'HANDOFF_INVALID',
  'NOT_FOUND',
  'APPROVAL_LINK_INVALID',
  'INVITATION_INVALID',
]);

export interface ThrottledAttempt {
  what: keyof typeof rules;
  /** The email address or id whose secret is tried or that gets an email; null without one. */
  account: string | null;
  /** A known browser of the account has its own count, so that other clients cannot lock it out. */
  device?: string | undefined;
  address: string;
}

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(db: Db) {
  const repository = createThrottleRepository(db);
  const turns = createKeyedSemaphore(1);

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
      const rule: Rule = rules[by.what];
      const limits = limitsOf(by, rule);
      if (by.account === null || rule.counts !== 'failures') {
        return tryOnce(limits, rule, act, isFailure);
      }
      // An attempt under way counts as a failure, so correct ones of an account at once take turns.
      const turn = `${by.what} ${by.account.toLowerCase()} ${by.device ?? ''}`;
      await turns.acquire(turn, () => false);
      try {
        return await tryOnce(limits, rule, act, isFailure);
      } finally {
        turns.release(turn);
      }
    },

    forgetOld: () => repository.forgetOld(),
  };

  async function tryOnce<T>(
    limits: readonly Limit[],
    rule: Rule,
    act: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<T> {
    const ids = await repository.record(
      limits.map(({ subject }) => subject),
      rule.windowMs,
    );
    const forget = () => repository.forget(ids);
    const waitMs = await remainingWaitMs(limits);
    if (waitMs > 0) {
      await forget();
      throw new AppError('RATE_LIMITED', { message: rule.message(waitMs), retryAfterMs: waitMs });
    }
    try {
      const result = await act();
      if (rule.counts === 'failures' && !isFailure(result)) await forget();
      return result;
    } catch (error) {
      const isFailed = error instanceof AppError && failureCodes.has(error.code);
      if (!isFailed && rule.counts !== 'every-end') await forget();
      throw error;
    }
  }

  async function remainingWaitMs(limits: readonly Limit[]): Promise<number> {
    const counts = await repository.count(limits.map(({ subject }) => subject));
    const waits = counts
      .filter(({ subject, count }) =>
        limits.some((limit) => limit.subject === subject && count > limit.most),
      )
      .map(({ waitMs }) => waitMs);
    return Math.max(0, ...waits);
  }
}

interface Limit {
  subject: string;
  most: number;
}

/** The subjects are hashes, so that the stored rows do not reveal who tried which account. */
function limitsOf({ what, account, device, address }: ThrottledAttempt, rule: Rule): Limit[] {
  const hashSubject = (...parts: string[]) =>
    createHash('sha256')
      .update([what, ...parts].join('\n'))
      .digest('base64url');
  const limits: Limit[] = [];
  if (account !== null) {
    const subject =
      device === undefined
        ? hashSubject('account', account.toLowerCase())
        : hashSubject('device', device);
    limits.push({ subject, most: rule.perAccount });
  }
  if (rule.perNetwork !== undefined) {
    limits.push({ subject: hashSubject('address', networkOf(address)), most: rule.perNetwork });
  }
  return limits;
}
