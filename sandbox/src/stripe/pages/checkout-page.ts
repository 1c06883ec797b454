import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import {
  findSessionCustomer,
  payCheckout,
  buildSuccessUrl,
  getTrialEnd,
} from '../checkout/complete.ts';
import type { CheckoutSession, CheckoutOptions } from '../sessions.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import {
  renderAlert,
  renderCardFields,
  renderField,
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

type FormState = { values?: Values; errors?: FieldErrors; error?: string | undefined };

/** Serves the checkout page. */
export function serveCheckoutPage(app: FastifyInstance, context: PaymentsContext): void {
  const { checkouts, checkoutOptions } = context.records;
  const find = (id: string): { session: CheckoutSession; options: CheckoutOptions } | undefined => {
    const session = checkouts.get(id);
    const options = checkoutOptions.get(id);
    const isCustomerDeleted =
      session?.status === 'open' &&
      session.customer !== null &&
      !findSessionCustomer(context, session);
    return session && options && !isCustomerDeleted ? { session, options } : undefined;
  };

  app.get('/c/pay/:id', (request, reply) => {
    const found = find(paramsSchema.parse(request.params).id);
    if (found?.session.status !== 'open') return sendClosedPage(reply, found?.session);
    const failed = querySchema.parse(request.query).falha !== undefined;
    const error = failed ? NOT_CONFIRMED : undefined;
    return sendForm(context, reply, found.session, found.options, { error });
  });

  app.post('/c/pay/:id', (request, reply) => {
    const found = find(paramsSchema.parse(request.params).id);
    // A second click arrives after the payment.
    if (found?.session.status === 'complete')
      return reply.redirect(buildSuccessUrl(found.session), 303);
    if (found?.session.status !== 'open') return sendClosedPage(reply, found?.session);
    const { session, options } = found;
    const customer = findSessionCustomer(context, session);
    const values = readValues(request.body);
    const email = customer?.email ?? values['email'] ?? '';
    const isCardRequired = requiresCard(context, session, options);
    const now = getNow(context, customer?.test_clock ?? null) * 1000;
    const { card, errors } = isCardRequired
      ? readCard({ ...values, email }, now)
      : { card: null, errors: {} as FieldErrors };
    if (!z.email().safeParse(email).success) errors['email'] = 'Digite um e-mail válido.';
    if (options.areTermsRequired && values['terms'] !== 'on') {
      errors['terms'] = 'Para continuar, aceite os termos.';
    }
    if (card === undefined || Object.keys(errors).length > 0) {
      return sendForm(context, reply, session, options, { values, errors });
    }
    const outcome = payCheckout(context, session, { email, name: card?.name ?? null, card });
    switch (outcome.result) {
      case 'refused':
        return sendForm(context, reply, session, options, { values, error: outcome.userMessage });
      case 'confirm':
        return reply.redirect(`/3d_secure/${outcome.confirmation}`, 303);
      case 'done':
        return reply.redirect(buildSuccessUrl(outcome.session), 303);
    }
  });
}

/** No card is required if nothing is due today and the session does not always collect one. */
function requiresCard(
  context: PaymentsContext,
  session: CheckoutSession,
  options: CheckoutOptions,
): boolean {
  const isFree = getTrialEnd(context, session, options) !== null;
  return session.payment_method_collection === 'always' || !isFree;
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

function renderSummary(
  context: PaymentsContext,
  session: CheckoutSession,
  options: CheckoutOptions,
): Html {
  const { prices, products } = context.records;
  const lines = options.lines.map(({ price: id, quantity }) => {
    const price = prices.get(id);
    const name = products.get(price?.product ?? '')?.name ?? '';
    const cost = price ? formatPrice(price, quantity) : '';
    const trialEnd = getTrialEnd(context, session, options);
    return trialEnd === null
      ? html`<p>${name}</p>
          <p class="sum">${cost}</p>`
      : html`<p>${name}</p>
          <p class="sum">${formatMoney(0)} hoje, depois ${cost}</p>
          <p class="meta">
            O teste vai até ${formatDay(trialEnd)}. Você pode cancelar antes e não paga nada.
          </p>`;
  });
  return html`<section class="card" aria-label="Resumo do pedido">${lines}</section>`;
}

function sendForm(
  context: PaymentsContext,
  reply: FastifyReply,
  session: CheckoutSession,
  options: CheckoutOptions,
  { values = {}, errors = {}, error }: FormState,
): FastifyReply {
  const customer = findSessionCustomer(context, session);
  const knownEmail = customer?.email ?? undefined;
  const shownValues = {
    ...values,
    email: knownEmail ?? values['email'] ?? session.customer_email ?? '',
  };
  const isTrial = getTrialEnd(context, session, options) !== null;
  const hasErrors = Object.keys(errors).length > 0;
  const terms = html`<div class="field">
    <label class="choice"><input type="checkbox" name="terms" /> Li e aceito os termos</label>
    ${errors['terms'] === undefined ? '' : html`<p class="bad">${errors['terms']}</p>`}
  </div>`;
  const email = renderField(
    {
      name: 'email',
      label: 'E-mail',
      autocomplete: 'email',
      type: 'email',
      inputmode: 'email',
      readonly: knownEmail !== undefined,
    },
    shownValues,
    errors,
  );
  const content = html`${renderAlert(error ?? (hasErrors ? 'Confira os campos marcados.' : undefined))}
    ${renderSummary(context, session, options)}
    <form class="card" method="post" action="/c/pay/${session.id}" novalidate>
      ${email}
      ${requiresCard(context, session, options) ? renderCardFields(shownValues, errors) : ''}
      ${options.areTermsRequired ? terms : ''}
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
