import type { FastifyReply } from 'fastify';
import { html, type Html } from '../platform/pages/html.ts';
import { sendPage } from '../platform/pages/page.ts';
import { APP } from './app-credentials.ts';
import type { Choice } from './dialog-choices.ts';
import { grantOf } from './grants.ts';
import type { Params } from './graph-params.ts';
import type { Grant } from './login-records.ts';
import { SCOPES, splitScopes } from './scopes.ts';
import type { InstagramContext } from './context.ts';

/** The parameters of the second screen, in which a person selects pages, accounts and permissions. */
export const GRANT_PARAMETERS = ['step', 'page', 'account', 'permission'] as const;

export function needsGrantScreen(
  { records }: InstagramContext,
  { userId }: Choice,
  params: Params,
) {
  return params['step'] !== 'grant' && records.pages.in(userId ?? '').length > 1;
}

function requestedScopes(params: Params): string[] {
  return params['config_id'] ? [...SCOPES] : splitScopes(params['scope'] ?? 'public_profile');
}

function previouslyDeclined(
  { records }: InstagramContext,
  userId: string,
  params: Params,
): string[] {
  return params['auth_type'] === 'rerequest' ? [] : grantOf(records, userId).declined;
}

export function buildGrant(
  context: InstagramContext,
  choice: Choice & { userId: string },
  params: Params,
): { grant: Grant; scopes: string[] } {
  const { userId } = choice;
  const requested = requestedScopes(params);
  const isSelected = parseSelection(context, params);
  const refused = requested.filter(
    (scope) => scope === choice.declinedScope || !isSelected.permission(scope),
  );
  const previous = grantOf(context.records, userId);
  const pages = context.records.pages.in(userId).filter(isSelected.page);
  const declined = [
    ...new Set([
      ...previouslyDeclined(context, userId, params),
      ...previous.declined.filter((scope) => !requested.includes(scope)),
      ...refused,
    ]),
  ];
  return {
    grant: {
      id: userId,
      pages: pages.map(({ id }) => id),
      declined,
      unpublishableAccounts: pages.flatMap(({ accountId }) =>
        accountId !== undefined && !isSelected.account(accountId) ? [accountId] : [],
      ),
    },
    scopes: requested.filter((scope) => !declined.includes(scope)),
  };
}

/** Without the second screen everything is selected. The parameters are ids or usernames. */
function parseSelection({ records }: InstagramContext, params: Params) {
  const isSubmitted = params['step'] === 'grant';
  const readSelected = (name: string) => (isSubmitted ? listOf(params[name]) : undefined);
  const [pages, accounts, permissions] = ['page', 'account', 'permission'].map(readSelected);
  const hasAccount = (list: string[], id: string | undefined) =>
    list.some((each) => each === id || each === records.accounts.get(id ?? '')?.username);
  return {
    page: ({ id, accountId }: { id: string; accountId?: string }) =>
      !pages || pages.includes(id) || hasAccount(pages, accountId),
    account: (id: string) => !accounts || hasAccount(accounts, id),
    permission: (scope: string) => !permissions || permissions.includes(scope),
  };
}

/** `readParams` writes a repeated form field as JSON. */
function listOf(text = ''): string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(',').filter(Boolean);
}

/** Sends the second screen, which preselects the earlier grant, or everything without one. */
export function sendGrantScreen(
  context: InstagramContext,
  reply: FastifyReply,
  { userId = '' }: Choice,
  params: Params,
): FastifyReply {
  const { records } = context;
  const previous = grantOf(records, userId);
  const pages = records.pages.in(userId);
  const accountOf = (accountId: string | undefined) => records.accounts.get(accountId ?? '');
  const declined = previouslyDeclined(context, userId, params);
  const hidden = Object.entries({ ...params, step: 'grant' }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return sendPage(
    reply,
    'O que o aplicativo pode ver',
    html`<p>Escolha o que <strong>${APP.name}</strong> pode usar.</p>
      <form class="card" method="post" action="?">
        ${hidden}
        ${renderGroup(
          'Páginas',
          pages.map(({ id, name, accountId }) =>
            renderCheckbox(
              'page',
              id,
              `${name} · ${accountOf(accountId)?.username ?? 'sem Instagram'}`,
              previous.pages?.includes(id) ?? true,
            ),
          ),
        )}
        ${renderGroup(
          'Contas em que pode publicar',
          pages.flatMap(({ accountId }) => {
            const account = accountOf(accountId);
            if (!account) return [];
            const { id, username } = account;
            return renderCheckbox(
              'account',
              id,
              `Publicar em ${username}`,
              !previous.unpublishableAccounts.includes(id),
            );
          }),
        )}
        ${renderGroup(
          'Permissões',
          requestedScopes(params)
            .filter((scope) => !declined.includes(scope))
            .map((scope) => renderCheckbox('permission', scope, scope, true)),
        )}
        <button type="submit" class="main">Continuar</button>
      </form>`,
    { narrow: true },
  );
}

const renderGroup = (title: string, items: Html[]) =>
  html`<fieldset>
    <legend>${title}</legend>
    ${items}
  </fieldset>`;

const renderCheckbox = (name: string, value: string, label: string, isChecked: boolean) =>
  html`<p>
    <label class="choice"
      ><input
        type="checkbox"
        name="${name}"
        value="${value}"
        ${{ html: isChecked ? 'checked' : '' }}
      />
      ${label}</label
    >
  </p>`;
