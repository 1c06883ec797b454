import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { INSTAGRAM_APP } from '../app-credentials.ts';
import { notifyApp, renderOutcome, type Action, type CallbackResult } from '../app-removal.ts';
import type { InstagramContext } from '../context.ts';
import { invalidateTokens } from '../tokens.ts';
import type { InstagramAccount } from '../users.ts';
import { DIALOG_PREFIX } from './hosts.ts';
import { scopedIdOf } from './profile.ts';

const PATH = `${DIALOG_PREFIX}/accounts/manage_access`;

const requestSchema = z.object({ username: z.string(), action: z.enum(['remove', 'delete']) });

/** What `app-removal.ts` does for a Facebook user, for an Instagram account. */
export function serveInstagramRemoval(app: FastifyInstance, context: InstagramContext): void {
  const findAccount = (username: string) => context.records.accounts.oldestIn(username);
  app.get(PATH, (_request, reply) => sendAccessPage(context, reply, undefined));
  app.post(PATH, async (request, reply) => {
    const { username, action } = requestSchema.parse(request.body);
    const account = findAccount(username);
    if (!account) return sendAccessPage(context, reply, html`<p>Conta desconhecida.</p>`);
    const result = await removeAccess(context, account, action);
    return sendAccessPage(context, reply, renderOutcome({ name: username }, action, result));
  });
  app.post('/_sandbox/instagram-login/removals', async (request, reply) => {
    const parsed = requestSchema.strict().safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const account = findAccount(parsed.data.username);
    if (!account) return reply.status(400).send({ error: 'nobody has this account' });
    return removeAccess(context, account, parsed.data.action);
  });
}

function removeAccess(
  context: InstagramContext,
  account: InstagramAccount,
  action: Action,
): Promise<CallbackResult> {
  invalidateTokens(context, account.id, '458');
  const { secret } = INSTAGRAM_APP;
  return notifyApp(context, action, { userId: scopedIdOf(account), secret });
}

function sendAccessPage(
  { records }: InstagramContext,
  reply: FastifyReply,
  message: Html | undefined,
): FastifyReply {
  const connected = records.accounts
    .all()
    .filter(({ id }) => records.tokens.in(id).some(({ errorSubcode }) => errorSubcode === null));
  return sendPage(
    reply,
    'Aplicativos com acesso',
    html`<p>No Instagram, cada conta vê aqui a que aplicativos deu acesso.</p>
      ${message} ${connected.map(renderAccount)}`,
    { narrow: true },
  );
}

const renderAccount = ({ username }: InstagramAccount): Html =>
  html`<section class="card" aria-label="${username}">
    <h2>${username}</h2>
    <form method="post" action="${PATH}">
      <input type="hidden" name="username" value="${username}" />
      <button type="submit" name="action" value="remove">Remover o aplicativo</button>
      <button type="submit" name="action" value="delete">Pedir exclusão dos dados</button>
    </form>
  </section>`;
