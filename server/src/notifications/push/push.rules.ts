const MIN_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 30 * 60;
const MAX_RETRY_AFTER_SECONDS = 60 * 60;

export type PushOutcome = 'sent' | 'gone' | 'again' | 'refused';

/** Undefined means no response. */
export function classifyStatus(status: number | undefined): PushOutcome {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}

export function pushRetryDelaySeconds(
  attempts: number,
  retryAfter: string | undefined,
  now: Date,
): number {
  const backoff = Math.min(MIN_WAIT_SECONDS * 2 ** attempts, MAX_WAIT_SECONDS);
  return Math.max(backoff, Math.min(parseRetryAfter(retryAfter, now), MAX_RETRY_AFTER_SECONDS));
}

/** Seconds, or a date. */
function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.ceil((at - now.getTime()) / 1000);
}
