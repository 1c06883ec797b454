/** The rules that a proof removes from the engine: a rule whose removal the proof does not detect is not proven. */
export const removableRules = [
  /** One worker at a time acts for a post, by lease and fence. */
  'one-worker',
  /** A post is published by the container that was tried first. */
  'one-container',
  /** The intent is written before the call, and an old intent makes no call. */
  'intent-first',
  /** An unknown outcome is reconciled before anything else is tried. */
  'reconcile-first',
  /** A container is given up only when no call can be running and no medium may be the post. */
  'certain-end',
  /** A post on hold is not claimed. */
  'claim-holds',
  /** Between two publish calls of an account there is a gap. */
  'publish-gap',
  /** A post without its approval waits, or returns to its author. */
  'approval-hold',
  /** A post that its owner takes over is left to them. */
  'manual-hold',
] as const;
export type RemovableRule = (typeof removableRules)[number];

let removedRule: RemovableRule | undefined;

/** Removes one rule from the engine of this process, or restores all; for proofs only. */
export function removeRule(rule: RemovableRule | undefined): void {
  removedRule = rule;
}

export const isRuleActive = (rule: RemovableRule): boolean => removedRule !== rule;
