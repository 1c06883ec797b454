import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { newPersonSchema, type People, type Person } from './people.ts';
import { CLIENT, createProvider, GOOGLE_PATH, SCOPE } from './provider.ts';

const INTERACTION = `${GOOGLE_PATH}/interaction/:uid`;

/** Google's sign-in: an OpenID provider, and a page on which one button stands for one person. */
export function serveGoogle(
  app: FastifyInstance,
  { database, people, url }: { database: DatabaseSync; people: People; url: () => string },
): void {
  let made: Promise<Provider> | undefined;
  const provider = (): Promise<Provider> => (made ??= createProvider(database, people, url()));

  app.get(INTERACTION, async (request, reply) => {
    const asked = await visit(await provider(), request, reply);
    return asked ? sendChooser(reply, people) : sendExpired(reply);
  });

  app.post<{ Body: { choice?: string } }>(INTERACTION, async (request, reply) => {
    const google = await provider();
    if (!(await visit(google, request, reply))) return sendExpired(reply);
    const person = people.find(request.body.choice ?? '');
    const result = person ? await entering(google, person) : CANCELLED;
    const goOn = await google.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
    return reply.redirect(goOn, 303);
  });

  app.get('/_sandbox/google/people', () => people.all());
  app.post('/_sandbox/google/people', async (request, reply) => {
    const person = newPersonSchema.safeParse(request.body);
    // A test signs this person in next. On a busy machine, loading the provider takes longer than the
    // five seconds that the server waits for it.
    await provider();
    if (person.success) return people.moveIn(person.data);
    return reply.status(400).send({ error: z.prettifyError(person.error) });
  });

  void app.register(async (scope) => {
    // The provider reads its requests itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${GOOGLE_PATH}/*`, async ({ raw }, reply) => {
      const answer = (await provider()).callback();
      reply.hijack();
      // Nobody stays logged in here: each visit asks who it is.
      raw.headers.cookie = (raw.headers.cookie ?? '')
        .split('; ')
        .filter((pair) => !pair.startsWith('_session'))
        .join('; ');
      const address = raw.url ?? '';
      const mounted = Object.assign(raw, { originalUrl: address });
      mounted.url = address.slice(GOOGLE_PATH.length);
      await answer(mounted, reply.raw);
    });
  });
}

const CANCELLED = { error: 'access_denied', error_description: 'The user denied the request' };

async function entering(provider: Provider, { id }: Person) {
  const grant = new provider.Grant({ accountId: id, clientId: CLIENT.id });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  return { login: { accountId: id }, select_account: {}, consent: { grantId } };
}

/** Whether the browser is in the middle of a sign-in. */
const visit = (provider: Provider, request: FastifyRequest, reply: FastifyReply) =>
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

function sendChooser(reply: FastifyReply, people: People): FastifyReply {
  const buttons = people.all().map(
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
