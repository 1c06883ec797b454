import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../platform/pages/html.ts';
import { sendPage } from '../platform/pages/page.ts';
import { APP, signedRequest } from './app-credentials.ts';
import { unixSeconds } from './graph-time.ts';
import { usernameOfUser } from './usernames.ts';
import type { FacebookUser } from './users.ts';
import { invalidateTokens } from './tokens.ts';
import type { InstagramContext } from './context.ts';

const PATH = '/facebook/settings/apps';
const MAX_LISTED_USERS = 20;
const TIMEOUT_MS = 10_000;

const CALLBACK_PATHS = {
  remove: '/api/webhooks/meta/deauthorize',
  delete: '/api/webhooks/meta/data-deletion',
} as const;
export type Action = keyof typeof CALLBACK_PATHS;

const formSchema = z.object({ person: z.string(), action: z.enum(['remove', 'delete']) });
const controlSchema = z.strictObject({
  username: z.string(),
  action: z.enum(['remove', 'delete']),
});
const deletionSchema = z.object({ url: z.url(), confirmation_code: z.string() });

export type CallbackResult = { signed_request: string; status: number; answer: unknown };

/** Removing the app and requesting a deletion invalidate all tokens of the person, then notify the app. */
export function serveAppRemoval(app: FastifyInstance, context: InstagramContext): void {
  app.get(PATH, (_request, reply) => sendAppsPage(context, reply, undefined));
  app.post(PATH, async (request, reply) => {
    const parsed = formSchema.safeParse(request.body);
    const user = parsed.data && context.records.facebookUsers.get(parsed.data.person);
    if (!parsed.success || !user)
      return sendAppsPage(context, reply, html`<p>Pessoa desconhecida.</p>`);
    const result = await removeApp(context, user, parsed.data.action);
    return sendAppsPage(context, reply, renderOutcome(user, parsed.data.action, result));
  });
  app.post('/_sandbox/instagram/removals', async (request, reply) => {
    const parsed = controlSchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username, action } = parsed.data;
    const account = context.records.accounts.oldestIn(username);
    const user = account && context.records.facebookUsers.get(account.userId);
    if (!user) return reply.status(400).send({ error: `nobody has the account ${username}` });
    return removeApp(context, user, action);
  });
}

async function removeApp(
  context: InstagramContext,
  user: FacebookUser,
  action: Action,
): Promise<CallbackResult> {
  invalidateTokens(context, user.id, '458');
  context.records.grants.remove(user.id);
  return notifyApp(context, action, { userId: user.id, secret: APP.secret });
}

/** Facebook and Instagram call the same addresses, each with its id of the person and its secret. */
export async function notifyApp(
  context: InstagramContext,
  action: Action,
  { userId, secret }: { userId: string; secret: string },
): Promise<CallbackResult> {
  const payload = {
    algorithm: 'HMAC-SHA256',
    issued_at: unixSeconds(context.clock.now()),
    user_id: userId,
  };
  const signed = signedRequest(payload, secret);
  const address = new URL(CALLBACK_PATHS[action], context.settings.current().appUrl);
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signed }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  return { signed_request: signed, status: response?.status ?? 0, answer };
}

export function renderOutcome(
  { name }: { name: string },
  action: Action,
  { status, answer }: CallbackResult,
): Html {
  if (status !== 200) {
    const reaction = status === 0 ? 'não respondeu' : `respondeu ${status}`;
    return html`<p class="card" role="status">
      ${name} saiu do aplicativo, mas ele ${reaction} ao aviso.
    </p>`;
  }
  if (action === 'remove') {
    return html`<p class="card" role="status">${name} removeu o aplicativo, e ele foi avisado.</p>`;
  }
  const deletion = deletionSchema.safeParse(answer);
  if (!deletion.success) {
    return html`<p class="card" role="status">O aplicativo não disse onde ver a exclusão.</p>`;
  }
  const { url, confirmation_code: code } = deletion.data;
  return html`<div class="card" role="status">
    <p>${name} pediu a exclusão. Código de confirmação: <code>${code}</code></p>
    <p><a href="${url}">Ver a situação do pedido</a></p>
  </div>`;
}

function sendAppsPage(
  context: InstagramContext,
  reply: FastifyReply,
  message: Html | undefined,
): FastifyReply {
  const users = context.records.facebookUsers
    .all()
    .toReversed()
    .slice(0, MAX_LISTED_USERS)
    .toReversed();
  return sendPage(
    reply,
    'Aplicativos e sites',
    html`<p>
        No Facebook, cada pessoa vê aqui a quem deu acesso. Escolha quem está saindo do aplicativo
        <strong>${APP.name}</strong>.
      </p>
      ${message} ${users.map((user) => renderUserCard(context, user))}`,
    { narrow: true },
  );
}

function renderUserCard({ records }: InstagramContext, { id, name }: FacebookUser): Html {
  const username = usernameOfUser(records, id);
  const hasAccess = records.tokens.in(id).some(({ errorSubcode }) => errorSubcode === null);
  return html`<section class="card" aria-label="${name}">
    <h2>${name}</h2>
    <p class="meta">
      ${username ?? 'Sem conta do Instagram'} ·
      ${hasAccess ? 'deu acesso ao aplicativo' : 'não dá acesso ao aplicativo'}
    </p>
    <form method="post" action="${PATH}">
      <input type="hidden" name="person" value="${id}" />
      <button type="submit" name="action" value="remove">Remover o aplicativo</button>
      <button type="submit" name="action" value="delete">Pedir exclusão dos dados</button>
    </form>
  </section>`;
}
