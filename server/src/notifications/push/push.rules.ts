const MIN_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 30 * 60;
/** No service keeps us waiting for longer. */
const MAX_RETRY_AFTER_SECONDS = 60 * 60;

/** What an answer of a push service means for the message, and for the device. */
export type PushOutcome = 'sent' | 'gone' | 'again' | 'refused';

/** By the status of the answer; undefined when there was none. */
export function classifyStatus(status: number | undefined): PushOutcome {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}

/** How long to wait before the next attempt, after so many that failed. */
export function retryDelaySeconds(
  attempts: number,
  retryAfter: string | undefined,
  now: Date,
): number {
  const backoff = Math.min(MIN_WAIT_SECONDS * 2 ** attempts, MAX_WAIT_SECONDS);
  return Math.max(backoff, Math.min(parseRetryAfter(retryAfter, now), MAX_RETRY_AFTER_SECONDS));
}

/** `Retry-After`: seconds, or a date. */
function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.ceil((at - now.getTime()) / 1000);
}
