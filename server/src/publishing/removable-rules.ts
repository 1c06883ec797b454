import { sql, type RawBuilder } from 'kysely';

/**
 * Rules that a proof takes away from the engine: what it does not notice, it does not prove.
 * - R1: one worker at a time acts for a post, by lease and fence
 * - R2: a post is published by the container that was tried first
 * - R3: the intent is written before the call, and an old intent makes none
 * - R4: an unknown outcome is found out before anything else is tried
 * - R5: a container is given up only when nothing can be under way and nothing may be the post
 * - isGoing, whileAwaiting, whileByHand: what is stopped does not go out
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

/** Has the engine of this process do without a rule, or with all of them; for proofs only. */
export function removeRule(rule: RemovableRule | undefined): void {
  removedRule = rule;
}

export const isRuleActive = (rule: RemovableRule): boolean => removedRule !== rule;

/** A part of a statement, unless its rule is removed. */
export const ruleSql = (rule: RemovableRule, part: RawBuilder<unknown>): RawBuilder<unknown> =>
  isRuleActive(rule) ? part : sql``;
