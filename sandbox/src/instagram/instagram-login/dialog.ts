import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../platform/pages/html.ts';
import { sendPage } from '../../platform/pages/page.ts';
import { INSTAGRAM_APP } from '../app-credentials.ts';
import type { InstagramContext } from '../context.ts';
import { redirectFromDialog, renderChoiceForm, sendDialogError } from '../dialog-page.ts';
import { readParams, type Params } from '../graph-params.ts';
import { splitScopes } from '../scopes.ts';
import { LIFETIME, revokeScope } from '../tokens.ts';
import { findInstagramChoice, listInstagramChoices, type InstagramChoice } from './choices.ts';
import { DIALOG_PREFIX } from './hosts.ts';
import { INSTAGRAM_SCOPES } from './scopes.ts';

const PATH = `${DIALOG_PREFIX}/oauth/authorize`;

const PARAMETERS = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'force_reauth',
  'enable_fb_login',
  'choice',
]);

const DENIED = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request',
};

const CANCELLED: InstagramChoice = { label: '', hint: '' };

export function serveInstagramDialog(app: FastifyInstance, context: InstagramContext): void {
  app.get(PATH, async (request, reply) => {
    const params = readParams(request);
    const errorMessage = findDialogError(params);
    logVisit(context, request.method, params, errorMessage ? 400 : 200);
    return errorMessage
      ? sendDialogError(reply, errorMessage)
      : sendChoices(context, reply, params);
  });
  app.post(PATH, async (request, reply) => {
    const params = readParams(request);
    const choice = findInstagramChoice(context, params['choice'] ?? '');
    const errorMessage =
      findDialogError(params) ?? (choice ? choice.refusal : 'Escolha desconhecida.');
    logVisit(context, request.method, params, errorMessage ? 400 : 302);
    if (errorMessage || !choice) return sendDialogError(reply, errorMessage ?? '');
    return redirectFromDialog(context, reply, choice.account?.username, (isDenied) =>
      buildRedirect(context, isDenied ? CANCELLED : choice, params),
    );
  });
}

function findDialogError(params: Params): string | undefined {
  const refuse = (detail: string) =>
    `Solicitação inválida: os parâmetros da solicitação são inválidos: ${detail}`;
  const { client_id: clientId, redirect_uri: redirectUri = '', scope = '' } = params;
  if (clientId !== INSTAGRAM_APP.id) return refuse('Invalid platform app');
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri)) {
    return refuse('Invalid redirect_uri');
  }
  if (params['response_type'] !== 'code') return refuse('Invalid response_type');
  const scopes = splitScopes(scope);
  const unknown = scopes.filter((name) => !INSTAGRAM_SCOPES.some((known) => known === name));
  if (scopes.length === 0 || unknown.length > 0) {
    return refuse(`Invalid scope: ${unknown.join(', ')}`);
  }
  const unknownParameter = Object.keys(params).find((name) => !PARAMETERS.has(name));
  return unknownParameter && refuse(unknownParameter);
}

/** All tokens of the account lose what it declines, as with Facebook. Instagram does append `#_`. */
function buildRedirect(
  context: InstagramContext,
  { account, declinedScope, hasWrongState, hasRefusedCode }: InstagramChoice,
  params: Params,
): string {
  const { clock, ids, records } = context;
  const { redirect_uri: redirectUri = '', state, scope = '' } = params;
  const target = new URL(redirectUri);
  if (account) {
    if (declinedScope !== undefined) revokeScope(context, account.id, declinedScope);
    const code = ids.secret('AQ');
    records.codes.put({
      id: code,
      userId: account.id,
      redirectUri,
      scopes: splitScopes(scope).filter((name) => name !== declinedScope),
      createdAt: hasRefusedCode ? clock.now() - LIFETIME.code : clock.now(),
      used: false,
    });
    target.searchParams.set('code', code);
  } else {
    for (const [name, value] of Object.entries(DENIED)) target.searchParams.set(name, value);
  }
  if (state !== undefined) {
    target.searchParams.set('state', hasWrongState ? `expirado-${state}` : state);
  }
  return `${target.href}#_`;
}

function sendChoices(context: InstagramContext, reply: FastifyReply, params: Params): FastifyReply {
  return sendPage(
    reply,
    'Entrar com o Instagram',
    html`<p>
        O aplicativo <strong>${INSTAGRAM_APP.name}</strong> pede acesso à sua conta profissional.
        Aqui ninguém precisa de senha nem de página no Facebook: escolha a conta que está entrando.
      </p>
      ${renderChoiceForm(listInstagramChoices(context), params)}`,
    { narrow: true },
  );
}

function logVisit(
  { callLog, clock }: InstagramContext,
  method: string,
  params: Params,
  status: number,
): void {
  const now = clock.now();
  const version = '';
  callLog.add({ time: now, method, version, path: PATH, params, status, answeredAt: now });
}
