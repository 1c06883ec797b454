import { z } from 'zod';
import { invalid, missing } from '../api/api-error.ts';
import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { text } from '../api/form.ts';
import { closeDispute, isOpen } from '../billing/disputes.ts';
import type { Dispute } from '../objects.ts';
import { paged } from '../api/lists.ts';
import type { PaymentsWorld } from '../world.ts';
import { ofCharge, ofChargeSchema } from './of-charge.ts';

const changeSchema = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
});
/** What banks believe here, as in Stripe's own test mode. */
const verdicts: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** `/v1/disputes`, which only a card's owner begins. */
export function disputeEndpoints(world: PaymentsWorld): Endpoint[] {
  const { disputes } = world.records;
  const findOpen = (id: string): Dispute => {
    const dispute = disputes.get(id);
    if (!dispute) throw missing('dispute', id);
    if (!isOpen(dispute)) throw invalid('id', 'This dispute is already closed');
    return dispute;
  };
  return [
    endpoint('GET', '/v1/disputes', 'dispute-list', ofChargeSchema, (asked) =>
      paged('/v1/disputes', ofCharge(disputes.all(), asked), asked),
    ),
    endpoint('GET', '/v1/disputes/:id', 'dispute-retrieve', z.strictObject({}), (_, id) => {
      const dispute = disputes.get(id);
      if (!dispute) throw missing('dispute', id);
      return dispute;
    }),
    endpoint('POST', '/v1/disputes/:id', 'dispute-update', changeSchema, ({ evidence }, id) => {
      const dispute = findOpen(id);
      const verdict = verdicts[evidence?.uncategorized_text ?? ''];
      return verdict === undefined ? dispute : closeDispute(world, dispute, verdict);
    }),
    endpoint('POST', '/v1/disputes/:id/close', 'dispute-close', z.strictObject({}), (_, id) =>
      closeDispute(world, findOpen(id), 'lost'),
    ),
  ];
}
