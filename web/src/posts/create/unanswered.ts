import { isRefusal } from '../../api/api-error.ts';
import type { LateAnswer } from './keep/late-answers.ts';
import type { Arrival, EditingStep, Sent, Wizard } from './wizard-state.ts';

/** Whether it may have arrived although nobody said so: sent again with changes, it would be there twice. */
export const mayExist = (wizard: Wizard): boolean =>
  wizard.step !== 'done' && wizard.unanswered.length > 0;

/** How long the server knows a key, and answers with the post that it made (design, section 7). */
const KEY_LIVES_MS = 24 * 60 * 60 * 1000;

/** Whether the very same, sent again, may become a second post: the server has forgotten its key. */
export const mayDouble = (wizard: Wizard, now: Date): boolean =>
  wizard.step !== 'done' && wizard.unanswered.some(({ at }) => now.getTime() - at >= KEY_LIVES_MS);

/** What no answer has come of, if the page ends now. */
export function unansweredOf({ unanswered, sending, attempts }: EditingStep): readonly Sent[] {
  const onItsWay = sending.state === 'sending' ? attempts.at(-1) : undefined;
  if (onItsWay === undefined) return unanswered;
  const { key, at } = onItsWay;
  return unanswered.some((sent) => sent.key === key) ? unanswered : [...unanswered, { key, at }];
}

export const withoutSent = (unanswered: readonly Sent[], key: string | undefined) =>
  unanswered.filter((sent) => sent.key !== key);

/** Said only after the server has looked whether the key made a post before. */
const saidOfNewPosts: ReadonlySet<string> = new Set([
  'LIMIT_EXCEEDED',
  'INSTAGRAM_NOT_CONNECTED',
  'SCHEDULED_TIME_PAST',
]);

/** What a failure says of the post. `isRepeat`: no answer has come of the same key before. */
export function arrivalOf(error: unknown, run: { isSent: boolean; isRepeat: boolean }): Arrival {
  if (!isRefusal(error)) return run.isSent ? 'perhaps' : 'asBefore';
  return run.isRepeat && !saidOfNewPosts.has(error.code) ? 'asBefore' : 'no';
}

/** What is still unanswered after a failure. */
export function unansweredAfter(wizard: EditingStep, arrived: Arrival): readonly Sent[] {
  const { unanswered, attempts } = wizard;
  if (arrived === 'perhaps') return unansweredOf(wizard);
  return arrived === 'no' ? withoutSent(unanswered, attempts.at(-1)?.key) : unanswered;
}

/** Takes in what came of something that was sent from here before. */
export function withLateAnswer<S extends EditingStep>(wizard: S, { key, exists }: LateAnswer): S {
  const { unanswered } = wizard;
  if (!unanswered.some((sent) => sent.key === key)) return wizard;
  return {
    ...wizard,
    unanswered: withoutSent(unanswered, key),
    exists: wizard.exists || exists,
  };
}
