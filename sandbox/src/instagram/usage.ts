import type { GraphCall } from './graph-endpoint.ts';
import type { InstagramContext } from './context.ts';

export const RATE_LIMITS = new Set(['4', '17', '32', '341', '613', '80001', '80002']);

/** The limits of the whole app, not of one account. */
const APP_LIMITS = new Set(['4', '341']);

/** Returns 100 percent for the app or the account, and the wait in minutes. */
export const buildThrottledHeaders = (key: string, id: string): Record<string, string> => ({
  'x-app-usage': JSON.stringify(buildUsage(APP_LIMITS.has(key) ? 100 : 25)),
  'x-business-use-case-usage': buildAccountUsage(id, APP_LIMITS.has(key) ? 25 : 100, 1),
});

/** Returns percent from the settings; like the real API, omits a header without usage. */
export function buildUsageHeaders(
  { settings, records }: InstagramContext,
  { id }: Pick<GraphCall, 'id'>,
): Record<string, string> {
  const { appUsage, accountUsage } = settings.current();
  const accountId = records.media.get(id)?.accountId ?? id;
  return {
    ...(appUsage === 0 ? {} : { 'x-app-usage': JSON.stringify(buildUsage(appUsage)) }),
    ...(accountUsage === 0
      ? {}
      : { 'x-business-use-case-usage': buildAccountUsage(accountId, accountUsage, 0) }),
  };
}

const buildUsage = (percent: number) => ({
  call_count: percent,
  total_cputime: Math.min(percent, 25),
  total_time: Math.min(percent, 25),
});

const buildAccountUsage = (id: string, percent: number, minutes: number): string =>
  JSON.stringify({
    [id || '0']: [
      { type: 'instagram', ...buildUsage(percent), estimated_time_to_regain_access: minutes },
    ],
  });
