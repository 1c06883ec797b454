import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { noAnswer } from '../instagram/instagram.errors.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import { NotSentError } from '../instagram/instagram.transport.ts';
import { PUBLISH_CALLS_PER_ACCOUNT } from '../instagram/instagram.turns.ts';
import type { Log } from '../log.ts';
import type { Capacity } from './capacity.ts';
import type { Intent } from './claim.ts';
import type { Move } from './moves.ts';
import type { Observe } from './observe.ts';
import { createRefusals } from './refusals.ts';
import { holds } from './removable-rules.ts';
import { createLanes, createSlots } from './slots.ts';

/** How soon a doubtful container is read for the first time. */
const FIRST_READ_MS = 3000;

/** How long an opened token is kept for the next posts of its account. */
const OPENED_FOR_MS = 10_000;

/** It can be claimed again at once. */
const neverSent: Move = { kind: 'publish-again', ms: 0, uncounted: 'never-sent' };

export interface PublishCallDependencies {
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  clock: Clock;
  observe: Observe;
  log: Log;
}

/** The one call that publishes, when there is room for it. */
export function createPublishCall(deps: PublishCallDependencies & { capacity: Capacity }) {
  const { accounts, publishing, clock, observe, log, capacity } = deps;
  const slots = createSlots(capacity.slots);
  const lanes = createLanes(PUBLISH_CALLS_PER_ACCOUNT);
  const refusals = createRefusals({ accounts, clock });
  const tokens = new LRUCache<string, string, Intent>({
    max: 1000,
    ttl: OPENED_FOR_MS,
    ttlAutopurge: true,
    memoMethod: (_key, _stale, { context }) =>
      accounts.openToken(context.workspace_id, context.ig_user_id, context.page_token),
  });

  /** What a failure says of the call. */
  async function afterFailure(error: unknown, intent: Intent): Promise<Move> {
    if (error instanceof NotSentError) {
      log.warn({ error, postId: intent.id }, 'a publish was not sent');
      return neverSent;
    }
    if (!(error instanceof InstagramError)) {
      log.error({ error, postId: intent.id }, 'at the hour');
    }
    const problem = error instanceof InstagramError ? error.problem : noAnswer;
    await refusals
      .heed(problem, intent)
      .catch((failure: unknown) => log.error({ error: failure }, 'a refusal was not heeded'));
    if (!holds('R4')) return { kind: 'publish-again', ms: 0 };
    return { kind: 'doubt', ms: FIRST_READ_MS, code: problem.code };
  }

  async function send(intent: Intent, mayBegin: () => boolean): Promise<Move> {
    const { id, ig_user_id: igUserId } = intent;
    const key = `${intent.workspace_id}/${igUserId} ${intent.page_token}`;
    const token = tokens.memo(key, { context: intent });
    try {
      if (refusals.holdBack(intent)) throw new NotSentError('held back');
      await observe('sending', id);
      const begunAt = clock.monotonicMs();
      const mediaId = await publishing
        .publish({ igUserId, token }, intent.graph_id, mayBegin)
        .finally(() => capacity.heard(clock.monotonicMs() - begunAt));
      await observe('answered', id);
      return { kind: 'published', mediaId };
    } catch (error) {
      return afterFailure(error, intent);
    }
  }

  return {
    /** Makes the call, unless it is over for it when it goes onto the wire; what came of it. */
    async make(intent: Intent, isStale: () => boolean): Promise<Move> {
      const isOver = () => holds('R3') && isStale();
      const { ig_user_id: igUserId } = intent;
      if (!(await lanes.take(igUserId, isOver))) return neverSent;
      if (!(await slots.take(isOver))) {
        lanes.give(igUserId);
        return neverSent;
      }
      try {
        return await send(intent, () => !isOver());
      } finally {
        slots.give();
        lanes.give(igUserId);
      }
    },

    /** Sends away whoever waits for calls that hang, back to where other workers find it. */
    sendAway(): void {
      slots.clear();
      lanes.clear();
    },
  };
}
