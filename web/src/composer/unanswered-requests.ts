import { isRefusal } from '../api/api-error.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import type { CreationOutcome, EditingState, SentRequest, Wizard } from './wizard-state.ts';

/** A changed retry would then create a second post. */
export const mayAlreadyExist = (wizard: Wizard): boolean =>
  wizard.step !== 'done' && wizard.unansweredRequests.length > 0;

/** How long the server stores a key, in ms, and returns the post that it created (design, section 7). */
const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60 * 1000;

/** Whether an identical retry may create a second post, because the server has forgotten the key. */
export const mayCreateDuplicate = (wizard: Wizard, now: Date): boolean =>
  wizard.step !== 'done' &&
  wizard.unansweredRequests.some(({ at }) => now.getTime() - at >= IDEMPOTENCY_KEY_TTL_MS);

/** Includes a running request. */
export function listUnansweredRequests({
  unansweredRequests,
  sending,
  attempts,
}: EditingState): readonly SentRequest[] {
  const currentAttempt = sending.state === 'sending' ? attempts.at(-1) : undefined;
  if (currentAttempt === undefined) return unansweredRequests;
  const { key, at } = currentAttempt;
  return unansweredRequests.some((sent) => sent.key === key)
    ? unansweredRequests
    : [...unansweredRequests, { key, at }];
}

export const withoutRequest = (requests: readonly SentRequest[], key: string | undefined) =>
  requests.filter((sent) => sent.key !== key);

/** Codes that the server returns only after it has checked that the key has created no post. */
const newPostOnlyCodes: ReadonlySet<string> = new Set([
  'LIMIT_EXCEEDED',
  'INSTAGRAM_NOT_CONNECTED',
  'SCHEDULED_TIME_PAST',
]);

/** `isRepeat`: an earlier request with the same key got no response. */
export function classifyCreationFailure(
  error: unknown,
  run: { isSent: boolean; isRepeat: boolean },
): CreationOutcome {
  if (!isRefusal(error)) return run.isSent ? 'perhaps' : 'asBefore';
  return run.isRepeat && !newPostOnlyCodes.has(error.code) ? 'asBefore' : 'no';
}

export function unansweredAfterFailure(
  wizard: EditingState,
  outcome: CreationOutcome,
): readonly SentRequest[] {
  const { unansweredRequests, attempts } = wizard;
  if (outcome === 'perhaps') return listUnansweredRequests(wizard);
  return outcome === 'no'
    ? withoutRequest(unansweredRequests, attempts.at(-1)?.key)
    : unansweredRequests;
}

export function withLateResponse<S extends EditingState>(
  wizard: S,
  { key, isCreated }: LateResponse,
): S {
  const { unansweredRequests } = wizard;
  if (!unansweredRequests.some((sent) => sent.key === key)) return wizard;
  return {
    ...wizard,
    unansweredRequests: withoutRequest(unansweredRequests, key),
    hasCreatedPost: wizard.hasCreatedPost || isCreated,
  };
}
