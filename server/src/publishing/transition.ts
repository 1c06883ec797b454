import { accountTransitions } from './transitions/account-transitions.ts';
import { authorTransitions } from './transitions/author-transitions.ts';
import { engineTransitions } from './transitions/engine-transitions.ts';
import type { Publication } from './state.ts';
import type { PublicationEvent, PublicationEventKind } from './transition-events.ts';
import type { Handlers, Outcome } from './transitions/transition-outcome.ts';

const handlers: Handlers<PublicationEvent> = {
  ...authorTransitions,
  ...accountTransitions,
  ...engineTransitions,
};

/**
 * What an event makes of a publication, and what must happen next. Pure: `now` is the database's clock.
 *
 * A post is scheduled (preparing), gets its containers (prepared), is claimed (publishing) and published. Any
 * other answer to a publish call leads to reconciling, which finds out whether the call had an effect: then
 * the post is published, or it certainly is not, and is claimed again, prepared again, or ends.
 *
 * Only a prepared post without a hold is claimed. An approval hold ends by its approver, the others by the next
 * step: the owner publishes it manually or has not done so, the outage window holds no medium of it, or it
 * returns to its author as a draft.
 *
 * @returns undefined when the event does not concern a publication in this state
 */
export function transition<Kind extends PublicationEventKind>(
  publication: Publication,
  event: Extract<PublicationEvent, { kind: Kind }>,
  now: Date,
): Outcome | undefined {
  const apply: Handlers<PublicationEvent>[Kind] = handlers[event.kind];
  return apply(publication, event, now);
}
