import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { releaseSchedule } from '../billing/schedules.ts';
import { getPeriod } from '../billing/statuses.ts';
import { cancelAtPeriodEnd } from '../billing/subscription-end.ts';
import type { Subscription } from '../objects.ts';
import {
  changePlanInPortal,
  getFeatures,
  listLiveSubscriptions,
  listOfferedPrices,
  getPortalPath,
  replaceCard,
} from '../portal/changes.ts';
import type { PortalSession } from '../sessions.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import {
  renderAlert,
  renderCardFields,
  readCard,
  readValues,
  type FieldErrors,
  type Values,
} from './card-form.ts';
import { sendPortalHome, sendPortalPage } from './portal-home.ts';
import { formatDay, formatPrice } from './format.ts';

const HOUR_SECONDS = 3600;
const NOT_CONFIRMED =
  'Não foi possível confirmar o cartão com o seu banco. Tente de novo ou use outro cartão.';

const paramsSchema = z.object({ secret: z.string(), id: z.string().default('') });
const querySchema = z.object({ falha: z.string().optional() });

const REASONS = [
  ['too_expensive', 'É caro demais'],
  ['missing_features', 'Falta alguma coisa de que preciso'],
  ['unused', 'Não uso o bastante'],
  ['switched_service', 'Vou usar outro serviço'],
  ['other', 'Outro motivo'],
] as const;

type PortalVisit = { portal: PortalSession; subscription: Subscription | undefined };

export function servePortalPages(app: FastifyInstance, context: PaymentsContext): void {
  const path = '/p/session/:secret';

  /** Returns the portal session of a request; its URL is valid for an hour. */
  function visit(request: FastifyRequest): PortalVisit | undefined {
    const { secret, id } = paramsSchema.parse(request.params);
    const { portals, subscriptions, customers } = context.records;
    const portal = portals.all().find((each) => getPortalPath(each) === `/p/session/${secret}`);
    const customer = portal && customers.get(portal.customer);
    if (!portal || !customer || customer.deleted) return undefined;
    if (portal.created + HOUR_SECONDS < getNow(context)) return undefined;
    const subscription = subscriptions.get(id);
    return {
      portal,
      subscription: subscription?.customer === customer.id ? subscription : undefined,
    };
  }

  function addPage(
    method: 'GET' | 'POST',
    url: string,
    handle: (visit: PortalVisit, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ): void {
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const found = visit(request);
        return found ? handle(found, request, reply) : sendExpired(reply);
      },
    });
  }

  /** Adds a page about one subscription; an ended subscription redirects to the portal. */
  function addSubscriptionPage(
    method: 'GET' | 'POST',
    url: string,
    handle: (
      portal: PortalSession,
      subscription: Subscription,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => FastifyReply,
  ): void {
    addPage(method, url, ({ portal, subscription }, request, reply) => {
      const live =
        subscription && listLiveSubscriptions(context, portal.customer).includes(subscription);
      if (!live) return reply.redirect(getPortalPath(portal), 303);
      return handle(portal, subscription, request, reply);
    });
  }

  addPage('GET', path, ({ portal }, _request, reply) => sendPortalHome(context, reply, portal));
  addPage('GET', `${path}/card`, ({ portal }, request, reply) => {
    const failed = querySchema.parse(request.query).falha !== undefined;
    return sendCardPage(reply, portal, { error: failed ? NOT_CONFIRMED : undefined });
  });
  addPage('POST', `${path}/card`, ({ portal }, request, reply) => {
    const values = readValues(request.body);
    const customer = context.records.customers.get(portal.customer);
    const { card, errors } = readCard(values, customer?.email ?? null, context.clock.now());
    if (!card) return sendCardPage(reply, portal, { values, errors });
    const outcome = replaceCard(context, portal, card);
    if (outcome.result !== 'refused') return reply.redirect(outcome.url, 303);
    return sendCardPage(reply, portal, { values, error: outcome.userMessage });
  });

  addSubscriptionPage('GET', `${path}/update/:id`, (portal, subscription, _request, reply) =>
    sendPlanPage(context, reply, portal, subscription),
  );
  addSubscriptionPage('POST', `${path}/update/:id`, (portal, subscription, request, reply) => {
    const requestedPrice = readValues(request.body)['price'];
    const prices = listOfferedPrices(context, getFeatures(context, portal));
    const price = prices.find(({ id }) => id === requestedPrice);
    if (price) changePlanInPortal(context, subscription, price);
    return reply.redirect(getPortalPath(portal), 303);
  });
  addSubscriptionPage('GET', `${path}/cancel/:id`, (portal, subscription, _request, reply) =>
    sendCancelPage(reply, portal, subscription),
  );
  addSubscriptionPage('POST', `${path}/cancel/:id`, (portal, subscription, request, reply) => {
    const { feedback = '', comment = '' } = readValues(request.body);
    const details = { feedback: feedback || null, comment: comment || null };
    if (getFeatures(context, portal).subscription_cancel.enabled) {
      cancelAtPeriodEnd(context, releaseSchedule(context, subscription), 'date', details);
    }
    return reply.redirect(getPortalPath(portal), 303);
  });
  addSubscriptionPage('POST', `${path}/renew/:id`, (portal, subscription, _request, reply) => {
    cancelAtPeriodEnd(context, subscription, 'no');
    return reply.redirect(getPortalPath(portal), 303);
  });
}

function sendExpired(reply: FastifyReply): FastifyReply {
  const content = html`<p class="card">
    Este endereço do portal expirou ou não existe. Volte ao aplicativo e abra o portal de novo.
  </p>`;
  return sendPage(reply, 'Portal expirado', content, { status: 404, narrow: true });
}

type FormState = { values?: Values; errors?: FieldErrors; error?: string | undefined };

function sendCardPage(
  reply: FastifyReply,
  portal: PortalSession,
  { values = {}, errors = {}, error }: FormState,
): FastifyReply {
  const hasErrors = Object.keys(errors).length > 0;
  const content = html`${renderAlert(error ?? (hasErrors ? 'Confira os campos marcados.' : undefined))}
    <form class="card" method="post" action="${getPortalPath(portal)}/card" novalidate>
      ${renderCardFields(values, errors)}
      <button type="submit" class="main">Salvar cartão</button>
    </form>`;
  return sendPortalPage(reply, portal, 'Trocar o cartão', content);
}

function sendPlanPage(
  context: PaymentsContext,
  reply: FastifyReply,
  portal: PortalSession,
  subscription: Subscription,
): FastifyReply {
  const current = subscription.items.data[0].price.id;
  const choices = listOfferedPrices(context, getFeatures(context, portal)).map((price): Html => {
    const name = context.records.products.get(price.product)?.name ?? '';
    const state = price.id === current ? ' checked' : '';
    return html`<label class="choice">
      <input type="radio" name="price" value="${price.id}" ${{ html: state }} />
      ${name}: ${formatPrice(price)}${price.id === current ? ' (plano atual)' : ''}
    </label>`;
  });
  const content = html`<form
    class="card"
    method="post"
    action="${getPortalPath(portal)}/update/${subscription.id}"
  >
    <fieldset>
      <legend>Escolha o plano</legend>
      ${choices}
    </fieldset>
    <button type="submit" class="main">Confirmar mudança</button>
  </form>`;
  return sendPortalPage(reply, portal, 'Mudar de plano', content);
}

function sendCancelPage(
  reply: FastifyReply,
  portal: PortalSession,
  subscription: Subscription,
): FastifyReply {
  const reasons = REASONS.map(([value, label]) => html`<option value="${value}">${label}</option>`);
  const content = html`<form
    class="card"
    method="post"
    action="${getPortalPath(portal)}/cancel/${subscription.id}"
  >
    <p>
      Você continua com o plano até ${formatDay(getPeriod(subscription).end)} e não há novas
      cobranças.
    </p>
    <div class="field">
      <label for="feedback">Por que você está cancelando? (opcional)</label>
      <select id="feedback" name="feedback">
        <option value="">Prefiro não dizer</option>
        ${reasons}
      </select>
    </div>
    <div class="field">
      <label for="comment">Comentário (opcional)</label>
      <textarea id="comment" name="comment" rows="3"></textarea>
    </div>
    <button type="submit" class="main">Cancelar assinatura</button>
  </form>`;
  return sendPortalPage(reply, portal, 'Cancelar assinatura', content);
}
