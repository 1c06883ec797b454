const MIN_SECONDS = 30;
const MAX_SECONDS = 30 * 60;
const MAX_RETRY_AFTER_SECONDS = 60 * 60;

/** Seconds until the next attempt after `attempts` failures: doubles from 30 seconds to half an hour. */
export const retryDelaySeconds = (attempts: number): number =>
  Math.min(MIN_SECONDS * 2 ** (attempts - 1), MAX_SECONDS);

/**
 * Seconds that a `Retry-After` header asks for, as a number or a date (RFC 9110, 10.2.3), but an hour at
 * most; 0 without a header that can be read.
 */
export function requestedDelaySeconds(header: string | undefined, now: Date): number {
  return Math.min(parseRetryAfter(header, now), MAX_RETRY_AFTER_SECONDS);
}

function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
