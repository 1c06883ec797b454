import type { ConnectedAccount } from '../connection/accounts.ts';
import { InstagramError, type Usage } from '../graph/graph.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import type { Log } from '../../platform/log/log.ts';
import { INSIGHTS_SCOPE } from '../../platform/meta-settings.ts';
import type { InsightSource, InsightSchedulesRepository } from './schedules.repository.ts';
import { consequenceOf, BACKOFF_MS, USAGE_LIMIT, type Consequence } from './schedule.rules.ts';

/** Even without a reconnection, because the permission may have been granted again. */
const PERMISSION_RETRY_MS = 7 * 24 * 3_600_000;

/** `this`: this reading failed, others may succeed; `ended`: no further request may be made now. */
export type UnansweredReason = 'unreported' | 'this' | 'ended';

export function createInsightRequests(deps: {
  insightSchedules: InsightSchedulesRepository;
  publishing: Pick<InstagramPublishing, 'hasPermissions'>;
  log: Log;
}) {
  const { insightSchedules, publishing, log } = deps;

  /** Readings use at most half of the allowance; publishing needs the rest. */
  function trackUsage({ igUserId, login }: ConnectedAccount) {
    const used: Usage = { app: 0, account: 0 };
    return {
      onUsage(usage: Usage): void {
        used.app = Math.max(used.app, usage.app);
        used.account = Math.max(used.account, usage.account);
      },
      async backOff(): Promise<void> {
        if (used.app >= USAGE_LIMIT) await insightSchedules.backOff(login, BACKOFF_MS);
        if (used.account >= USAGE_LIMIT) await insightSchedules.backOff(igUserId, BACKOFF_MS);
      },
    };
  }

  async function applyConsequence(
    source: InsightSource,
    account: ConnectedAccount,
    consequence: Consequence,
  ): Promise<UnansweredReason> {
    const { connection_id: connectionId } = source;
    const { igUserId, login } = account;
    switch (consequence.scope) {
      case 'app':
        await insightSchedules.backOff(login, consequence.ms);
        return 'ended';
      case 'account':
        await insightSchedules.backOff(igUserId, consequence.ms);
        return 'ended';
      case 'connection':
        await insightSchedules.delayConnection(connectionId, consequence.ms);
        return 'ended';
      case 'permission':
        // Instagram uses the same code when there is too little data, so the permissions of the token decide.
        if (await publishing.hasPermissions(account, [INSIGHTS_SCOPE])) return 'unreported';
        await insightSchedules.markPermissionRefused(connectionId, PERMISSION_RETRY_MS);
        return 'ended';
      case 'this':
        return 'this';
    }
  }

  async function request<T>(
    source: InsightSource,
    account: ConnectedAccount,
    call: (onUsage: (usage: Usage) => void) => Promise<T>,
  ): Promise<{ value: T } | UnansweredReason> {
    const { onUsage, backOff } = trackUsage(account);
    try {
      const value = await call(onUsage);
      await insightSchedules.clearPermissionRefused(source.connection_id);
      return { value };
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      const { issue } = error;
      log.info(
        { code: issue.code, connectionId: source.connection_id },
        'Instagram returned no insights',
      );
      try {
        return await applyConsequence(source, account, consequenceOf(issue));
      } catch (failure) {
        if (!(failure instanceof InstagramError)) throw failure;
        return applyConsequence(source, account, { scope: 'connection', ms: BACKOFF_MS });
      }
    } finally {
      await backOff();
    }
  }

  return { request };
}
