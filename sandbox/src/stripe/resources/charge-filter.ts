import { z } from 'zod';
import { text } from '../api/form.ts';
import { createdFilter, matchesCreated, LIST_PARAMS } from '../api/lists.ts';

/** The parameters of a list that can be filtered by charge. */
export const chargeFilterSchema = z.strictObject({
  ...LIST_PARAMS,
  charge: text.optional(),
  created: createdFilter,
  payment_intent: text.optional(),
});

interface ChargeReference {
  charge: string;
  payment_intent: string | null;
  created: number;
}

/** Returns the items of the requested charge, newest first. */
export const filterByCharge = <T extends ChargeReference>(
  all: readonly T[],
  { charge, payment_intent: intent, created }: z.output<typeof chargeFilterSchema>,
): T[] =>
  all
    .toReversed()
    .filter(
      (each) =>
        (charge === undefined || each.charge === charge) &&
        (intent === undefined || each.payment_intent === intent) &&
        matchesCreated(each.created, created),
    );
