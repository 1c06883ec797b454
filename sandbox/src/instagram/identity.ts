import { pageNode, personNode } from './identity-nodes.ts';
import { parseFields, project } from './fields.ts';
import type { GraphEndpoint, SignedCall } from './graph-endpoint.ts';
import { parameterError, unknownObject } from './graph-error.ts';
import { paged, PAGING_PARAMS } from './paging.ts';
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
        data: token.scopes.map((permission) => ({ permission, status: 'granted' })),
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
  const type = pageNode(world, token, { withInstagram: twist !== 'no-ig' });
  const fields = parseFields(params['fields'] ?? 'id,name,category,access_token,tasks');
  const pages = twist === 'none' ? [] : world.records.pages.in(token.personId);
  // Fields are checked even if there is no page to show them of.
  for (const name of fields?.keys() ?? []) if (!type.fields[name]) refuseField(name);
  return paged(call, world.url(), pages, (page) => project(type, page, fields));
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
    return { success: true };
  }
  if (!SCOPES.some((scope) => scope === permission)) {
    throw parameterError(`Invalid permission ${permission}`);
  }
  withdrawScope(world, token.personId, permission);
  return { success: true };
}
