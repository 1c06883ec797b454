import { pageNode, personNode } from './identity-nodes.ts';
import { parseFields, projectFields } from './fields.ts';
import { grantOf, listablePages, saveGrant } from './grants.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { createParameterError, createUnknownObjectError } from './graph-error.ts';
import { paginate, PAGING_PARAMS } from './paging.ts';
import type { Page } from './users.ts';
import { SCOPES } from './scopes.ts';
import { invalidateTokens, requireScope, revokeScope } from './tokens.ts';
import type { InstagramContext } from './context.ts';

export function identityEndpoints(context: InstagramContext): GraphEndpoint[] {
  const revoke = {
    method: 'DELETE',
    step: 'permissions',
    params: ['permission'],
    access: 'token',
    handle: (call: SignedCall) => revokeAccess(context, call),
  } as const;
  return [
    {
      method: 'GET',
      path: '/me',
      step: 'me',
      params: ['fields'],
      access: 'token',
      handle: (call) => readMe(context, call),
    },
    {
      method: 'GET',
      path: '/me/accounts',
      step: 'page',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: (call) => listPages(context, call),
    },
    {
      method: 'GET',
      path: '/me/businesses',
      step: 'page',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: () => ({ data: [] }),
    },
    {
      method: 'GET',
      path: '/me/permissions',
      step: 'permissions',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      handle: ({ token }) => ({
        data: [
          ...token.scopes.map((permission) => ({ permission, status: 'granted' })),
          ...grantOf(context.records, token.userId)
            .declined.filter((permission) => !token.scopes.includes(permission))
            .map((permission) => ({ permission, status: 'declined' })),
        ],
      }),
    },
    { ...revoke, path: '/me/permissions' },
    { ...revoke, path: '/me/permissions/:permission' },
    { ...revoke, path: '/:id/permissions' },
  ];
}

function readMe(
  context: InstagramContext,
  { params, token, variant }: SignedCall,
): Record<string, unknown> {
  const fields = parseFields(params['fields']);
  const page = context.records.pages.get(token.pageId ?? '');
  if (page) {
    const type = pageNode(context, token, { withInstagram: variant !== 'no-ig' });
    return projectFields(type, page, fields);
  }
  const user = context.records.facebookUsers.get(token.userId);
  if (!user) throw createUnknownObjectError('get', 'me');
  return projectFields(personNode, user, fields);
}

function listPages(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const { token, params, variant } = call;
  if (token.type !== 'USER') {
    throw createParameterError('Tried accessing nonexisting field (accounts) on node type (Page)');
  }
  requireScope(token, 'pages_show_list');
  const pages = variant === 'none' ? [] : listablePages(context.records, token.userId);
  const type = pageNode(context, token, {
    withInstagram: variant !== 'no-ig',
    withoutUsername: variant === 'no-username' ? pages[0]?.id : undefined,
  });
  const fields = parseFields(params['fields'] ?? 'id,name,category,access_token,tasks');
  // An unknown field is refused even without a page.
  for (const name of fields?.keys() ?? []) if (!type.fields[name]) refuseField(name);
  const show = (page: Page) => projectFields(type, page, fields);
  if (variant === 'endless')
    return { data: pages.map(show), paging: buildEndlessPaging(context, call) };
  const { pagesAtOnce } = context.settings.current();
  const limit = Math.min(Number(params['limit'] ?? '25'), pagesAtOnce);
  const narrowed = { ...call, params: { ...params, limit: String(limit) } };
  return paginate(narrowed, context.url(), pages, show);
}

function buildEndlessPaging(
  context: InstagramContext,
  { path }: SignedCall,
): Record<string, unknown> {
  return { cursors: { before: 'QQ', after: 'QQ' }, next: `${context.url()}${path}?after=QQ` };
}

function refuseField(name: string): never {
  throw createParameterError(`Tried accessing nonexisting field (${name}) on node type (Page)`);
}

/** Revokes one permission, or all of them, which invalidates every token of this person. */
function revokeAccess(context: InstagramContext, call: SignedCall): Record<string, unknown> {
  const { token, path, params } = call;
  if (token.type !== 'USER') throw createParameterError('This call requires a user access token');
  if (call.id && call.id !== token.userId) throw createUnknownObjectError('delete', call.id);
  const permission = params['permission'] ?? /^\/me\/permissions\/(\w+)/.exec(path)?.[1];
  if (permission === undefined) {
    invalidateTokens(context, token.userId, '458');
    context.records.grants.remove(token.userId);
    return { success: true };
  }
  if (!SCOPES.some((scope) => scope === permission)) {
    throw createParameterError(`Invalid permission ${permission}`);
  }
  const grant = grantOf(context.records, token.userId);
  saveGrant(context, { ...grant, declined: [...new Set([...grant.declined, permission])] });
  revokeScope(context, token.userId, permission);
  return { success: true };
}
