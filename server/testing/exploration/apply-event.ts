import { transition } from '../../src/publishing/transition.ts';
import type { PublicationEvent } from '../../src/publishing/transition-events.ts';
import type { Outcome } from '../../src/publishing/transitions/transition-outcome.ts';
import type { Budget, Situation } from './situation.ts';

export const date = (ms: number) => new Date(ms);

export const spend = (situation: Situation, what: keyof Budget): Situation => ({
  ...situation,
  left: { ...situation.left, [what]: situation.left[what] - 1 },
});

function write(situation: Situation, outcome: Outcome): Situation {
  const { publication, effects, isOvertaking } = outcome;
  const discarded = new Set<string>();
  for (const effect of effects) {
    if (effect.kind === 'discard_container') discarded.add(effect.id);
    if (effect.kind === 'discard_containers') {
      for (const { id } of situation.containers) if (id !== effect.except) discarded.add(id);
    }
  }
  return {
    ...situation,
    publication: { ...publication, fence: publication.fence + (isOvertaking ? 1 : 0) },
    leasedUntil: isOvertaking ? 0 : situation.leasedUntil,
    containers: situation.containers.map((container) =>
      discarded.has(container.id) ? { ...container, isDead: true } : container,
    ),
  };
}

export function apply(situation: Situation, event: PublicationEvent): Situation | undefined {
  const outcome = transition(situation.publication, event, date(situation.now));
  return outcome && write(situation, outcome);
}
