import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import {
  hasPermission,
  roles,
  WORKSPACE_HEADER,
  type Permission,
} from '@pontual/contract/shared/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { aUser, request, type Client } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aToken } from '../../../testing/integrations.ts';
import { aTeam, type Team } from '../../../testing/members.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let team: Team;
let outsider: Client;
beforeAll(async () => {
  world = await startWorld();
  team = await aTeam(world);
  outsider = await aUser(world);
});
afterAll(() => world.stop());

const guarded = Object.entries<Endpoint>(api).filter(([, { access }]) => access === 'user');
const of = (need: Permission) =>
  guarded.filter(([, endpoint]) => endpoint.role === need).map(([name]) => name);
/** Endpoints that would end the session or the membership that the other tests need. */
const ending = new Set(['logout', 'leaveTeam']);

const callEndpoint = (
  { method, path, multipart }: Endpoint,
  { token }: { token: string },
  workspace?: string,
) =>
  request(world, method, path.replace(/:\w+/g, newId()), {
    token,
    ...(workspace === undefined ? {} : { headers: { [WORKSPACE_HEADER]: workspace } }),
    ...(method === 'GET' || multipart ? {} : { json: {} }),
  });

const ROLE_NOT_ALLOWED_RESPONSE = { status: 403, body: { code: 'ROLE_NOT_ALLOWED' } };

describe('role permissions', () => {
  test('only the owner of a workspace may change its connections, billing, members and integrations', () => {
    expect(of('own').sort()).toEqual([
      'cancelAccountChoice',
      'cancelSubscription',
      'changeRole',
      'checkOfferedAccounts',
      'chooseInstagramAccounts',
      'createWebhook',
      'disconnectInstagram',
      'getInstagramAuthUrl',
      'inviteMember',
      'listDeliveries',
      'listWebhooks',
      'nameTeam',
      'openPortal',
      'readAccountChoice',
      'readAudit',
      'refreshSubscription',
      'refundSubscription',
      'removeMember',
      'removeWebhook',
      'renewWebhookSecret',
      'resendInvitation',
      'revokeInvitation',
      'setApprovalRules',
      'startCheckout',
      'testWebhook',
      'transferOwnership',
      'updateWebhook',
    ]);
  });

  // findDuplicates writes nothing: a caption and fingerprints are too long for a query string.
  test('an endpoint that writes needs more than the view permission, except for the own data of a member', () => {
    const reads = guarded.filter(([, { role, method }]) => role === 'view' && method !== 'GET');
    expect(reads.map(([name]) => name).sort()).toEqual([
      'createApiToken',
      'findDuplicates',
      'leaveTeam',
    ]);
  });

  const rows = guarded
    .filter(([name]) => !ending.has(name))
    .flatMap(([name, endpoint]) =>
      roles.map((role) => {
        const isOpen = endpoint.role !== undefined && hasPermission(role, endpoint.role);
        return [name, role, isOpen ? 'let in' : 'refused', endpoint] as const;
      }),
    );
  test.each(rows)('%s called by the %s is %s', async (_name, role, expected, endpoint) => {
    const answer = await callEndpoint(endpoint, team[role]);
    const isRefused = !answer.body.success && answer.body.code === 'ROLE_NOT_ALLOWED';
    expect(isRefused ? 'refused' : 'let in').toBe(expected);
  });

  test.each(['POST /api/uploads', 'PATCH /api/uploads/x'])(
    '%s called by the viewer is refused',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const headers = { authorization: `Bearer ${team.viewer.token}`, 'tus-resumable': '1.0.0' };
      const answer = await fetch(world.url + path, { method, headers });
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        ROLE_NOT_ALLOWED_RESPONSE.body,
      ]);
    },
  );

  test('a token has no more permissions than its owner', async () => {
    const token = await aToken(team.viewer, { scopes: ['posts:read', 'posts:write'] });
    expect((await callEndpoint(api.postStats, { token })).status).toBe(200);
    expect(await callEndpoint(api.saveDraft, { token })).toMatchObject(ROLE_NOT_ALLOWED_RESPONSE);
  });

  test('without a paid plan, all members but the owner may only view', async () => {
    await givePlan(world, team.owner, 'free');
    expect(await callEndpoint(api.saveDraft, team.editor)).toMatchObject(ROLE_NOT_ALLOWED_RESPONSE);
    expect((await callEndpoint(api.postStats, team.editor)).status).toBe(200);
    expect((await callEndpoint(api.saveDraft, team.owner)).body).not.toMatchObject(
      ROLE_NOT_ALLOWED_RESPONSE.body,
    );
    await givePlan(world, team.owner, 'pro');
    expect((await callEndpoint(api.saveDraft, team.editor)).body).not.toMatchObject(
      ROLE_NOT_ALLOWED_RESPONSE.body,
    );
  });
});

describe('a request for a workspace of which the caller is no member', () => {
  const rows = guarded.filter(([, { role }]) => role !== 'self');
  test.each(rows)('%s returns WORKSPACE_LEFT', async (_name, endpoint) => {
    expect(await callEndpoint(endpoint, outsider, team.owner.user.workspace)).toMatchObject({
      status: 403,
      body: { code: 'WORKSPACE_LEFT' },
    });
  });

  test.each(of('self').filter((name) => !ending.has(name)))(
    '%s concerns only the user and is accepted',
    async (name) => {
      const endpoint = guarded.find(([one]) => one === name)?.[1] ?? api.me;
      const { body } = await callEndpoint(endpoint, outsider, team.owner.user.workspace);
      expect(body).not.toMatchObject({ code: 'WORKSPACE_LEFT' });
    },
  );

  test.each(['', 'nada', newId()])('the workspace id “%s” is refused', async (workspace) => {
    expect(await callEndpoint(api.me, outsider, workspace)).toMatchObject({
      status: 403,
      body: { code: 'WORKSPACE_LEFT' },
    });
  });
});
