import type { Clock } from '../clock.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramProblem } from '../instagram/instagram.errors.ts';
import type { Intent } from './claim.ts';
import { CLAIM_AHEAD_MS, INTENT_DEADLINE_MS, PAUSE_MS, QUIESCENCE_MS } from './publishing.rules.ts';

/** Longer than anything that was claimed before a refusal may still be sent. */
const HELD_BACK_MS = INTENT_DEADLINE_MS + CLAIM_AHEAD_MS;

/** By then the first doubt is judged. */
const JUDGING_MS = QUIESCENCE_MS + 30_000;

/** What a refusal at the hour says of the account holds for its other posts at once. */
export function createRefusals({ accounts, clock }: { accounts: InstagramAccounts; clock: Clock }) {
  /** When an account went over a limit, or a token was refused: a new one is good at once. */
  const refusedAt = new Map<string, { monotonicMs: number; wallMs: number }>();
  const instant = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() });

  function isHeldBack(refused: string): boolean {
    const at = refusedAt.get(refused);
    if (at === undefined) return false;
    const now = instant();
    const isOver =
      now.monotonicMs - at.monotonicMs > HELD_BACK_MS ||
      Math.abs(now.wallMs - at.wallMs) > HELD_BACK_MS;
    if (isOver) refusedAt.delete(refused);
    return !isOver;
  }

  return {
    /** Whether what is in hand should not be sent. */
    holdBack: (intent: Intent): boolean =>
      isHeldBack(intent.ig_user_id) || isHeldBack(intent.page_token),

    async heed({ class: kind, code, waitMs }: InstagramProblem, intent: Intent): Promise<void> {
      const { ig_user_id: igUserId, page_token: sealedToken } = intent;
      switch (kind) {
        case 'reconnect':
          refusedAt.set(sealedToken, instant());
          return accounts.markForReconnect({ sealedToken }, code);
        case 'quota':
        case 'rate_limited':
          refusedAt.set(igUserId, instant());
          return accounts.pause({ igUserId }, { reason: kind, code }, waitMs ?? PAUSE_MS[kind]);
        case 'blocked':
          // It is said of posts that did go out: until the doubt is judged the others wait.
          refusedAt.set(igUserId, instant());
          return accounts.pause({ igUserId }, { reason: 'rate_limited', code: '4' }, JUDGING_MS);
        case 'transient':
        case 'new_container':
        case 'not_ready':
        case 'content':
        case 'bug':
          return undefined;
      }
    },
  };
}
