import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import { noAnswer } from '../../instagram/graph/errors.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import type { InstagramPublishing } from '../../instagram/graph/publishing.ts';
import { NotSentError } from '../../instagram/graph/transport.ts';
import { PUBLISH_CALLS_PER_ACCOUNT } from '../../instagram/graph/call-limiter.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Capacity } from './capacity.ts';
import type { Intent } from '../store/claim-and-record.ts';
import type { EngineEvent } from '../transition-events.ts';
import type { Observe } from '../observe.ts';
import { createRefusalBackoff } from './refusal-backoff.ts';
import { isRuleActive } from '../removable-rules.ts';
import { createKeyedSemaphore, createSemaphore } from '../../platform/semaphore.ts';

const TOKEN_CACHE_MS = 10_000;

const unsent: EngineEvent = { kind: 'call_unsent' };

export interface PublishCallDependencies {
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  clock: Clock;
  observe: Observe;
  log: Log;
}

export function createPublishCall(deps: PublishCallDependencies & { capacity: Capacity }) {
  const { accounts, publishing, clock, observe, log, capacity } = deps;
  const semaphore = createSemaphore(capacity.concurrency);
  const accountSemaphore = createKeyedSemaphore(PUBLISH_CALLS_PER_ACCOUNT);
  const refusalBackoff = createRefusalBackoff({ accounts, clock });
  const tokens = new LRUCache<string, string, Intent>({
    max: 1000,
    ttl: TOKEN_CACHE_MS,
    ttlAutopurge: true,
    memoMethod: (_key, _stale, { context }) =>
      accounts.openToken(context.workspace_id, context.ig_user_id, context.page_token),
  });

  async function toFailedCall(error: unknown, intent: Intent): Promise<EngineEvent> {
    if (error instanceof NotSentError) {
      log.warn({ error, postId: intent.id }, 'a publish was not sent');
      return unsent;
    }
    if (!(error instanceof InstagramError)) {
      log.error({ error, postId: intent.id }, 'a publish call failed by our own error');
    }
    const issue = error instanceof InstagramError ? error.issue : noAnswer;
    await refusalBackoff
      .handleRefusal(issue, intent)
      .catch((failure: unknown) => log.error({ error: failure }, 'a refusal was not recorded'));
    return { kind: 'call_unanswered', code: issue.code };
  }

  async function send(intent: Intent, canSend: () => boolean): Promise<EngineEvent> {
    const { id, ig_user_id: igUserId, login, granted_scopes: grantedScopes } = intent;
    const key = `${intent.workspace_id}/${igUserId} ${intent.page_token}`;
    const token = tokens.memo(key, { context: intent });
    try {
      if (refusalBackoff.shouldHoldBack(intent)) throw new NotSentError('held back');
      await observe('sending', id);
      const startedAt = clock.monotonicMs();
      const mediaId = await publishing
        .publish({ igUserId, login, token, grantedScopes }, intent.graph_id, canSend)
        .finally(() => capacity.recordCall(clock.monotonicMs() - startedAt));
      await observe('answered', id);
      return { kind: 'call_succeeded', mediaId };
    } catch (error) {
      return toFailedCall(error, intent);
    }
  }

  return {
    async execute(intent: Intent, isStale: () => boolean): Promise<EngineEvent> {
      const isExpired = () => isRuleActive('intent-first') && isStale();
      const { ig_user_id: igUserId } = intent;
      if (!(await accountSemaphore.acquire(igUserId, isExpired))) return unsent;
      if (!(await semaphore.acquire(isExpired))) {
        accountSemaphore.release(igUserId);
        return unsent;
      }
      try {
        return await send(intent, () => !isExpired());
      } finally {
        semaphore.release();
        accountSemaphore.release(igUserId);
      }
    },

    /** Cancels the intents that wait behind hanging calls, so that other workers can claim their posts. */
    cancelExpired(): void {
      semaphore.cancelExpired();
      accountSemaphore.cancelExpired();
    },
  };
}
