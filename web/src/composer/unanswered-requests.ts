import { isRefusal } from '../api/api-error.ts';
import type { LateResponse } from './draft-store/late-responses.ts';
import type { CreationOutcome, EditingStep, SentRequest, Wizard } from './wizard-state.ts';

/** Whether it may have arrived although nobody said so: sent again with changes, it would be there twice. */
export const mayAlreadyExist = (wizard: Wizard): boolean =>
  wizard.step !== 'done' && wizard.unansweredRequests.length > 0;

/** How long the server knows a key, and answers with the post that it made (design, section 7). */
const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60 * 1000;

/** Whether the very same, sent again, may become a second post: the server has forgotten its key. */
export const mayCreateDuplicate = (wizard: Wizard, now: Date): boolean =>
  wizard.step !== 'done' &&
  wizard.unansweredRequests.some(({ at }) => now.getTime() - at >= IDEMPOTENCY_KEY_TTL_MS);

/** What no answer has come of, if the page ends now. */
export function listUnansweredRequests({
  unansweredRequests,
  sending,
  attempts,
}: EditingStep): readonly SentRequest[] {
  const currentAttempt = sending.state === 'sending' ? attempts.at(-1) : undefined;
  if (currentAttempt === undefined) return unansweredRequests;
  const { key, at } = currentAttempt;
  return unansweredRequests.some((sent) => sent.key === key)
    ? unansweredRequests
    : [...unansweredRequests, { key, at }];
}

export const withoutRequest = (requests: readonly SentRequest[], key: string | undefined) =>
  requests.filter((sent) => sent.key !== key);

/** Said only after the server has looked whether the key made a post before. */
const newPostOnlyCodes: ReadonlySet<string> = new Set([
  'LIMIT_EXCEEDED',
  'INSTAGRAM_NOT_CONNECTED',
  'SCHEDULED_TIME_PAST',
]);

/** What a failure says of the post. `isRepeat`: no answer has come of the same key before. */
export function classifyFailure(
  error: unknown,
  run: { isSent: boolean; isRepeat: boolean },
): CreationOutcome {
  if (!isRefusal(error)) return run.isSent ? 'perhaps' : 'asBefore';
  return run.isRepeat && !newPostOnlyCodes.has(error.code) ? 'asBefore' : 'no';
}

/** What is still unanswered after a failure. */
export function unansweredAfterFailure(
  wizard: EditingStep,
  outcome: CreationOutcome,
): readonly SentRequest[] {
  const { unansweredRequests, attempts } = wizard;
  if (outcome === 'perhaps') return listUnansweredRequests(wizard);
  return outcome === 'no'
    ? withoutRequest(unansweredRequests, attempts.at(-1)?.key)
    : unansweredRequests;
}

/** Takes in what came of something that was sent from here before. */
export function withLateResponse<S extends EditingStep>(
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
