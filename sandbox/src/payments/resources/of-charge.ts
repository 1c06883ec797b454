import { z } from 'zod';
import { text } from '../api/form.ts';
import { createdFilter, isWithin, LISTING } from '../api/lists.ts';

/** How a list of what happened to charges is asked for. */
export const ofChargeSchema = z.strictObject({
  ...LISTING,
  charge: text.optional(),
  created: createdFilter,
  payment_intent: text.optional(),
});

interface OfCharge {
  charge: string;
  payment_intent: string | null;
  created: number;
}

/** Those that were asked for, the newest first. */
export const ofCharge = <T extends OfCharge>(
  all: readonly T[],
  { charge, payment_intent: intent, created }: z.output<typeof ofChargeSchema>,
): T[] =>
  all
    .toReversed()
    .filter(
      (each) =>
        (charge === undefined || each.charge === charge) &&
        (intent === undefined || each.payment_intent === intent) &&
        isWithin(each.created, created),
    );
