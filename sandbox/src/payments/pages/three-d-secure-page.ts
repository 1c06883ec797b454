import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { payInvoice } from '../billing/charging.ts';
import { completeCheckout, successUrl } from '../checkout/complete.ts';
import { changeCard, portalUrl } from '../portal/changes.ts';
import type { Confirmation } from '../records.ts';
import type { PaymentsWorld } from '../world.ts';

const params = z.object({ id: z.string() });
const bodySchema = z.object({ choice: z.enum(['concluir', 'falhar']) });

/** The page of a bank that asks the card's owner whether it is really them. */
export function serveThreeDSecurePage(app: FastifyInstance, world: PaymentsWorld): void {
  const { confirmations } = world.records;

  app.get('/3d_secure/:id', (request, reply) => {
    const confirmation = confirmations.get(params.parse(request.params).id);
    return confirmation ? sendQuestion(reply) : sendGone(reply);
  });

  app.post('/3d_secure/:id', (request, reply) => {
    const confirmation = confirmations.get(params.parse(request.params).id);
    const body = bodySchema.safeParse(request.body);
    if (!confirmation || !body.success) return sendGone(reply);
    confirmations.remove(confirmation.id);
    const back = pageOf(world, confirmation);
    if (body.data.choice === 'falhar') return reply.redirect(`${back}?falha=autenticacao`, 303);
    return reply.redirect(goOn(world, confirmation) ?? back, 303);
  });
}

/** The page that sent the person here. */
function pageOf(world: PaymentsWorld, { kind, of }: Confirmation): string {
  switch (kind) {
    case 'checkout':
      return `/c/pay/${of}`;
    case 'card': {
      const portal = world.records.portals.get(of);
      return portal ? `${portalUrl(portal)}/card` : '/';
    }
    case 'invoice':
      return `/i/${of}`;
  }
}

/** Does what waited for the answer; gives where it leads, if not back. */
function goOn(world: PaymentsWorld, { kind, of, entry }: Confirmation): string | undefined {
  const { checkouts, portals, invoices } = world.records;
  const session = kind === 'checkout' ? checkouts.get(of) : undefined;
  if (session?.status === 'open' && entry) {
    const email = entry.email ?? '';
    const given = { email, name: entry.name, card: entry };
    return successUrl(completeCheckout(world, session, given, true));
  }
  const portal = kind === 'card' ? portals.get(of) : undefined;
  if (portal && entry) return changeCard(world, portal, entry, true);
  const invoice = kind === 'invoice' ? invoices.get(of) : undefined;
  if (invoice?.status === 'open') payInvoice(world, invoice, { isAuthenticated: true });
  return undefined;
}

function sendGone(reply: FastifyReply): FastifyReply {
  const content = html`<p class="card">
    Esta confirmação já foi respondida ou não existe. Volte ao aplicativo e tente de novo.
  </p>`;
  return sendPage(reply, 'Confirmação expirada', content, { status: 404, narrow: true });
}

function sendQuestion(reply: FastifyReply): FastifyReply {
  const content = html`<p>
      O banco quer ter certeza de que é você quem está usando o cartão (3-D Secure).
    </p>
    <form class="card" method="post">
      <button type="submit" name="choice" value="concluir" class="main">Concluir</button>
      <button type="submit" name="choice" value="falhar">Falhar autenticação</button>
    </form>`;
  return sendPage(reply, 'Confirme com o seu banco', content, { narrow: true });
}
