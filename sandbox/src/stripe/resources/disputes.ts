import { z } from 'zod';
import { createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { closeDispute, isDisputeOpen } from '../billing/disputes.ts';
import type { Dispute } from '../objects.ts';
import { paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';
import { filterByCharge, chargeFilterSchema } from './charge-filter.ts';

const changeSchema = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
});
/** The evidence that determines the decision of the bank, as in the test mode of Stripe. */
const verdicts: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** Endpoints `/v1/disputes`; only a test card opens a dispute. */
export function disputeEndpoints(context: PaymentsContext): Endpoint[] {
  const { disputes } = context.records;
  const findOpen = (id: string): Dispute => {
    const dispute = disputes.get(id);
    if (!dispute) throw createNotFoundError('dispute', id);
    if (!isDisputeOpen(dispute))
      throw createInvalidParamError('id', 'This dispute is already closed');
    return dispute;
  };
  return [
    defineEndpoint('GET', '/v1/disputes', 'dispute-list', chargeFilterSchema, (query) =>
      paginate('/v1/disputes', filterByCharge(disputes.all(), query), query),
    ),
    defineEndpoint('GET', '/v1/disputes/:id', 'dispute-retrieve', z.strictObject({}), (_, id) => {
      const dispute = disputes.get(id);
      if (!dispute) throw createNotFoundError('dispute', id);
      return dispute;
    }),
    defineEndpoint(
      'POST',
      '/v1/disputes/:id',
      'dispute-update',
      changeSchema,
      ({ evidence }, id) => {
        const dispute = findOpen(id);
        const verdict = verdicts[evidence?.uncategorized_text ?? ''];
        return verdict === undefined ? dispute : closeDispute(context, dispute, verdict);
      },
    ),
    defineEndpoint('POST', '/v1/disputes/:id/close', 'dispute-close', z.strictObject({}), (_, id) =>
      closeDispute(context, findOpen(id), 'lost'),
    ),
  ];
}
