import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../platform/pages/html.ts';
import { sendPage } from '../platform/pages/page.ts';
import { APP } from './app-credentials.ts';
import { listChoices, findChoice, type Choice } from './dialog-choices.ts';
import { needsGrantScreen, GRANT_PARAMETERS, sendGrantScreen } from './dialog-grants.ts';
import { redirectFromDialog, renderChoiceForm, sendDialogError } from './dialog-page.ts';
import { buildRedirect } from './dialog-redirect.ts';
import { readVersion } from './graph-routes.ts';
import { readParams, type Params } from './graph-params.ts';
import { usernameOfUser } from './usernames.ts';
import { lacksAppRole } from './situations.ts';
import { splitScopes, unknownScopes } from './scopes.ts';
import type { InstagramContext } from './context.ts';

const PARAMETERS = new Set([
  'client_id',
  // Of Meta's own sample; Facebook reads client_id.
  'app_id',
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

const CANCELLED: Choice = { label: '', hint: '' };

export function serveDialog(app: FastifyInstance, context: InstagramContext): void {
  app.get('/dialog/oauth', async (request, reply) => {
    const params = readParams(request);
    logVisit(context, request, params, 200);
    const errorMessage = findDialogError(params);
    return errorMessage
      ? sendDialogError(reply, errorMessage)
      : sendChoices(context, reply, params);
  });
  app.post('/dialog/oauth', async (request, reply) => {
    const params = readParams(request);
    const choice = findChoice(context, params['choice'] ?? '');
    const errorMessage = findDialogError(params);
    if (errorMessage || !choice)
      return sendDialogError(reply, errorMessage ?? 'Escolha desconhecida.');
    if (needsGrantScreen(context, choice, params)) {
      logVisit(context, request, params, 200);
      return sendGrantScreen(context, reply, choice, params);
    }
    logVisit(context, request, params, 302);
    const redirect = (chosen: Choice): string =>
      buildRedirect(context, chosen, {
        redirectUri: params['redirect_uri'] ?? '',
        state: params['state'],
        params,
      });
    if (choice.userId && lacksAppRole(context.records, choice.userId)) {
      // Facebook Login for Business returns to the app, as for a person who cancels.
      return params['config_id']
        ? reply.redirect(redirect(CANCELLED), 302)
        : sendDialogError(reply, 'Aplicativo não ativo. Ele não está acessível no momento.');
    }
    const username = usernameOfUser(context.records, choice.userId ?? '');
    return redirectFromDialog(context, reply, username, (isDenied) =>
      redirect(isDenied ? CANCELLED : choice),
    );
  });
}

/** Facebook shows these errors on its own page: it does not redirect to an untrusted URL. */
function findDialogError(params: Params): string | undefined {
  const { client_id: clientId, redirect_uri: redirectUri = '' } = params;
  if (clientId !== APP.id) return 'ID do aplicativo inválido. O aplicativo não está ativo.';
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri)) {
    return 'URL bloqueada. O redirecionamento falhou porque o endereço de retorno não está na lista de endereços permitidos do aplicativo.';
  }
  if ((params['response_type'] ?? 'code') !== 'code') return 'response_type desconhecido.';
  const unknown = unknownScopes(splitScopes(params['scope'] ?? ''));
  if (unknown.length > 0) return `Invalid Scopes: ${unknown.join(', ')}`;
  const unknownParameter = Object.keys(params).find((name) => !PARAMETERS.has(name));
  return unknownParameter && `Parâmetro desconhecido: ${unknownParameter}`;
}

function sendChoices(context: InstagramContext, reply: FastifyReply, params: Params): FastifyReply {
  return sendPage(
    reply,
    'Entrar com o Facebook',
    html`<p>
        O aplicativo <strong>${APP.name}</strong> pede acesso a uma conta do Instagram. Aqui ninguém
        precisa de senha: escolha quem está entrando.
      </p>
      ${renderChoiceForm(listChoices(context), params)}`,
    { narrow: true },
  );
}

function logVisit(
  { callLog, clock }: InstagramContext,
  request: FastifyRequest,
  params: Params,
  status: number,
): void {
  const now = clock.now();
  callLog.add({
    time: now,
    method: request.method,
    version: readVersion(request),
    path: '/dialog/oauth',
    params,
    status,
    answeredAt: now,
  });
}
