// One file, because every case needs a workspace with an owner and one more member.
import type { User } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  MAX_MEMBERS,
  type AuditEntry,
  type listMembers,
} from '@pontual/contract/identity/members.ts';
import type { getPost } from '@pontual/contract/posts/posts.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aDraft,
  aFormOf,
  aPhotoFile,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { freePort } from '../../../testing/free-port.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import {
  aTeam,
  invite,
  addMember,
  invitationTokenOf,
  type Team,
} from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { requestToken, aToken } from '../../../testing/integrations.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { createInvitations } from './invitations.service.ts';

const DAY = 86_400_000;

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  owner = await aUser(world);
  await givePlan(world, owner, 'pro');
});

const membersOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof listMembers>>('/members'));
const auditLogOf = async (client: Client) =>
  dataOf(await client.get<{ entries: AuditEntry[]; hasMore: boolean }>('/members/audit'));
const me = async (client: Client) => dataOf(await client.get<{ user: User }>('/auth/me')).user;
const accept = (client: Client, token: string) =>
  client.post<{ user: User }>('/invitations/accept', { token });
const read = (token: string) =>
  request<{ email: string; team: string }>(world, 'POST', '/invitations/read', {
    json: { token },
  });
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('an invitation', () => {
  test('is emailed, read without an account, and accepted by a user who registers with its address', async () => {
    const { email, token } = await invite(world, owner, { role: 'editor' });
    expect(dataOf(await read(token))).toEqual({
      email,
      role: 'editor',
      team: owner.user.email,
      invitedBy: owner.user.email,
      hasAccount: false,
    });
    const guest = await aUser(world, email);
    const { user } = dataOf(await accept(guest, token));
    expect(user).toMatchObject({ role: 'editor', workspace: owner.user.workspace, memberCount: 2 });
    expect(user.workspaces.map(({ role }) => role)).toEqual(['owner', 'editor']);
    expect(await me(guest)).toMatchObject({ workspace: owner.user.workspace });
    const post = await aDraft(guest, { files: [] });
    expect((await owner.get(`/scheduled/${post._id}`)).status).toBe(200);
  });

  test('is accepted once', async () => {
    const { email, token } = await invite(world, owner);
    const guest = await aUser(world, email);
    const both = await Promise.all([accept(guest, token), accept(guest, token)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await accept(guest, token)).toMatchObject(refused(409, 'INVITATION_ENDED'));
    expect(await read(token)).toMatchObject(refused(409, 'INVITATION_ENDED'));
  });

  test('is refused for another address', async () => {
    const { email, token } = await invite(world, owner);
    const other = await aUser(world);
    const answer = await accept(other, token);
    expect(answer).toMatchObject(refused(403, 'INVITATION_OTHER_ADDRESS'));
    expect(answer.body).toMatchObject({ message: expect.stringContaining(email) });
    expect((await me(other)).workspaces).toHaveLength(1);
  });

  test('ends after 7 days, when it is revoked, and when it is resent with a new link', async () => {
    const revoked = await invite(world, owner);
    await owner.delete(`/members/invitations/${revoked.id}`);
    expect(await read(revoked.token)).toMatchObject(refused(409, 'INVITATION_ENDED'));
    const { id, email, token } = await invite(world, owner);
    expect((await owner.post(`/members/invitations/${id}/resend`)).status).toBe(200);
    expect(await read(token)).toMatchObject(refused(404, 'INVITATION_INVALID'));
    const newer = await invitationTokenOf(world, email);
    expect((await read(newer)).status).toBe(200);
    await world.advanceTime(7 * DAY - 60_000);
    expect((await read(newer)).status).toBe(200);
    await world.advanceTime(120_000);
    const over = await read(newer);
    expect(over).toMatchObject(refused(404, 'INVITATION_INVALID'));
    expect(over.body).toMatchObject({ message: expect.stringContaining('venceu') });
    expect(await read('nada')).toMatchObject(refused(404, 'INVITATION_INVALID'));
  });

  test('can be declined, which the audit log of the team shows', async () => {
    const { email, token } = await invite(world, owner);
    const no = () => request(world, 'POST', '/invitations/decline', { json: { token } });
    expect((await no()).status).toBe(200);
    expect(await no()).toMatchObject(refused(409, 'INVITATION_ENDED'));
    expect((await membersOf(owner)).invitations).toEqual([]);
    const { entries } = await auditLogOf(owner);
    expect(entries[0]).toMatchObject({
      who: 'Quem foi convidado',
      text: `recusou o convite enviado a ${email}`,
    });
  });

  test('needs a paid plan and a free seat', async () => {
    const ask = (email = `${newId()}@exemplo.com.br`) =>
      owner.post('/members/invitations', { email, role: 'viewer' });
    await givePlan(world, owner, 'free');
    expect(await ask()).toMatchObject(refused(403, 'PLAN_REQUIRED'));
    await givePlan(world, owner, 'premium');
    const { email } = await invite(world, owner);
    expect(await ask(email.toUpperCase())).toMatchObject(refused(409, 'INVITED_ALREADY'));
    expect(await ask(owner.user.email)).toMatchObject(refused(409, 'MEMBER_ALREADY'));
    await sql`
      with added as (insert into users (id, email)
        select gen_random_uuid(), gen_random_uuid() || '@exemplo.com.br'
        from generate_series(1, ${MAX_MEMBERS - 2}) returning id)
      insert into workspace_members (workspace_id, user_id, role)
      select ${owner.user.workspace}, id, 'viewer' from added`.execute(world.database.db);
    expect(await ask()).toMatchObject(refused(409, 'TEAM_FULL'));
  });

  test.each([
    { email: 'nada', role: 'viewer' },
    { email: 'ana@exemplo.com.br', role: 'owner' },
    { email: 'ana@exemplo.com.br' },
  ])('is not sent for %j', async (json) => {
    expect(await owner.post('/members/invitations', json)).toMatchObject(
      refused(400, 'VALIDATION'),
    );
  });

  test('leaves nothing stored when its email cannot be sent', async () => {
    const { log, throttle } = world.services.platform;
    const { auth } = world.services.identity;
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${await freePort()}`,
      from: 'Pontual <avisos@pontual.example>',
      publicUrl: world.url,
    });
    const { database, url: publicUrl } = world;
    const cutOff = createInvitations({ database, mailer, publicUrl, throttle, log });
    const caller = await auth.authenticate(owner.token, { address: '127.0.0.1', port: null });
    if (caller === undefined) throw new Error('the session is not live');
    const email = `${newId()}@exemplo.com.br`;
    const asking = cutOff.invite(caller, { email, role: 'viewer' }, '127.0.0.1');
    await expect(asking).rejects.toMatchObject({ code: 'MAIL_UNAVAILABLE' });
    expect((await membersOf(owner)).invitations).toEqual([]);
    expect((await invite(world, owner, { email })).token).not.toBe('');
  });
});

/** The result resolves to whether an access followed. */
async function trackAccess(by: 'sessions' | 'api_tokens', { user }: Client) {
  const { db } = world.database;
  const at = sql.ref(by === 'sessions' ? 'last_seen_at' : 'last_used_at');
  await sql`update ${sql.table(by)} set ${at} = app_now() - interval '1 hour'
    where user_id = ${user._id}`.execute(db);
  return async () => {
    const seen = await sql`select from ${sql.table(by)}
      where user_id = ${user._id} and ${at} > app_now() - interval '1 minute'`.execute(db);
    return seen.rows.length > 0;
  };
}

/** `act` runs after the request was authenticated and before the rest of the body is sent. */
async function uploadDuring(
  token: string,
  isLetIn: () => Promise<boolean>,
  act: () => Promise<void>,
): Promise<{ status: number; body: unknown }> {
  const form = aFormOf({ mediaType: 'IMAGE', caption: 'Pela metade' }, [await aPhotoFile()]);
  const { body, headers } = new Request('http://x', { method: 'POST', body: form });
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  let begun = false;
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) {
        begun = true;
        controller.enqueue(bytes.slice(0, 200));
        return;
      }
      await expect.poll(isLetIn, { timeout: 20_000 }).toBe(true);
      await act();
      controller.enqueue(bytes.slice(200));
      controller.close();
    },
  });
  const answer = await fetch(`${world.url}/api/schedule/draft`, {
    method: 'POST',
    body: slow,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': headers.get('content-type') ?? '',
    },
  });
  return { status: answer.status, body: await answer.json() };
}

describe('a running upload', () => {
  const draftsOf = async (json: object) => {
    const entered = await request<{ token: string }>(world, 'POST', '/auth/login', { json });
    const { token } = dataOf(entered);
    return dataOf(await request<{ total: number }>(world, 'GET', '/schedule/stats', { token }));
  };

  test('is refused when its session has ended', async () => {
    const answer = await uploadDuring(
      owner.token,
      await trackAccess('sessions', owner),
      async () => {
        expect((await owner.post('/auth/logout')).status).toBe(200);
      },
    );
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const { email } = owner.user;
    expect(await draftsOf({ email, password: PASSWORD })).toMatchObject({ total: 0 });
  });

  test('is refused when its API token is revoked', async () => {
    const { secret, token } = dataOf(await requestToken(owner, { scopes: ['posts:write'] }));
    const seen = await trackAccess('api_tokens', owner);
    const answer = await uploadDuring(secret, seen, async () => {
      expect((await owner.delete(`/account/tokens/${token._id}`)).status).toBe(200);
    });
    expect(answer).toMatchObject(refused(401, 'TOKEN_INVALID'));
    const stats = dataOf(await owner.get<{ total: number }>('/schedule/stats'));
    expect(stats.total).toBe(0);
  });
});

describe('removal of a member', () => {
  let team: Team;
  beforeEach(async () => {
    team = await aTeam(world);
  });
  const remove = (who: Client) => team.owner.delete(`/members/${who.user._id}`);

  test('refuses the next request of the member, who continues in their own workspace', async () => {
    const { editor } = team;
    const token = await aToken(editor, { scopes: ['posts:read'] });
    expect((await remove(editor)).status).toBe(200);
    const headers = { [WORKSPACE_HEADER]: team.owner.user.workspace };
    const form = aFormOf({ mediaType: 'IMAGE', caption: 'Tarde demais' }, [await aPhotoFile()]);
    const sent = await editor.saveDraft(form, headers);
    expect(sent).toMatchObject(refused(403, 'WORKSPACE_LEFT'));
    const own = await me(editor);
    expect(own).toMatchObject({ role: 'owner', workspace: editor.user.workspace });
    expect(dataOf(await editor.get<{ total: number }>('/schedule/stats')).total).toBe(0);
    const program = await request(world, 'GET', '/schedule/stats', { token });
    expect(program).toMatchObject(refused(401, 'TOKEN_INVALID'));
    const mails = await deliverAccountEmails(world, editor.user.email);
    expect(mails.map(({ subject }) => subject)).toContain('Você saiu de uma equipe');
  });

  test('leaves no partial result of an upload that was running', async () => {
    const { editor } = team;
    const answer = await uploadDuring(
      editor.token,
      await trackAccess('sessions', editor),
      async () => {
        expect((await remove(editor)).status).toBe(200);
      },
    );
    expect(answer).toMatchObject(refused(403, 'WORKSPACE_LEFT'));
    expect(dataOf(await team.owner.get<{ total: number }>('/schedule/stats')).total).toBe(0);
  });

  test('is refused for the owner and for a user who is not a member', async () => {
    expect(await remove(team.owner)).toMatchObject(refused(409, 'OWNER_CANNOT_LEAVE'));
    expect(await remove(owner)).toMatchObject(refused(404, 'NOT_FOUND'));
    await remove(team.viewer);
    expect(await remove(team.viewer)).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  test('also happens at the request of the member, but not of the owner', async () => {
    const left = dataOf(await team.viewer.post<{ user: User }>('/members/leave')).user;
    expect(left).toMatchObject({ role: 'owner', workspace: team.viewer.user.workspace });
    expect(await team.owner.post('/members/leave')).toMatchObject(
      refused(409, 'OWNER_CANNOT_LEAVE'),
    );
    expect((await membersOf(team.owner)).members).toHaveLength(3);
  });
});

describe('roles', () => {
  test('change at once, and the member gets an email', async () => {
    const team = await aTeam(world);
    const path = `/members/${team.viewer.user._id}`;
    expect((await team.owner.put(path, { role: 'editor' })).status).toBe(200);
    expect((await me(team.viewer)).role).toBe('editor');
    await aDraft(team.viewer, { files: [] });
    const [mail] = await deliverAccountEmails(world, team.viewer.user.email);
    expect(mail?.text).toContain('Pode editar');
    expect(await team.owner.put(path, { role: 'owner' })).toMatchObject(refused(400, 'VALIDATION'));
    const own = `/members/${team.owner.user._id}`;
    expect(await team.owner.put(own, { role: 'viewer' })).toMatchObject(
      refused(409, 'OWNER_CANNOT_LEAVE'),
    );
  });

  test('move ownership to another member with the password, and the former owner gets a workspace of their own', async () => {
    const team = await aTeam(world);
    await sql`delete from workspace_members
      where user_id = ${team.editor.user._id} and role = 'owner'`.execute(world.database.db);
    const path = `/members/${team.editor.user._id}/owner`;
    expect(await team.owner.post(path, { password: 'Errada123' })).toMatchObject(
      refused(403, 'WRONG_PASSWORD'),
    );
    const { user } = dataOf(await team.owner.post<{ user: User }>(path, { password: PASSWORD }));
    expect(user).toMatchObject({ role: 'editor', workspace: team.owner.user.workspace });
    expect(user.workspaces.map(({ role }) => role)).toEqual(['owner', 'editor']);
    expect(await me(team.editor)).toMatchObject({ role: 'owner' });
    expect(await team.owner.post(path, { password: PASSWORD })).toMatchObject(
      refused(403, 'ROLE_NOT_ALLOWED'),
    );
  });

  test.each([
    { status: 'active', mentionsCard: true },
    { status: 'canceled', mentionsCard: false },
  ])(
    'name in the email to the former owner who pays from now on: $status',
    async ({ status, mentionsCard }) => {
      const { owner, editor } = await aTeam(world);
      await sql`insert into subscriptions (workspace_id, subscription_id, status, plan, created_at)
      values (${owner.user.workspace}, ${newId()}, ${status}, 'pro', app_now())`.execute(
        world.database.db,
      );
      dataOf(await owner.post(`/members/${editor.user._id}/owner`, { password: PASSWORD }));
      const [mail] = await deliverAccountEmails(world, owner.user.email);
      expect(mail?.subject).toBe('Você passou a responsabilidade por uma equipe');
      expect(mail?.text).toContain(editor.user.email);
      expect(mail?.text.includes('continua sendo cobrado')).toBe(mentionsCard);
    },
  );
});

test('selects one of several workspaces and keeps the selection at the next login', async () => {
  const client = await aUser(world);
  await addMember(world, owner, client, 'viewer');
  await owner.put('/members/name', { name: 'Ateliê Barro' });
  expect((await me(client)).workspaces.map(({ name }) => name)).toEqual([
    client.user.email,
    'Ateliê Barro',
  ]);
  const choose = (id: string) => client.post<{ user: User }>(`/workspaces/${id}/choose`);
  expect(dataOf(await choose(client.user.workspace)).user.role).toBe('owner');
  const json = { email: client.user.email, password: PASSWORD };
  const { user } = dataOf(await request<{ user: User }>(world, 'POST', '/auth/login', { json }));
  expect(user.workspace).toBe(client.user.workspace);
  const { user: stranger } = await aUser(world);
  expect(await choose(stranger.workspace)).toMatchObject(refused(404, 'NOT_FOUND'));
  const headers = { [WORKSPACE_HEADER]: owner.user.workspace };
  const there = await request<{ user: User }>(world, 'GET', '/auth/me', {
    token: client.token,
    headers,
  });
  expect(dataOf(there).user.role).toBe('viewer');
});

describe('the audit log', () => {
  test('shows the owner also the actions on deleted posts', async () => {
    const team = await aTeam(world);
    const post = await aDraft(team.editor, { caption: 'Caneca azul', files: [] });
    await team.editor.put(`/scheduled/${post._id}`, aFormOf({ caption: 'Caneca verde' }));
    await team.owner.delete(`/scheduled/${post._id}`);
    const { entries } = await auditLogOf(team.owner);
    expect(entries.map(({ who, text, postId }) => [who, text, postId])).toEqual([
      [team.owner.user.email, 'excluiu o post “Caneca verde”', null],
      [team.editor.user.email, 'editou o rascunho “Caneca verde”', null],
      [team.editor.user.email, 'salvou o rascunho “Caneca azul”', null],
    ]);
    expect((await team.editor.get('/members/audit')).status).toBe(403);
  });

  test('names the author in the history of a post when the workspace has several members', async () => {
    const historyOf = async (client: Client, id: string) =>
      dataOf(await client.get<DataOf<typeof getPost>>(`/scheduled/${id}`)).history;
    const files = [await aPhotoFile()];
    const scheduledTime = new Date(world.now().getTime() + DAY).toISOString();
    const send = async (client: Client) => {
      const form = aFormOf({ mediaType: 'IMAGE', scheduledTime, demo: 'true' }, files);
      return dataOf(await client.schedule(form)).post._id;
    };
    expect(await historyOf(owner, await send(owner))).toMatchObject([{ by: null }]);
    const team = await aTeam(world);
    const id = await send(team.editor);
    expect(await historyOf(team.viewer, id)).toMatchObject([
      { text: 'Agendado', by: team.editor.user.email },
    ]);
  });

  test('is read in pages', async () => {
    for (let n = 0; n < 31; n += 1) await owner.put('/members/name', { name: `Ateliê ${n}` });
    const first = await auditLogOf(owner);
    expect([first.entries.length, first.hasMore]).toEqual([30, true]);
    const before = first.entries.at(-1)?._id ?? '';
    const rest = dataOf(
      await owner.get<{ entries: AuditEntry[]; hasMore: boolean }>(
        `/members/audit?before=${before}`,
      ),
    );
    expect(rest).toMatchObject({ entries: [{ text: expect.stringContaining('Ateliê 0') }] });
    expect(rest.hasMore).toBe(false);
  });

  test('is stored for 12 months', async () => {
    await owner.put('/members/name', { name: 'Ateliê' });
    await sql`update audit_entries set at = at - interval '13 months'
      where workspace_id = ${owner.user.workspace}`.execute(world.database.db);
    await owner.put('/members/name', { name: 'Ateliê Barro' });
    await world.services.identity.team.forgetOld();
    expect((await auditLogOf(owner)).entries).toHaveLength(1);
  });
});
