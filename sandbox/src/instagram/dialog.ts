import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cut } from '../cut.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { APP } from './app-credentials.ts';
import { choicesOf, findChoice, redirectOf } from './dialog-choices.ts';
import { asksForPages, GRANT_PARAMETERS, sendGrants } from './dialog-grants.ts';
import { effectOf } from './faults.ts';
import { readParams, type Params } from './graph-params.ts';
import { usernameOfPerson } from './people.ts';
import { playFault } from './play-fault.ts';
import { splitScopes, unknownScopes } from './scopes.ts';
import type { InstagramWorld } from './world.ts';

const PARAMETERS = new Set([
  'client_id',
  'redirect_uri',
  'state',
  'response_type',
  'scope',
  'config_id',
  'auth_type',
  'display',
  'extras',
  'override_default_response_type',
  'choice',
  ...GRANT_PARAMETERS,
]);

/** Facebook's login dialog: a page where one button stands for one kind of person. */
export function serveDialog(app: FastifyInstance, world: InstagramWorld): void {
  app.get('/dialog/oauth', async (request, reply) => {
    const params = readParams(request);
    logVisit(world, request, params, 200);
    const problem = problemOf(params);
    return problem ? sendProblem(reply, problem) : sendChoices(world, reply, params);
  });
  app.post('/dialog/oauth', async (request, reply) => {
    const params = readParams(request);
    const choice = findChoice(world, params['choice'] ?? '');
    const problem = problemOf(params);
    if (problem || !choice) return sendProblem(reply, problem ?? 'Escolha desconhecida.');
    if (asksForPages(world, choice, params)) {
      logVisit(world, request, params, 200);
      return sendGrants(world, reply, choice, params);
    }
    logVisit(world, request, params, 302);
    const username = usernameOfPerson(world.records, choice.personId ?? '');
    const fault = world.faults.take('instagram', ['dialog'], username);
    const effect = fault && effectOf('dialog', fault.fault);
    const redirect = (): string =>
      redirectOf(world, effect?.twist === 'deny' ? { label: '', hint: '' } : choice, {
        redirectUri: params['redirect_uri'] ?? '',
        state: params['state'],
        params,
      });
    if (!fault || !effect) return reply.redirect(redirect(), 302);
    const outcome = await playFault(world, fault, effect, redirect, {});
    if (!outcome.cut) return reply.redirect(String(outcome.result), 302);
    return cut(reply, outcome.withReset);
  });
}

/** What Facebook would show itself instead of redirecting: it does not trust such an address. */
function problemOf(params: Params): string | undefined {
  const { client_id: clientId, redirect_uri: redirectUri = '' } = params;
  if (clientId !== APP.id) return 'ID do aplicativo inválido. O aplicativo não está ativo.';
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri)) {
    return 'URL bloqueada. O redirecionamento falhou porque o endereço de retorno não está na lista de endereços permitidos do aplicativo.';
  }
  if ((params['response_type'] ?? 'code') !== 'code') return 'response_type desconhecido.';
  const unknown = unknownScopes(splitScopes(params['scope'] ?? ''));
  if (unknown.length > 0) return `Invalid Scopes: ${unknown.join(', ')}`;
  const stranger = Object.keys(params).find((name) => !PARAMETERS.has(name));
  return stranger && `Parâmetro desconhecido: ${stranger}`;
}

function sendProblem(reply: FastifyReply, problem: string): FastifyReply {
  return sendPage(reply, 'Não foi possível entrar', html`<p class="card">${problem}</p>`, {
    status: 400,
    narrow: true,
  });
}

function sendChoices(world: InstagramWorld, reply: FastifyReply, params: Params): FastifyReply {
  const hidden = Object.entries(params).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const buttons = choicesOf(world).map(
    ({ label, hint }, index) =>
      html`<button
          type="submit"
          name="choice"
          value="${label}"
          aria-describedby="hint-${index}"
          ${{ html: index < 2 ? ' class="main"' : '' }}
        >
          ${label}
        </button>
        <p class="meta" id="hint-${index}">${hint}</p>`,
  );
  return sendPage(
    reply,
    'Entrar com o Facebook',
    html`<p>
        O aplicativo <strong>${APP.name}</strong> pede acesso a uma conta do Instagram. Aqui ninguém
        precisa de senha: escolha quem está entrando.
      </p>
      <form class="card" method="post" action="?">${hidden} ${buttons}</form>`,
    { narrow: true },
  );
}

function logVisit(
  { calls, clock }: InstagramWorld,
  request: FastifyRequest,
  params: Params,
  status: number,
): void {
  const now = clock.now();
  calls.add({
    time: now,
    method: request.method,
    path: '/dialog/oauth',
    params,
    status,
    answeredAt: now,
  });
}
