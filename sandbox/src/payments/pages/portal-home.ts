import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { periodOf } from '../billing/statuses.ts';
import type { Subscription } from '../objects.ts';
import { featuresOf, liveSubscriptions, portalUrl } from '../portal/changes.ts';
import type { PortalFeatures, PortalSession } from '../sessions.ts';
import type { PaymentsWorld } from '../world.ts';
import { cardWord, day, invoiceWord, money, statusWord, whatComes } from './words.ts';

/** A page of the portal, with the ways back. */
export function sendPortal(
  reply: FastifyReply,
  portal: PortalSession,
  title: string,
  content: Html,
): FastifyReply {
  const back = html`<p><a href="${portalUrl(portal)}/start">Voltar ao portal</a></p>`;
  return sendPage(reply, title, html`${content} ${back}`, { narrow: true });
}

/** The first page of the portal, or the page that its flow was opened for. */
export function portalHome(
  world: PaymentsWorld,
  reply: FastifyReply,
  portal: PortalSession,
  isAsked = false,
): FastifyReply {
  const flow = isAsked ? undefined : deepLink(world, portal);
  if (flow !== undefined) return reply.redirect(flow, 303);
  const features = featuresOf(world, portal);
  const { headline } =
    world.records.configurations.get(portal.configuration)?.business_profile ?? {};
  const running = liveSubscriptions(world, portal.customer);
  const plans =
    running.length === 0
      ? html`<p class="card">Você não tem nenhuma assinatura ativa.</p>`
      : html`${running.map((each) => planCard(world, portal, features, each))}`;
  const home = html`${headline ? html`<p>${headline}</p>` : ''}
    <h2>Assinatura</h2>
    ${plans} ${features.payment_method_update.enabled ? cardCard(world, portal) : ''}
    ${features.invoice_history.enabled ? invoiceList(world, portal) : ''}
    ${
      portal.return_url === null
        ? ''
        : html`<p><a href="${portal.return_url}">Voltar ao aplicativo</a></p>`
    }`;
  return sendPage(reply, 'Sua assinatura', home, { narrow: true });
}

/** A flow is shown until it is done: what it would change has changed then. */
function deepLink({ records }: PaymentsWorld, portal: PortalSession): string | undefined {
  const flow = records.flows.get(portal.id);
  if (!flow || records.told.get(`flow/${portal.id}`)) return undefined;
  records.told.put({ id: `flow/${portal.id}` });
  const base = portalUrl(portal);
  switch (flow.type) {
    case 'payment_method_update':
      return `${base}/card`;
    case 'subscription_cancel':
      return `${base}/cancel/${flow.subscription ?? ''}`;
    case 'subscription_update':
      return `${base}/update/${flow.subscription ?? ''}`;
  }
}

function planCard(
  { records }: PaymentsWorld,
  portal: PortalSession,
  features: PortalFeatures,
  subscription: Subscription,
): Html {
  const base = portalUrl(portal);
  const { id, cancel_at: cancelAt } = subscription;
  const product = subscription.items.data[0]?.price.product ?? '';
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
    <p>${statusWord(subscription)}</p>
    <p class="meta">${whatComes(subscription)}</p>
    ${next ? html`<p class="meta">Muda para ${next} em ${day(periodOf(subscription).end)}.</p>` : ''}
    ${open ? html`<a class="button" href="/i/${open.id}">Pagar a fatura em aberto</a>` : ''}
    ${
      features.subscription_update.enabled
        ? html`<a class="button" href="${base}/update/${id}">Mudar de plano</a>`
        : ''
    }
    ${features.subscription_cancel.enabled ? cancel : ''}
  </section>`;
}

function cardCard(world: PaymentsWorld, portal: PortalSession): Html {
  const { records } = world;
  const [running] = liveSubscriptions(world, portal.customer);
  const customer = records.customers.get(portal.customer);
  const id = running?.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  const method = records.paymentMethods.get(id ?? '');
  return html`<h2>Forma de pagamento</h2>
    <section class="card">
      <p>${method ? cardWord(method) : 'Nenhum cartão salvo.'}</p>
      <a class="button" href="${portalUrl(portal)}/card">Trocar o cartão</a>
    </section>`;
}

function invoiceList({ records }: PaymentsWorld, portal: PortalSession): Html {
  const invoices = records.invoices.in(portal.customer).toReversed();
  const final = invoices.filter(({ status }) => status !== 'draft');
  if (final.length === 0) return html``;
  const rows = final.map(
    (invoice) =>
      html`<li class="row">
        <a href="/i/${invoice.id}">${day(invoice.created)}</a>
        <span>${money(invoice.amount_due)}</span>
        <span>${invoiceWord(invoice)}</span>
      </li>`,
  );
  return html`<h2>Faturas</h2>
    <ul class="card list">
      ${rows}
    </ul>`;
}
