import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PaymentsContext } from './context.ts';

const filterSchema = z.strictObject({
  state: z.enum(['pending', 'delivered', 'failed', 'dropped']).optional(),
  type: z.string().optional(),
});
const resendSchema = z.strictObject({ event: z.string() });

export function servePaymentLedgers(app: FastifyInstance, context: PaymentsContext): void {
  const { deliveries, events } = context.records;
  app.get('/_sandbox/payments/webhooks', (request, reply) => {
    const filter = filterSchema.safeParse(request.query);
    if (!filter.success) return reply.status(400).send({ error: z.prettifyError(filter.error) });
    const { state, type } = filter.data;
    return deliveries
      .all()
      .filter(
        (each) =>
          (state === undefined || each.state === state) &&
          (type === undefined || each.type === type),
      );
  });
  app.post('/_sandbox/payments/resend', (request, reply) => {
    const parsed = resendSchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const event = events.get(parsed.data.event);
    if (!event) return reply.status(404).send({ error: `no event ${parsed.data.event}` });
    context.webhookSender.resend(event);
    return { resent: event.id };
  });
}
