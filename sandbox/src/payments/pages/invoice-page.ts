import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { authenticationOf } from '../billing/cards.ts';
import { methodOf, payInvoice } from '../billing/charging.ts';
import type { Invoice } from '../objects.ts';
import { newId, type PaymentsWorld } from '../world.ts';
import { alert } from './card-form.ts';
import { day, invoiceWord, money } from './words.ts';

const params = z.object({ id: z.string() });
const query = z.object({ falha: z.string().optional() });
const FAILED =
  'O pagamento não passou. Troque o cartão pelo portal, ou fale com o seu banco, e tente de novo.';

/** The page of one invoice, where an open one can be paid with the saved card. */
export function serveInvoicePage(app: FastifyInstance, world: PaymentsWorld): void {
  const { invoices, cards, confirmations } = world.records;

  app.get('/i/:id', (request, reply) => {
    const invoice = invoices.get(params.parse(request.params).id);
    const failed = query.parse(request.query).falha !== undefined;
    return sendInvoice(world, reply, invoice, failed ? FAILED : undefined);
  });

  app.post('/i/:id', (request, reply) => {
    const invoice = invoices.get(params.parse(request.params).id);
    if (invoice?.status !== 'open') return sendInvoice(world, reply, invoice);
    const card = cards.get(methodOf(world, invoice) ?? '');
    const asks = card && authenticationOf(card.number);
    if (asks === 'always' || (asks === 'once' && !card?.isAuthenticated)) {
      const id = newId(world, 'conf');
      confirmations.put({ id, kind: 'invoice', of: invoice.id, entry: null });
      return reply.redirect(`/3d_secure/${id}`, 303);
    }
    const { result } = payInvoice(world, invoice);
    const now = invoices.get(invoice.id);
    return sendInvoice(world, reply, now, result === 'paid' ? undefined : FAILED);
  });
}

function sendInvoice(
  { records }: PaymentsWorld,
  reply: FastifyReply,
  invoice: Invoice | undefined,
  problem?: string,
): FastifyReply {
  if (!invoice || invoice.status === 'draft') {
    const gone = html`<p class="card">Esta fatura não existe.</p>`;
    return sendPage(reply, 'Fatura não encontrada', gone, { status: 404, narrow: true });
  }
  const lines = invoice.lines.data.map(
    ({ description, amount }) =>
      html`<li class="row"><span>${description}</span><span>${money(amount)}</span></li>`,
  );
  const portal = records.portals.all().findLast(({ customer }) => customer === invoice.customer);
  const content = html`${alert(problem)}
    <section class="card">
      <p class="sum">${money(invoice.amount_due)}</p>
      <p>${invoiceWord(invoice)}</p>
      <p class="meta">Emitida em ${day(invoice.created)}</p>
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
