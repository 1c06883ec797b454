import { pageNode, personNode } from './identity-nodes.ts';
import { parseFields, project } from './fields.ts';
import { grantedPages, grantOf, putGrant } from './grants.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { parameterError, unknownObject } from './graph-error.ts';
import { paged, PAGING_PARAMS } from './paging.ts';
import type { Page } from './people.ts';
import { SCOPES } from './scopes.ts';
import { killTokens, requireScope, withdrawScope } from './tokens.ts';
import type { InstagramWorld } from './world.ts';

/** Who the token belongs to, the pages of that person, and the permissions given. */
export function identityEndpoints(world: InstagramWorld): GraphEndpoint[] {
  const revoke = {
    method: 'DELETE',
    step: 'permissions',
    params: ['permission'],
    access: 'token',
    answer: (call: SignedCall) => revokeAccess(world, call),
  } as const;
  return [
    {
      method: 'GET',
      path: '/me',
      step: 'me',
      params: ['fields'],
      access: 'token',
      answer: (call) => me(world, call),
    },
    {
      method: 'GET',
      path: '/me/accounts',
      step: 'page',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      answer: (call) => pagesOfPerson(world, call),
    },
    {
      method: 'GET',
      path: '/me/businesses',
      step: 'page',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      answer: () => ({ data: [] }),
    },
    {
      method: 'GET',
      path: '/me/permissions',
      step: 'permissions',
      params: ['fields', ...PAGING_PARAMS],
      access: 'token',
      answer: ({ token }) => ({
        data: [
          ...token.scopes.map((permission) => ({ permission, status: 'granted' })),
          ...grantOf(world.records, token.personId)
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

function me(world: InstagramWorld, { params, token }: SignedCall): Record<string, unknown> {
  const fields = parseFields(params['fields']);
  const page = world.records.pages.get(token.pageId ?? '');
  if (page) return project(pageNode(world, token), page, fields);
  const person = world.records.people.get(token.personId);
  if (!person) throw unknownObject('get', 'me');
  return project(personNode, person, fields);
}

function pagesOfPerson(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const { token, params, twist } = call;
  if (token.type !== 'USER') {
    throw parameterError('Tried accessing nonexisting field (accounts) on node type (Page)');
  }
  requireScope(token, 'pages_show_list');
  const pages = twist === 'none' ? [] : grantedPages(world.records, token.personId);
  const type = pageNode(world, token, {
    withInstagram: twist !== 'no-ig',
    withoutUsername: twist === 'no-username' ? pages[0]?.id : undefined,
  });
  const fields = parseFields(params['fields'] ?? 'id,name,category,access_token,tasks');
  // Fields are checked even if there is no page to show them of.
  for (const name of fields?.keys() ?? []) if (!type.fields[name]) refuseField(name);
  const show = (page: Page) => project(type, page, fields);
  if (twist === 'endless') return { data: pages.map(show), paging: endless(world, call) };
  const { pagesAtOnce } = world.settings.current();
  const limit = Math.min(Number(params['limit'] ?? '25'), pagesAtOnce);
  const narrowed = { ...call, params: { ...params, limit: String(limit) } };
  return paged(narrowed, world.url(), pages, show);
}

/** A list that always has a next page, which is the same one. */
function endless(world: InstagramWorld, { path }: SignedCall): Record<string, unknown> {
  return { cursors: { before: 'QQ', after: 'QQ' }, next: `${world.url()}${path}?after=QQ` };
}

function refuseField(name: string): never {
  throw parameterError(`Tried accessing nonexisting field (${name}) on node type (Page)`);
}

/** Takes back one permission, or all of them: then every token of this person is dead. */
function revokeAccess(world: InstagramWorld, call: SignedCall): Record<string, unknown> {
  const { token, path, params } = call;
  if (token.type !== 'USER') throw parameterError('This call requires a user access token');
  if (call.id && call.id !== token.personId) throw unknownObject('delete', call.id);
  const permission = params['permission'] ?? /^\/me\/permissions\/(\w+)/.exec(path)?.[1];
  if (permission === undefined) {
    killTokens(world, token.personId, '458');
    world.records.grants.remove(token.personId);
    return { success: true };
  }
  if (!SCOPES.some((scope) => scope === permission)) {
    throw parameterError(`Invalid permission ${permission}`);
  }
  const grant = grantOf(world.records, token.personId);
  putGrant(world, { ...grant, declined: [...new Set([...grant.declined, permission])] });
  withdrawScope(world, token.personId, permission);
  return { success: true };
}
