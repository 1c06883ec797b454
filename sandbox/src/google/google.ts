import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { html } from '../platform/pages/html.ts';
import { sendPage } from '../platform/pages/page.ts';
import { newUserSchema, type GoogleUsers, type GoogleUser } from './users.ts';
import { CLIENT, createProvider, GOOGLE_PATH, SCOPE } from './provider.ts';

const INTERACTION = `${GOOGLE_PATH}/interaction/:uid`;

export function serveGoogle(
  app: FastifyInstance,
  { database, users, url }: { database: DatabaseSync; users: GoogleUsers; url: () => string },
): void {
  let providerPromise: Promise<Provider> | undefined;
  const provider = (): Promise<Provider> =>
    (providerPromise ??= createProvider(database, users, url()));

  app.get(INTERACTION, async (request, reply) => {
    const isActive = await hasActiveInteraction(await provider(), request, reply);
    return isActive ? sendAccountChooser(reply, users) : sendExpired(reply);
  });

  app.post<{ Body: { choice?: string } }>(INTERACTION, async (request, reply) => {
    const google = await provider();
    if (!(await hasActiveInteraction(google, request, reply))) return sendExpired(reply);
    const user = users.find(request.body.choice ?? '');
    const result = user ? await createLoginResult(google, user) : CANCELLED;
    const returnUrl = await google.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
    return reply.redirect(returnUrl, 303);
  });

  app.get('/_sandbox/google/people', () => users.list());
  app.post('/_sandbox/google/people', async (request, reply) => {
    const user = newUserSchema.safeParse(request.body);
    // On a busy machine, loading the provider takes longer than the five seconds for which the server waits.
    await provider();
    if (user.success) return users.add(user.data);
    return reply.status(400).send({ error: z.prettifyError(user.error) });
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${GOOGLE_PATH}/*`, async ({ raw }, reply) => {
      const handleRequest = (await provider()).callback();
      reply.hijack();
      // Removes the session cookie, so that each visit prompts for the account.
      raw.headers.cookie = (raw.headers.cookie ?? '')
        .split('; ')
        .filter((pair) => !pair.startsWith('_session'))
        .join('; ');
      const address = raw.url ?? '';
      const mounted = Object.assign(raw, { originalUrl: address });
      mounted.url = address.slice(GOOGLE_PATH.length);
      await handleRequest(mounted, reply.raw);
    });
  });
}

const CANCELLED = { error: 'access_denied', error_description: 'The user denied the request' };

async function createLoginResult(provider: Provider, { id: userId }: GoogleUser) {
  const grant = new provider.Grant({ accountId: userId, clientId: CLIENT.id });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  return { login: { accountId: userId }, select_account: {}, consent: { grantId } };
}

const hasActiveInteraction = (provider: Provider, request: FastifyRequest, reply: FastifyReply) =>
  provider.interactionDetails(request.raw, reply.raw).then(
    () => true,
    () => false,
  );

function sendExpired(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply,
    'Não foi possível entrar',
    html`<p class="card">Esta entrada expirou. Volte ao aplicativo e comece de novo.</p>`,
    { status: 400, narrow: true },
  );
}

function sendAccountChooser(reply: FastifyReply, people: GoogleUsers): FastifyReply {
  const buttons = people.list().map(
    ({ id, name, email, hint }, index) =>
      html`<button
          type="submit"
          name="choice"
          value="${id}"
          aria-describedby="hint-${index}"
          ${{ html: index < 2 ? ' class="main"' : '' }}
        >
          ${name} (${email})
        </button>
        <p class="meta" id="hint-${index}">${hint}</p>`,
  );
  return sendPage(
    reply,
    'Fazer login com o Google',
    html`<p>
        Escolha uma conta para continuar em <strong>${CLIENT.name}</strong>. Aqui ninguém precisa de
        senha.
      </p>
      <form class="card" method="post">
        ${buttons}
        <button type="submit" name="choice" value="" aria-describedby="hint-cancel">
          Cancelar
        </button>
        <p class="meta" id="hint-cancel">A pessoa desiste e nega o acesso.</p>
      </form>`,
    { narrow: true },
  );
}
