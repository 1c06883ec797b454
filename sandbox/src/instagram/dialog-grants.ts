import type { FastifyReply } from 'fastify';
import { html, type Html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { APP } from './app-credentials.ts';
import type { Choice } from './dialog-choices.ts';
import { grantOf, type Grant } from './grants.ts';
import type { Params } from './graph-params.ts';
import { SCOPES, splitScopes } from './scopes.ts';
import type { InstagramWorld } from './world.ts';

/** The parameters of the second screen, where a person ticks pages, accounts and permissions. */
export const GRANT_PARAMETERS = ['step', 'page', 'account', 'permission'] as const;

/** Whether the person has something to tick: then the dialog has a second screen. */
export function asksForPages({ records }: InstagramWorld, { personId }: Choice, params: Params) {
  return params['step'] !== 'grant' && records.pages.in(personId ?? '').length > 1;
}

/** The permissions that the app asks for in this dialog. */
function scopesAsked(params: Params): string[] {
  return params['config_id'] ? [...SCOPES] : splitScopes(params['scope'] ?? 'public_profile');
}

/** The permissions among them that the person declined before and is not asked for again. */
function stillDeclined({ records }: InstagramWorld, personId: string, params: Params): string[] {
  return params['auth_type'] === 'rerequest' ? [] : grantOf(records, personId).declined;
}

/** What the person allows by this answer of the dialog, and the permissions that the login gives. */
export function answerOf(
  world: InstagramWorld,
  choice: Choice & { personId: string },
  params: Params,
): { grant: Grant; scopes: string[] } {
  const { personId } = choice;
  const asked = scopesAsked(params);
  const isTicked = ticks(world, params);
  const refused = asked.filter((scope) => scope === choice.without || !isTicked.permission(scope));
  const before = grantOf(world.records, personId);
  const pages = world.records.pages.in(personId).filter(isTicked.page);
  const declined = [
    ...new Set([
      ...stillDeclined(world, personId, params),
      ...before.declined.filter((scope) => !asked.includes(scope)),
      ...refused,
    ]),
  ];
  return {
    grant: {
      id: personId,
      pages: pages.map(({ id }) => id),
      declined,
      withheld: pages.flatMap(({ accountId }) =>
        accountId !== undefined && !isTicked.account(accountId) ? [accountId] : [],
      ),
    },
    scopes: asked.filter((scope) => !declined.includes(scope)),
  };
}

/** Without the second screen everything is ticked. Pages and accounts may be named by username. */
function ticks({ records }: InstagramWorld, params: Params) {
  const isOpen = params['step'] === 'grant';
  const ticked = (name: string) => (isOpen ? listOf(params[name]) : undefined);
  const [pages, accounts, permissions] = ['page', 'account', 'permission'].map(ticked);
  const hasAccount = (list: string[], id: string | undefined) =>
    list.some((each) => each === id || each === records.accounts.get(id ?? '')?.username);
  return {
    page: ({ id, accountId }: { id: string; accountId?: string }) =>
      !pages || pages.includes(id) || hasAccount(pages, accountId),
    account: (id: string) => !accounts || hasAccount(accounts, id),
    permission: (scope: string) => !permissions || permissions.includes(scope),
  };
}

/** A field of the form that may come several times, which `readParams` writes as JSON. */
function listOf(text = ''): string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : text.split(',').filter(Boolean);
}

/** The second screen. What was granted before is ticked, or all where nothing was. */
export function sendGrants(
  world: InstagramWorld,
  reply: FastifyReply,
  { personId = '' }: Choice,
  params: Params,
): FastifyReply {
  const { records } = world;
  const before = grantOf(records, personId);
  const pages = records.pages.in(personId);
  const accountOf = (accountId: string | undefined) => records.accounts.get(accountId ?? '');
  const declined = stillDeclined(world, personId, params);
  const hidden = Object.entries({ ...params, step: 'grant' }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return sendPage(
    reply,
    'O que o aplicativo pode ver',
    html`<p>Escolha o que <strong>${APP.name}</strong> pode usar.</p>
      <form class="card" method="post" action="?">
        ${hidden}
        ${group(
          'Páginas',
          pages.map(({ id, name, accountId }) =>
            tick(
              'page',
              id,
              `${name} · ${accountOf(accountId)?.username ?? 'sem Instagram'}`,
              before.pages?.includes(id) ?? true,
            ),
          ),
        )}
        ${group(
          'Contas em que pode publicar',
          pages.flatMap(({ accountId }) => {
            const account = accountOf(accountId);
            if (!account) return [];
            const { id, username } = account;
            return tick('account', id, `Publicar em ${username}`, !before.withheld.includes(id));
          }),
        )}
        ${group(
          'Permissões',
          scopesAsked(params)
            .filter((scope) => !declined.includes(scope))
            .map((scope) => tick('permission', scope, scope, true)),
        )}
        <button type="submit" class="main">Continuar</button>
      </form>`,
    { narrow: true },
  );
}

const group = (title: string, items: Html[]) =>
  html`<fieldset>
    <legend>${title}</legend>
    ${items}
  </fieldset>`;

const tick = (name: string, value: string, label: string, isTicked: boolean) =>
  html`<p>
    <label class="choice"
      ><input
        type="checkbox"
        name="${name}"
        value="${value}"
        ${{ html: isTicked ? 'checked' : '' }}
      />
      ${label}</label
    >
  </p>`;
