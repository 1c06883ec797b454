import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { customerOf, payCheckout, successUrl, trialEndOf } from '../checkout/complete.ts';
import type { CheckoutSession, CheckoutWishes } from '../sessions.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import {
  alert,
  cardFields,
  field,
  readCard,
  readValues,
  type Problems,
  type Values,
} from './card-form.ts';
import { day, money, perPeriod } from './words.ts';

const params = z.object({ id: z.string() });
const query = z.object({ falha: z.string().optional() });
const NOT_CONFIRMED =
  'Não foi possível confirmar o cartão com o seu banco. Tente de novo ou use outro cartão.';

type Told = { values?: Values; problems?: Problems; problem?: string | undefined };

/** The page on which a subscription is paid for. */
export function serveCheckoutPage(app: FastifyInstance, world: PaymentsWorld): void {
  const { checkouts, wishes } = world.records;
  const find = (id: string): { session: CheckoutSession; wish: CheckoutWishes } | undefined => {
    const session = checkouts.get(id);
    const wish = wishes.get(id);
    // Nobody pays for a customer who was deleted meanwhile.
    const isOrphan =
      session?.status === 'open' && session.customer !== null && !customerOf(world, session);
    return session && wish && !isOrphan ? { session, wish } : undefined;
  };

  app.get('/c/pay/:id', (request, reply) => {
    const found = find(params.parse(request.params).id);
    if (found?.session.status !== 'open') return sendClosed(reply, found?.session);
    const failed = query.parse(request.query).falha !== undefined;
    const problem = failed ? NOT_CONFIRMED : undefined;
    return sendForm(world, reply, found.session, found.wish, { problem });
  });

  app.post('/c/pay/:id', (request, reply) => {
    const found = find(params.parse(request.params).id);
    // A second click comes when the first has paid.
    if (found?.session.status === 'complete') return reply.redirect(successUrl(found.session), 303);
    if (found?.session.status !== 'open') return sendClosed(reply, found?.session);
    const { session, wish } = found;
    const customer = customerOf(world, session);
    const values = readValues(request.body);
    const email = customer?.email ?? values['email'] ?? '';
    const wantsCard = asksForCard(world, session, wish);
    const now = nowOf(world, customer?.test_clock ?? null) * 1000;
    const { card, problems } = wantsCard
      ? readCard({ ...values, email }, now)
      : { card: null, problems: {} as Problems };
    if (!z.email().safeParse(email).success) problems['email'] = 'Digite um e-mail válido.';
    if (wish.termsRequired && values['terms'] !== 'on') {
      problems['terms'] = 'Para continuar, aceite os termos.';
    }
    if (card === undefined || Object.keys(problems).length > 0) {
      return sendForm(world, reply, session, wish, { values, problems });
    }
    const outcome = payCheckout(world, session, { email, name: card?.name ?? null, card });
    switch (outcome.result) {
      case 'refused':
        return sendForm(world, reply, session, wish, { values, problem: outcome.told });
      case 'confirm':
        return reply.redirect(`/3d_secure/${outcome.confirmation}`, 303);
      case 'done':
        return reply.redirect(successUrl(outcome.session), 303);
    }
  });
}

/** A card is not asked for if nothing is due today and who sells does not insist. */
function asksForCard(
  world: PaymentsWorld,
  session: CheckoutSession,
  wish: CheckoutWishes,
): boolean {
  const isFree = trialEndOf(world, session, wish) !== null;
  return session.payment_method_collection === 'always' || !isFree;
}

function sendClosed(reply: FastifyReply, session: CheckoutSession | undefined): FastifyReply {
  if (session?.status === 'complete') {
    const back = html`<p class="card">
      Esta assinatura já foi concluída. <a href="${successUrl(session)}">Voltar ao aplicativo</a>
    </p>`;
    return sendPage(reply, 'Tudo certo', back, { narrow: true });
  }
  const way =
    session?.cancel_url == null
      ? html``
      : html` <a href="${session.cancel_url}">Voltar ao aplicativo</a>`;
  const content = html`<p class="card">
    Esta página de pagamento expirou ou não existe. Volte ao aplicativo e comece de novo.${way}
  </p>`;
  return sendPage(reply, 'Página expirada', content, { status: 404, narrow: true });
}

function summary(world: PaymentsWorld, session: CheckoutSession, wish: CheckoutWishes): Html {
  const { prices, products } = world.records;
  const lines = wish.lines.map(({ price: id, quantity }) => {
    const price = prices.get(id);
    const name = products.get(price?.product ?? '')?.name ?? '';
    const cost = price ? perPeriod(price, quantity) : '';
    const trialEnd = trialEndOf(world, session, wish);
    return trialEnd === null
      ? html`<p>${name}</p>
          <p class="sum">${cost}</p>`
      : html`<p>${name}</p>
          <p class="sum">${money(0)} hoje, depois ${cost}</p>
          <p class="meta">
            O teste vai até ${day(trialEnd)}. Você pode cancelar antes e não paga nada.
          </p>`;
  });
  return html`<section class="card" aria-label="Resumo do pedido">${lines}</section>`;
}

function sendForm(
  world: PaymentsWorld,
  reply: FastifyReply,
  session: CheckoutSession,
  wish: CheckoutWishes,
  { values = {}, problems = {}, problem }: Told,
): FastifyReply {
  const customer = customerOf(world, session);
  const known = customer?.email ?? undefined;
  const shown = { ...values, email: known ?? values['email'] ?? session.customer_email ?? '' };
  const isTrial = trialEndOf(world, session, wish) !== null;
  const hasProblems = Object.keys(problems).length > 0;
  const terms = html`<div class="field">
    <label class="choice"><input type="checkbox" name="terms" /> Li e aceito os termos</label>
    ${problems['terms'] === undefined ? '' : html`<p class="bad">${problems['terms']}</p>`}
  </div>`;
  const email = field(
    {
      name: 'email',
      label: 'E-mail',
      autocomplete: 'email',
      type: 'email',
      inputmode: 'email',
      readonly: known !== undefined,
    },
    shown,
    problems,
  );
  const content = html`${alert(problem ?? (hasProblems ? 'Confira os campos marcados.' : undefined))}
    ${summary(world, session, wish)}
    <form class="card" method="post" action="/c/pay/${session.id}" novalidate>
      ${email} ${asksForCard(world, session, wish) ? cardFields(shown, problems) : ''}
      ${wish.termsRequired ? terms : ''}
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
