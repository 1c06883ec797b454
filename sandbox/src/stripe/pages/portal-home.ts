import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { getPeriod } from '../billing/statuses.ts';
import type { Subscription } from '../objects.ts';
import { getFeatures, listLiveSubscriptions, getPortalPath } from '../portal/changes.ts';
import type { PortalFeatures, PortalSession } from '../sessions.ts';
import type { PaymentsContext } from '../context.ts';
import {
  formatCard,
  formatDay,
  formatInvoiceStatus,
  formatMoney,
  formatStatus,
  formatNextEvent,
} from './format.ts';

export function sendPortalPage(
  reply: FastifyReply,
  portal: PortalSession,
  title: string,
  content: Html,
): FastifyReply {
  const back = html`<p><a href="${getPortalPath(portal)}">Voltar ao portal</a></p>`;
  return sendPage(reply, title, html`${content} ${back}`, { narrow: true });
}

export function sendPortalHome(
  context: PaymentsContext,
  reply: FastifyReply,
  portal: PortalSession,
): FastifyReply {
  const features = getFeatures(context, portal);
  const active = listLiveSubscriptions(context, portal.customer);
  const plans =
    active.length === 0
      ? html`<p class="card">Você não tem nenhuma assinatura ativa.</p>`
      : html`${active.map((each) => renderPlanCard(context, portal, features, each))}`;
  const home = html`<h2>Assinatura</h2>
    ${plans}
    ${features.payment_method_update.enabled ? renderPaymentMethodCard(context, portal) : ''}
    ${features.invoice_history.enabled ? renderInvoiceList(context, portal) : ''}
    <p><a href="${portal.return_url}">Voltar ao aplicativo</a></p>`;
  return sendPage(reply, 'Sua assinatura', home, { narrow: true });
}

function renderPlanCard(
  { records }: PaymentsContext,
  portal: PortalSession,
  features: PortalFeatures,
  subscription: Subscription,
): Html {
  const base = getPortalPath(portal);
  const { id, cancel_at: cancelAt } = subscription;
  const { product } = subscription.items.data[0].price;
  const schedule = records.schedules.get(subscription.schedule ?? '');
  const nextPrice = records.prices.get(schedule?.phases[1]?.items[0]?.price ?? '');
  const next = nextPrice && records.products.get(nextPrice.product)?.name;
  const open = records.invoices
    .in(portal.customer)
    .find((each) => each.status === 'open' && each.id === subscription.latest_invoice);
  const cancel =
    cancelAt === null
      ? html`<a class="button" href="${base}/cancel/${id}">Cancelar assinatura</a>`
      : html`<form method="post" action="${base}/renew/${id}">
          <button type="submit" class="main">Não cancelar a assinatura</button>
        </form>`;
  return html`<section class="card">
    <p class="sum">${records.products.get(product)?.name}</p>
    <p>${formatStatus(subscription)}</p>
    <p class="meta">${formatNextEvent(subscription)}</p>
    ${next ? html`<p class="meta">Muda para ${next} em ${formatDay(getPeriod(subscription).end)}.</p>` : ''}
    ${open ? html`<a class="button" href="/i/${open.id}">Pagar a fatura em aberto</a>` : ''}
    ${
      features.subscription_update.enabled
        ? html`<a class="button" href="${base}/update/${id}">Mudar de plano</a>`
        : ''
    }
    ${features.subscription_cancel.enabled ? cancel : ''}
  </section>`;
}

function renderPaymentMethodCard(context: PaymentsContext, portal: PortalSession): Html {
  const { records } = context;
  const [running] = listLiveSubscriptions(context, portal.customer);
  const customer = records.customers.get(portal.customer);
  const id = running?.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const method = records.paymentMethods.get(id ?? '');
  return html`<h2>Forma de pagamento</h2>
    <section class="card">
      <p>${method ? formatCard(method) : 'Nenhum cartão salvo.'}</p>
      <a class="button" href="${getPortalPath(portal)}/card">Trocar o cartão</a>
    </section>`;
}

function renderInvoiceList({ records }: PaymentsContext, portal: PortalSession): Html {
  const invoices = records.invoices.in(portal.customer).toReversed();
  const final = invoices.filter(({ status }) => status !== 'draft');
  if (final.length === 0) return html``;
  const rows = final.map(
    (invoice) =>
      html`<li class="row">
        <a href="/i/${invoice.id}">${formatDay(invoice.created)}</a>
        <span>${formatMoney(invoice.amount_due)}</span>
        <span>${formatInvoiceStatus(invoice)}</span>
      </li>`,
  );
  return html`<h2>Faturas</h2>
    <ul class="card list">
      ${rows}
    </ul>`;
}
