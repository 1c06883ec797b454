import { z } from 'zod';
import { createInvalidParamError, createNotFoundError } from '../api/api-error.ts';
import { defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { closeDispute, isDisputeOpen } from '../billing/disputes.ts';
import type { Dispute } from '../objects.ts';
import { LIST_PARAMS, paginate } from '../api/lists.ts';
import type { PaymentsContext } from '../context.ts';

const listSchema = z.strictObject({ ...LIST_PARAMS, charge: text });
/** The evidence determines the decision of the bank, as in the test mode of Stripe. */
const changeSchema = z.strictObject({
  evidence: z.strictObject({
    uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']),
  }),
});

/** Endpoints `/v1/disputes`; only a test card opens a dispute. */
export function disputeEndpoints(context: PaymentsContext): Endpoint[] {
  const { disputes } = context.records;
  const path = '/v1/disputes';
  const find = (id: string): Dispute => {
    const dispute = disputes.get(id);
    if (!dispute) throw createNotFoundError('dispute', id);
    return dispute;
  };
  return [
    defineEndpoint('GET', path, 'dispute-list', listSchema, (query) =>
      paginate(path, disputes.in(query.charge).toReversed(), query),
    ),
    defineEndpoint('GET', `${path}/:id`, 'dispute-retrieve', z.strictObject({}), (_, id) =>
      find(id),
    ),
    defineEndpoint('POST', `${path}/:id`, 'dispute-update', changeSchema, ({ evidence }, id) => {
      const dispute = find(id);
      if (!isDisputeOpen(dispute))
        throw createInvalidParamError('id', 'This dispute is already closed');
      const isWon = evidence.uncategorized_text === 'winning_evidence';
      return closeDispute(context, dispute, isWon ? 'won' : 'lost');
    }),
  ];
}
