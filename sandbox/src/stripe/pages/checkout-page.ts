import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { payCheckout, buildSuccessUrl, getTrialEnd } from '../checkout/complete.ts';
import type { Customer } from '../objects.ts';
import type { CheckoutSession, CheckoutOptions } from '../sessions.ts';
import type { PaymentsContext } from '../context.ts';
import {
  renderAlert,
  renderCardFields,
  readCard,
  readValues,
  type FieldErrors,
  type Values,
} from './card-form.ts';
import { formatDay, formatMoney, formatPrice } from './format.ts';

const paramsSchema = z.object({ id: z.string() });
const querySchema = z.object({ falha: z.string().optional() });
const NOT_CONFIRMED =
  'Não foi possível confirmar o cartão com o seu banco. Tente de novo ou use outro cartão.';

type Checkout = { session: CheckoutSession; options: CheckoutOptions; customer: Customer };
type FormState = { values?: Values; errors?: FieldErrors; error?: string | undefined };

export function serveCheckoutPage(app: FastifyInstance, context: PaymentsContext): void {
  const { checkouts, checkoutOptions, customers } = context.records;
  const find = (id: string): Checkout | undefined => {
    const session = checkouts.get(id);
    const options = checkoutOptions.get(id);
    const customer = customers.get(session?.customer ?? '');
    if (!session || !options || !customer) return undefined;
    return session.status === 'open' && customer.deleted
      ? undefined
      : { session, options, customer };
  };

  app.get('/c/pay/:id', (request, reply) => {
    const found = find(paramsSchema.parse(request.params).id);
    if (found?.session.status !== 'open') return sendClosedPage(reply, found?.session);
    const failed = querySchema.parse(request.query).falha !== undefined;
    return sendForm(context, reply, found, { error: failed ? NOT_CONFIRMED : undefined });
  });

  app.post('/c/pay/:id', (request, reply) => {
    const found = find(paramsSchema.parse(request.params).id);
    // A second click arrives after the payment.
    if (found?.session.status === 'complete')
      return reply.redirect(buildSuccessUrl(found.session), 303);
    if (found?.session.status !== 'open') return sendClosedPage(reply, found?.session);
    const { session, options, customer } = found;
    const values = readValues(request.body);
    const { card, errors } = readCard(values, customer.email, context.clock.now());
    if (!card) return sendForm(context, reply, found, { values, errors });
    const outcome = payCheckout(context, session, options, card);
    switch (outcome.result) {
      case 'refused':
        return sendForm(context, reply, found, { values, error: outcome.userMessage });
      case 'confirm':
        return reply.redirect(`/3d_secure/${outcome.confirmation}`, 303);
      case 'done':
        return reply.redirect(buildSuccessUrl(outcome.session), 303);
    }
  });
}

function sendClosedPage(reply: FastifyReply, session: CheckoutSession | undefined): FastifyReply {
  if (session?.status === 'complete') {
    const back = html`<p class="card">
      Esta assinatura já foi concluída.
      <a href="${buildSuccessUrl(session)}">Voltar ao aplicativo</a>
    </p>`;
    return sendPage(reply, 'Tudo certo', back, { narrow: true });
  }
  const backLink =
    session?.cancel_url == null
      ? html``
      : html` <a href="${session.cancel_url}">Voltar ao aplicativo</a>`;
  const content = html`<p class="card">
    Esta página de pagamento expirou ou não existe. Volte ao aplicativo e comece de novo.${backLink}
  </p>`;
  return sendPage(reply, 'Página expirada', content, { status: 404, narrow: true });
}

function renderSummary(context: PaymentsContext, options: CheckoutOptions): Html {
  const { prices, products } = context.records;
  const price = prices.get(options.price);
  const name = products.get(price?.product ?? '')?.name ?? '';
  const cost = price ? formatPrice(price) : '';
  const trialEnd = getTrialEnd(context, options);
  const due =
    trialEnd === null
      ? html`<p class="sum">${cost}</p>`
      : html`<p class="sum">${formatMoney(0)} hoje, depois ${cost}</p>
          <p class="meta">
            O teste vai até ${formatDay(trialEnd)}. Você pode cancelar antes e não paga nada.
          </p>`;
  return html`<section class="card" aria-label="Resumo do pedido">
    <p>${name}</p>
    ${due}
  </section>`;
}

function sendForm(
  context: PaymentsContext,
  reply: FastifyReply,
  { session, options, customer }: Checkout,
  { values = {}, errors = {}, error }: FormState,
): FastifyReply {
  const isTrial = options.trialDays !== null;
  const hasErrors = Object.keys(errors).length > 0;
  const content = html`${renderAlert(error ?? (hasErrors ? 'Confira os campos marcados.' : undefined))}
    ${renderSummary(context, options)}
    <form class="card" method="post" action="/c/pay/${session.id}" novalidate>
      <p>${customer.email ?? ''}</p>
      ${renderCardFields(values, errors)}
      <button type="submit" class="main">${isTrial ? 'Iniciar teste' : 'Assinar'}</button>
    </form>
    ${
      session.cancel_url === null
        ? ''
        : html`<p><a href="${session.cancel_url}">Voltar sem assinar</a></p>`
    }
    <p class="meta">
      Nenhum dinheiro muda de mãos aqui. Use um <a href="/payments">cartão de teste</a>, nunca um de
      verdade.
    </p>`;
  const title = isTrial ? 'Iniciar período de teste' : 'Assinar';
  return sendPage(reply, title, content, { narrow: true });
}
