import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { getAuthentication } from '../billing/cards.ts';
import { findPaymentMethodId, payInvoice } from '../billing/invoice-payment.ts';
import type { Invoice } from '../objects.ts';
import { newId, type PaymentsContext } from '../context.ts';
import { renderAlert } from './card-form.ts';
import { formatDay, formatInvoiceStatus, formatMoney } from './format.ts';

const paramsSchema = z.object({ id: z.string() });
const querySchema = z.object({ falha: z.string().optional() });
const FAILED =
  'O pagamento não passou. Troque o cartão pelo portal, ou fale com o seu banco, e tente de novo.';

export function serveInvoicePage(app: FastifyInstance, context: PaymentsContext): void {
  const { invoices, cards, confirmations } = context.records;

  app.get('/i/:id', (request, reply) => {
    const invoice = invoices.get(paramsSchema.parse(request.params).id);
    const failed = querySchema.parse(request.query).falha !== undefined;
    return sendInvoice(context, reply, invoice, failed ? FAILED : undefined);
  });

  app.post('/i/:id', (request, reply) => {
    const invoice = invoices.get(paramsSchema.parse(request.params).id);
    if (invoice?.status !== 'open') return sendInvoice(context, reply, invoice);
    const card = cards.get(findPaymentMethodId(context, invoice));
    const authentication = card && getAuthentication(card.number);
    if (authentication === 'always' || (authentication === 'once' && !card?.isAuthenticated)) {
      const id = newId(context, 'conf');
      confirmations.put({ id, kind: 'invoice', subjectId: invoice.id, entry: null });
      return reply.redirect(`/3d_secure/${id}`, 303);
    }
    const { result } = payInvoice(context, invoice);
    const current = invoices.get(invoice.id);
    return sendInvoice(context, reply, current, result === 'paid' ? undefined : FAILED);
  });
}

function sendInvoice(
  { records }: PaymentsContext,
  reply: FastifyReply,
  invoice: Invoice | undefined,
  error?: string,
): FastifyReply {
  if (!invoice || invoice.status === 'draft') {
    const notFound = html`<p class="card">Esta fatura não existe.</p>`;
    return sendPage(reply, 'Fatura não encontrada', notFound, { status: 404, narrow: true });
  }
  const lines = invoice.lines.data.map(
    ({ description, amount }) =>
      html`<li class="row"><span>${description}</span><span>${formatMoney(amount)}</span></li>`,
  );
  const portal = records.portals.all().findLast(({ customer }) => customer === invoice.customer);
  const content = html`${renderAlert(error)}
    <section class="card">
      <p class="sum">${formatMoney(invoice.amount_due)}</p>
      <p>${formatInvoiceStatus(invoice)}</p>
      <p class="meta">Emitida em ${formatDay(invoice.created)}</p>
      <ul class="list">
        ${lines}
      </ul>
    </section>
    ${
      invoice.status === 'open'
        ? html`<form method="post" action="/i/${invoice.id}">
            <button type="submit" class="main">Pagar agora</button>
          </form>`
        : ''
    }
    ${portal ? html`<p><a href="${new URL(portal.url).pathname}">Voltar ao portal</a></p>` : ''}`;
  return sendPage(reply, `Fatura ${invoice.number ?? ''}`, content, { narrow: true });
}
