import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, type Html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { APP, signedRequest } from './app-credentials.ts';
import { unixSeconds } from './graph-time.ts';
import { usernameOfPerson, type Person } from './people.ts';
import { killTokens } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

const PATH = '/facebook/settings/apps';
/** How many people have buttons, the newest first. */
const SHOWN = 20;
const TIMEOUT_MS = 10_000;

/** The addresses that a developer registers with Meta. */
const CALLBACKS = {
  remove: '/api/webhooks/meta/deauthorize',
  delete: '/api/webhooks/meta/data-deletion',
} as const;
type Action = keyof typeof CALLBACKS;

const formSchema = z.object({ person: z.string(), action: z.enum(['remove', 'delete']) });
const controlSchema = z.strictObject({
  username: z.string(),
  action: z.enum(['remove', 'delete']),
});
const deletionSchema = z.object({ url: z.url(), confirmation_code: z.string() });

/** What was sent to the app, and what it answered; status 0 is no answer at all. */
type Told = { signed_request: string; status: number; answer: unknown };

/**
 * Facebook's settings, where a person removes the app and asks for what it holds to be deleted. Both
 * kill all tokens of that person; then the app is told by a signed request.
 */
export function serveAppRemoval(app: FastifyInstance, world: InstagramWorld): void {
  app.get(PATH, (_request, reply) => sendApps(world, reply, undefined));
  app.post(PATH, async (request, reply) => {
    const parsed = formSchema.safeParse(request.body);
    const person = parsed.data && world.records.people.get(parsed.data.person);
    if (!parsed.success || !person)
      return sendApps(world, reply, html`<p>Pessoa desconhecida.</p>`);
    const told = await leave(world, person, parsed.data.action);
    return sendApps(world, reply, outcome(person, parsed.data.action, told));
  });
  app.post('/_sandbox/instagram/removals', async (request, reply) => {
    const parsed = controlSchema.safeParse(request.body);
    if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
    const { username, action } = parsed.data;
    const account = world.records.accounts.oldestIn(username);
    const person = account && world.records.people.get(account.personId);
    if (!person) return reply.status(400).send({ error: `nobody has the account ${username}` });
    return leave(world, person, action);
  });
}

async function leave(world: InstagramWorld, person: Person, action: Action): Promise<Told> {
  killTokens(world, person.id, '458');
  world.records.grants.remove(person.id);
  const signed = signedRequest({
    algorithm: 'HMAC-SHA256',
    issued_at: unixSeconds(world.clock.now()),
    user_id: person.id,
  });
  const address = new URL(CALLBACKS[action], world.settings.current().appUrl);
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signed }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  return { signed_request: signed, status: response?.status ?? 0, answer };
}

function outcome({ name }: Person, action: Action, { status, answer }: Told): Html {
  if (status !== 200) {
    const what = status === 0 ? 'não respondeu' : `respondeu ${status}`;
    return html`<p class="card" role="status">
      ${name} saiu do aplicativo, mas ele ${what} ao aviso.
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

function sendApps(
  world: InstagramWorld,
  reply: FastifyReply,
  told: Html | undefined,
): FastifyReply {
  const people = world.records.people.all().toReversed().slice(0, SHOWN).toReversed();
  return sendPage(
    reply,
    'Aplicativos e sites',
    html`<p>
        No Facebook, cada pessoa vê aqui a quem deu acesso. Escolha quem está saindo do aplicativo
        <strong>${APP.name}</strong>.
      </p>
      ${told} ${people.map((person) => card(world, person))}`,
    { narrow: true },
  );
}

function card({ records }: InstagramWorld, { id, name }: Person): Html {
  const username = usernameOfPerson(records, id);
  const hasAccess = records.tokens.in(id).some(({ deadWith }) => deadWith === null);
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
