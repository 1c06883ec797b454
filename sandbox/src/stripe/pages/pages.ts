import type { FastifyInstance } from 'fastify';
import { html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import type { PaymentsContext } from '../context.ts';
import { serveCheckoutPage } from './checkout-page.ts';
import { serveInvoicePage } from './invoice-page.ts';
import { servePortalPages } from './portal-page.ts';
import { serveThreeDSecurePage } from './three-d-secure-page.ts';
import { formatStatus, formatNextEvent } from './format.ts';

const CARDS = [
  ['4242 4242 4242 4242', 'passa'],
  ['4000 0007 6000 0002', 'passa (Visa do Brasil)'],
  ['4000 0000 0000 0002', 'é recusado'],
  ['4000 0000 0000 9995', 'não tem saldo'],
  ['4000 0000 0000 0069', 'venceu'],
  ['4000 0000 0000 0127', 'tem o CVC errado'],
  ['4000 0025 0000 3155', 'pede a confirmação do banco uma vez (3-D Secure)'],
  ['4000 0027 6000 3184', 'pede a confirmação do banco a cada cobrança'],
  ['4000 0000 0000 0341', 'é aceito, mas as cobranças seguintes falham'],
] as const;

export function servePaymentPages(app: FastifyInstance, context: PaymentsContext): void {
  serveCheckoutPage(app, context);
  serveThreeDSecurePage(app, context);
  servePortalPages(app, context);
  serveInvoicePage(app, context);

  app.get('/payments', (_, reply) => {
    const { subscriptions, customers } = context.records;
    const rows = subscriptions
      .all()
      .toReversed()
      .slice(0, 50)
      .map((each) => {
        const customer = customers.get(each.customer);
        return html`<li>
          ${customer?.email ?? each.customer}: ${formatStatus(each)}
          <div class="meta">${formatNextEvent(each)}</div>
        </li>`;
      });
    const list =
      rows.length === 0
        ? html`<p>Ninguém assinou ainda.</p>`
        : html`<ul class="card list">
            ${rows}
          </ul>`;
    const cards = CARDS.map(
      ([number, effect]) => html`<li class="row"><code>${number}</code><span>${effect}</span></li>`,
    );
    const content = html`<h2>Assinaturas</h2>
      ${list}
      <h2>Cartões de teste</h2>
      <p class="meta">Qualquer validade futura e qualquer CVC servem.</p>
      <ul class="card list">
        ${cards}
      </ul>`;
    return sendPage(reply, 'Pagamentos', content);
  });
}
