import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { cancelAtPeriodEnd } from '../billing/cancel.ts';
import { periodOf } from '../billing/statuses.ts';
import type { Subscription } from '../objects.ts';
import {
  afterChange,
  cancelInPortal,
  changePlanInPortal,
  featuresOf,
  liveSubscriptions,
  offeredPrices,
  portalUrl,
  tryCard,
} from '../portal/changes.ts';
import type { PortalSession } from '../sessions.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import {
  alert,
  cardFields,
  readCard,
  readValues,
  type Problems,
  type Values,
} from './card-form.ts';
import { portalHome, sendPortal } from './portal-home.ts';
import { day, perPeriod } from './words.ts';

const HOUR_SECONDS = 3600;
const NOT_CONFIRMED =
  'Não foi possível confirmar o cartão com o seu banco. Tente de novo ou use outro cartão.';

const params = z.object({ secret: z.string(), id: z.string().default('') });
const query = z.object({ falha: z.string().optional() });

const REASONS = [
  ['too_expensive', 'É caro demais'],
  ['missing_features', 'Falta alguma coisa de que preciso'],
  ['unused', 'Não uso o bastante'],
  ['switched_service', 'Vou usar outro serviço'],
  ['other', 'Outro motivo'],
] as const;

type Visit = { portal: PortalSession; subscription: Subscription | undefined };

/** The portal: what a customer can change about what they pay. */
export function servePortalPages(app: FastifyInstance, world: PaymentsWorld): void {
  const path = '/p/session/:secret';

  /** Whose portal it is; its address is good for an hour. */
  function visit(request: FastifyRequest): Visit | undefined {
    const { secret, id } = params.parse(request.params);
    const { portals, subscriptions, customers } = world.records;
    const portal = portals.all().find((each) => portalUrl(each) === `/p/session/${secret}`);
    const customer = portal && customers.get(portal.customer);
    if (!portal || !customer || customer.deleted) return undefined;
    if (portal.created + HOUR_SECONDS < nowOf(world, customer.test_clock)) return undefined;
    const subscription = subscriptions.get(id);
    return {
      portal,
      subscription: subscription?.customer === customer.id ? subscription : undefined,
    };
  }

  /** A page of the portal that is about nothing in particular. */
  function page(
    method: 'GET' | 'POST',
    url: string,
    show: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ): void {
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const found = visit(request);
        return found ? show(found, request, reply) : sendGone(reply);
      },
    });
  }

  /** A page about one subscription; whatever is over leads back. */
  function about(
    method: 'GET' | 'POST',
    url: string,
    show: (
      portal: PortalSession,
      subscription: Subscription,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => FastifyReply,
  ): void {
    page(method, url, ({ portal, subscription }, request, reply) => {
      const live = subscription && liveSubscriptions(world, portal.customer).includes(subscription);
      if (!live) return reply.redirect(portalUrl(portal), 303);
      return show(portal, subscription, request, reply);
    });
  }

  page('GET', path, ({ portal }, _request, reply) => portalHome(world, reply, portal));
  page('GET', `${path}/start`, ({ portal }, _request, reply) =>
    portalHome(world, reply, portal, true),
  );
  page('GET', `${path}/card`, ({ portal }, request, reply) => {
    const failed = query.parse(request.query).falha !== undefined;
    return sendCard(reply, portal, { problem: failed ? NOT_CONFIRMED : undefined });
  });
  page('POST', `${path}/card`, ({ portal }, request, reply) => {
    const values = readValues(request.body);
    const customer = world.records.customers.get(portal.customer);
    const { card, problems } = readCard(values, nowOf(world, customer?.test_clock ?? null) * 1000);
    if (!card) return sendCard(reply, portal, { values, problems });
    const outcome = tryCard(world, portal, { ...card, email: customer?.email ?? null });
    if (outcome.result !== 'refused') return reply.redirect(outcome.at, 303);
    return sendCard(reply, portal, { values, problem: outcome.told });
  });

  about('GET', `${path}/update/:id`, (portal, subscription, _request, reply) =>
    sendPlans(world, reply, portal, subscription),
  );
  about('POST', `${path}/update/:id`, (portal, subscription, request, reply) => {
    const wanted = readValues(request.body)['price'];
    const offered = offeredPrices(world, featuresOf(world, portal));
    const price = offered.find(({ id }) => id === wanted);
    if (price) changePlanInPortal(world, portal, subscription, price);
    return reply.redirect(afterChange(world, portal), 303);
  });
  about('GET', `${path}/cancel/:id`, (portal, subscription, _request, reply) =>
    sendCancel(world, reply, portal, subscription),
  );
  about('POST', `${path}/cancel/:id`, (portal, subscription, request, reply) => {
    const { feedback = '', comment = '' } = readValues(request.body);
    const details = { feedback: feedback || null, comment: comment || null };
    if (featuresOf(world, portal).subscription_cancel.enabled) {
      cancelInPortal(world, portal, subscription, details);
    }
    return reply.redirect(afterChange(world, portal), 303);
  });
  about('POST', `${path}/renew/:id`, (portal, subscription, _request, reply) => {
    cancelAtPeriodEnd(world, subscription, 'no');
    return reply.redirect(afterChange(world, portal), 303);
  });
}

function sendGone(reply: FastifyReply): FastifyReply {
  const content = html`<p class="card">
    Este endereço do portal expirou ou não existe. Volte ao aplicativo e abra o portal de novo.
  </p>`;
  return sendPage(reply, 'Portal expirado', content, { status: 404, narrow: true });
}

type Told = { values?: Values; problems?: Problems; problem?: string | undefined };

function sendCard(
  reply: FastifyReply,
  portal: PortalSession,
  { values = {}, problems = {}, problem }: Told,
): FastifyReply {
  const hasProblems = Object.keys(problems).length > 0;
  const content = html`${alert(problem ?? (hasProblems ? 'Confira os campos marcados.' : undefined))}
    <form class="card" method="post" action="${portalUrl(portal)}/card" novalidate>
      ${cardFields(values, problems)}
      <button type="submit" class="main">Salvar cartão</button>
    </form>`;
  return sendPortal(reply, portal, 'Trocar o cartão', content);
}

function sendPlans(
  world: PaymentsWorld,
  reply: FastifyReply,
  portal: PortalSession,
  subscription: Subscription,
): FastifyReply {
  const current = subscription.items.data[0]?.price.id;
  const choices = offeredPrices(world, featuresOf(world, portal)).map((price): Html => {
    const name = world.records.products.get(price.product)?.name ?? '';
    const state = price.id === current ? ' checked' : '';
    return html`<label class="choice">
      <input type="radio" name="price" value="${price.id}" ${{ html: state }} />
      ${name}: ${perPeriod(price)}${price.id === current ? ' (plano atual)' : ''}
    </label>`;
  });
  const content = html`<form
    class="card"
    method="post"
    action="${portalUrl(portal)}/update/${subscription.id}"
  >
    <fieldset>
      <legend>Escolha o plano</legend>
      ${choices}
    </fieldset>
    <button type="submit" class="main">Confirmar mudança</button>
  </form>`;
  return sendPortal(reply, portal, 'Mudar de plano', content);
}

function sendCancel(
  world: PaymentsWorld,
  reply: FastifyReply,
  portal: PortalSession,
  subscription: Subscription,
): FastifyReply {
  const { mode } = featuresOf(world, portal).subscription_cancel;
  const reasons = REASONS.map(([value, label]) => html`<option value="${value}">${label}</option>`);
  const effect =
    mode === 'immediately'
      ? html`A assinatura termina agora.`
      : html`Você continua com o plano até ${day(periodOf(subscription).end)} e não há novas
        cobranças.`;
  const content = html`<form
    class="card"
    method="post"
    action="${portalUrl(portal)}/cancel/${subscription.id}"
  >
    <p>${effect}</p>
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
  return sendPortal(reply, portal, 'Cancelar assinatura', content);
}
