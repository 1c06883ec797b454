import { sql, type RawBuilder } from 'kysely';

/**
 * The rules that a proof removes from the engine: a rule whose removal the proof does not detect is
 * not proven.
 * - R1: one worker at a time acts for a post, by lease and fence
 * - R2: a post is published by the container that was tried first
 * - R3: the intent is written before the call, and an old intent makes no call
 * - R4: an unknown outcome is reconciled before anything else is tried
 * - R5: a container is given up only when no call can be running and no medium may be the post
 * - isGoing, whileAwaiting, whileByHand: a post on hold is not published
 */
export const removableRules = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'isGoing',
  'whileAwaiting',
  'whileByHand',
] as const;
export type RemovableRule = (typeof removableRules)[number];

let removedRule: RemovableRule | undefined;

/** Removes one rule from the engine of this process, or restores all; for proofs only. */
export function removeRule(rule: RemovableRule | undefined): void {
  removedRule = rule;
}

export const isRuleActive = (rule: RemovableRule): boolean => removedRule !== rule;

export const ruleSql = (rule: RemovableRule, part: RawBuilder<unknown>): RawBuilder<unknown> =>
  isRuleActive(rule) ? part : sql``;
