import type { Clock } from '../../platform/clock.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramIssue } from '../../instagram/graph/errors.ts';
import type { Intent } from '../store/claim-and-record.ts';
import {
  CLAIM_AHEAD_MS,
  INTENT_DEADLINE_MS,
  ACCOUNT_THROTTLE_MS,
  QUIESCENCE_MS,
} from '../publishing.rules.ts';

/** Longer than a post that was claimed before the refusal may take to be sent. */
const BACKOFF_MS = INTENT_DEADLINE_MS + CLAIM_AHEAD_MS;

/** By then the first unknown outcome is reconciled. */
const BLOCK_BACKOFF_MS = QUIESCENCE_MS + 30_000;

export function createRefusalBackoff({
  accounts,
  clock,
}: {
  accounts: InstagramAccounts;
  clock: Clock;
}) {
  /** When an account exceeded a limit, or a token was refused. A new token is valid at once. */
  const refusedAt = new Map<string, { monotonicMs: number; wallMs: number }>();
  const readClocks = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() });

  function isBackingOff(key: string): boolean {
    const at = refusedAt.get(key);
    if (at === undefined) return false;
    const now = readClocks();
    const isOver =
      now.monotonicMs - at.monotonicMs > BACKOFF_MS ||
      Math.abs(now.wallMs - at.wallMs) > BACKOFF_MS;
    if (isOver) refusedAt.delete(key);
    return !isOver;
  }

  return {
    shouldHoldBack: (intent: Intent): boolean =>
      isBackingOff(intent.ig_user_id) || isBackingOff(intent.page_token),

    async handleRefusal(
      { class: kind, code, waitMs }: InstagramIssue,
      intent: Intent,
    ): Promise<void> {
      const { ig_user_id: igUserId, page_token: sealedToken } = intent;
      switch (kind) {
        case 'reconnect':
          refusedAt.set(sealedToken, readClocks());
          return accounts.markForReconnect({ sealedToken }, code);
        case 'quota':
        case 'rate_limited':
          refusedAt.set(igUserId, readClocks());
          return accounts.throttle(
            { igUserId },
            { reason: kind, code },
            waitMs ?? ACCOUNT_THROTTLE_MS[kind],
          );
        case 'blocked':
          // Instagram also returns this error for published posts: the others wait for the reconciliation.
          refusedAt.set(igUserId, readClocks());
          return accounts.throttle(
            { igUserId },
            { reason: 'rate_limited', code: '613' },
            BLOCK_BACKOFF_MS,
          );
        case 'transient':
        case 'app_limited':
        case 'new_container':
        case 'not_ready':
        case 'content':
        case 'bug':
          return undefined;
      }
    },
  };
}
