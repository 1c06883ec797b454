import { accountTransitions } from './account-transitions.ts';
import { authorTransitions } from './author-transitions.ts';
import { engineTransitions } from './engine-transitions.ts';
import type { Publication } from './state.ts';
import type { PublicationEvent, PublicationEventKind } from './transition-events.ts';
import type { Outcome } from './transition-outcome.ts';

type Transitions = {
  [Kind in PublicationEventKind]: (
    publication: Publication,
    event: Extract<PublicationEvent, { kind: Kind }>,
    now: Date,
  ) => Outcome | undefined;
};

const transitions: Transitions = {
  ...authorTransitions,
  ...accountTransitions,
  ...engineTransitions,
};

/**
 * What an event makes of a publication, and what must happen next. Pure: `now` is the database's clock.
 * @returns undefined when the event does not concern a publication in this state
 */
export function transition<Kind extends PublicationEventKind>(
  publication: Publication,
  event: Extract<PublicationEvent, { kind: Kind }>,
  now: Date,
): Outcome | undefined {
  const apply: Transitions[Kind] = transitions[event.kind];
  return apply(publication, event, now);
}
