import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { payInvoice } from '../billing/invoice-payment.ts';
import { completeCheckout, buildSuccessUrl } from '../checkout/complete.ts';
import { saveCard, getPortalPath } from '../portal/changes.ts';
import type { Confirmation } from '../records.ts';
import type { PaymentsContext } from '../context.ts';

const paramsSchema = z.object({ id: z.string() });
const bodySchema = z.object({ choice: z.enum(['concluir', 'falhar']) });

export function serveThreeDSecurePage(app: FastifyInstance, context: PaymentsContext): void {
  const { confirmations } = context.records;

  app.get('/3d_secure/:id', (request, reply) => {
    const confirmation = confirmations.get(paramsSchema.parse(request.params).id);
    return confirmation ? sendChallenge(reply) : sendExpired(reply);
  });

  app.post('/3d_secure/:id', (request, reply) => {
    const confirmation = confirmations.get(paramsSchema.parse(request.params).id);
    const body = bodySchema.safeParse(request.body);
    if (!confirmation || !body.success) return sendExpired(reply);
    confirmations.remove(confirmation.id);
    const returnPath = findReturnPath(context, confirmation);
    if (body.data.choice === 'falhar')
      return reply.redirect(`${returnPath}?falha=autenticacao`, 303);
    return reply.redirect(completeConfirmation(context, confirmation) ?? returnPath, 303);
  });
}

function findReturnPath(context: PaymentsContext, { kind, subjectId }: Confirmation): string {
  switch (kind) {
    case 'checkout':
      return `/c/pay/${subjectId}`;
    case 'card': {
      const portal = context.records.portals.get(subjectId);
      return portal ? `${getPortalPath(portal)}/card` : '/';
    }
    case 'invoice':
      return `/i/${subjectId}`;
  }
}

/** Completes the action after the authentication; returns its redirect URL, or undefined to return. */
function completeConfirmation(
  context: PaymentsContext,
  { kind, subjectId, entry }: Confirmation,
): string | undefined {
  const { checkouts, portals, invoices } = context.records;
  const session = kind === 'checkout' ? checkouts.get(subjectId) : undefined;
  if (session?.status === 'open' && entry) {
    return buildSuccessUrl(completeCheckout(context, session, entry, true));
  }
  const portal = kind === 'card' ? portals.get(subjectId) : undefined;
  if (portal && entry) return saveCard(context, portal, entry, true);
  const invoice = kind === 'invoice' ? invoices.get(subjectId) : undefined;
  if (invoice?.status === 'open') payInvoice(context, invoice, { isAuthenticated: true });
  return undefined;
}

function sendExpired(reply: FastifyReply): FastifyReply {
  const content = html`<p class="card">
    Esta confirmação já foi respondida ou não existe. Volte ao aplicativo e tente de novo.
  </p>`;
  return sendPage(reply, 'Confirmação expirada', content, { status: 404, narrow: true });
}

function sendChallenge(reply: FastifyReply): FastifyReply {
  const content = html`<p>
      O banco quer ter certeza de que é você quem está usando o cartão (3-D Secure).
    </p>
    <form class="card" method="post">
      <button type="submit" name="choice" value="concluir" class="main">Concluir</button>
      <button type="submit" name="choice" value="falhar">Falhar autenticação</button>
    </form>`;
  return sendPage(reply, 'Confirme com o seu banco', content, { narrow: true });
}
