import type { getDeletionImpact } from '@pontual/contract/identity/user.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { AuditEntry } from '@pontual/contract/identity/members.ts';
import { WORKSPACE_HEADER } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aConnectedUser,
  aMessage,
  aScheduledPost,
  anUnverifiedUser,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { deliverAccountEmails } from '../../../testing/account-emails.ts';
import { aTeam, invite, addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;

const deletionImpact = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof getDeletionImpact>>('/account/deletion'));
const deleteUser = async (client: Client) =>
  dataOf(await client.post<{ code: string }>('/account/deletion', { password: PASSWORD }));
const subjectsTo = async ({ user }: Client) =>
  (await deliverAccountEmails(world, user.email)).map(({ subject }) => subject);

async function createTeam(owner: Client, name: string, other: Client): Promise<string> {
  const id = newId();
  const { db } = world.database;
  await sql`insert into workspaces (id, name) values (${id}, ${name})`.execute(db);
  await sql`insert into workspace_members (workspace_id, user_id, role, chosen_at)
    values (${id}, ${owner.user._id}, 'owner', 'epoch'),
      (${id}, ${other.user._id}, 'viewer', 'epoch')`.execute(db);
  return id;
}

describe('an owner of teams who deletes their account', () => {
  test('sees in advance the members, posts and plans that end', async () => {
    const { owner, viewer } = await aTeam(world);
    await owner.put('/members/name', { name: 'Ateliê Barro' });
    const second = await createTeam(owner, 'Café Serra', viewer);
    const elsewhere = await aConnectedUser(world);
    await givePlan(world, elsewhere, 'premium');
    await addMember(world, elsewhere, owner, 'editor');
    await aScheduledPost(world, elsewhere, { dueInMs: HOUR });
    expect((await owner.get('/auth/me')).body).toMatchObject({
      data: { user: { role: 'editor' } },
    });
    expect(await deletionImpact(owner)).toEqual({
      scheduled: 0,
      isPaying: true,
      teams: [
        { _id: owner.user.workspace, name: 'Ateliê Barro', others: 3 },
        { _id: second, name: 'Café Serra', others: 1 },
      ],
    });
  });

  test('ends the teams for all members, who are notified once', async () => {
    const { owner, editor, approver, viewer } = await aTeam(world);
    await owner.put('/members/name', { name: 'Ateliê Barro' });
    await createTeam(owner, 'Café Serra', viewer);
    await deleteUser(owner);
    const headers = { [WORKSPACE_HEADER]: owner.user.workspace };
    for (const { token } of [editor, approver, viewer]) {
      const there = await request(world, 'GET', '/auth/me', { token, headers });
      expect(there).toMatchObject({ status: 403, body: { code: 'WORKSPACE_LEFT' } });
    }
    expect(await subjectsTo(editor)).toEqual(['A equipe Ateliê Barro acabou']);
    expect(await subjectsTo(approver)).toEqual(['A equipe Ateliê Barro acabou']);
    const both = ['A equipe Ateliê Barro acabou', 'A equipe Café Serra acabou'];
    expect(new Set(await subjectsTo(viewer))).toEqual(new Set(both));
    expect(await subjectsTo(viewer)).toHaveLength(2);
    expect(await subjectsTo(owner)).toEqual([]);
    expect((await editor.get('/auth/me')).body).toMatchObject({
      data: { user: { role: 'owner', workspace: editor.user.workspace } },
    });
  });

  test('ends the open invitations to the teams', async () => {
    const { owner } = await aTeam(world);
    const { email, token } = await invite(world, owner);
    const guest = await aUser(world, email);
    await deleteUser(owner);
    const ended = { status: 409, body: { code: 'INVITATION_ENDED' } };
    expect(await guest.post('/invitations/accept', { token })).toMatchObject(ended);
    const read = await request(world, 'POST', '/invitations/read', { json: { token } });
    expect(read).toMatchObject(ended);
    const members = await sql`select from workspace_members
      where workspace_id = ${owner.user.workspace}`.execute(world.database.db);
    expect(members.rows).toEqual([]);
  });

  test('ends the approval links of the teams', async () => {
    const owner = await aConnectedUser(world);
    await givePlan(world, owner, 'pro');
    const { _id: id } = await aScheduledPost(world, owner, { dueInMs: HOUR });
    const { url } = dataOf(
      await owner.post<{ url: string }>(`/scheduled/${id}/approval`, { renew: false }),
    );
    await deleteUser(owner);
    const token = new URL(url).hash.slice(1);
    const read = await request(world, 'POST', '/approvals/read', { json: { token } });
    expect(read).toMatchObject({ status: 404, body: { code: 'APPROVAL_LINK_INVALID' } });
  });
});

describe('data that contains the email of a deleted account', () => {
  async function heardOf(owner: Client, email: string): Promise<string> {
    const json = aMessage({ email });
    dataOf(await request(world, 'POST', '/support', { json }));
    dataOf(await owner.post('/support', aMessage({ email: email.toUpperCase() })));
    return (await invite(world, owner, { email })).token;
  }
  const written = async (email: string) => {
    const found = await sql<{ by: string | null }>`
      select user_id as by from support_messages where lower(email) = ${email}`.execute(
      world.database.db,
    );
    return found.rows.map(({ by }) => by);
  };
  const trailOf = async (owner: Client) => {
    const { entries } = dataOf(await owner.get<{ entries: AuditEntry[] }>('/members/audit'));
    return entries.map(({ text }) => text);
  };
  async function erased(client: Client): Promise<void> {
    const { code } = await deleteUser(client);
    const { id } = await world.database.db
      .selectFrom('deletions')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    await world.services.privacy.deletions.run(id);
  }

  test('stays if the email was not verified', async () => {
    const { owner } = await aTeam(world);
    const stranger = await anUnverifiedUser(world);
    const { email } = stranger.user;
    const token = await heardOf(owner, email);
    await erased(stranger);
    expect(new Set(await written(email))).toEqual(new Set([null, owner.user._id]));
    const read = await request(world, 'POST', '/invitations/read', { json: { token } });
    expect(read).toMatchObject({ status: 200 });
    expect((await trailOf(owner))[0]).toContain(`convidou ${email}`);
  });

  test('is deleted if the email was verified, except for messages of other users', async () => {
    const { owner } = await aTeam(world);
    const leaving = await aUser(world);
    const { email } = leaving.user;
    const token = await heardOf(owner, email);
    await erased(leaving);
    expect(await written(email)).toEqual([owner.user._id]);
    const read = await request(world, 'POST', '/invitations/read', { json: { token } });
    expect(read).toMatchObject({ status: 404 });
    expect((await trailOf(owner))[0]).not.toContain(email);
  });

  test('is deleted in teams that the user joined with the email, verified or not', async () => {
    const { owner } = await aTeam(world);
    const { email, token } = await invite(world, owner);
    const guest = await aUser(world, email);
    dataOf(await guest.post('/invitations/accept', { token }));
    await erased(guest);
    const read = await request(world, 'POST', '/invitations/read', { json: { token } });
    expect(read).toMatchObject({ status: 404 });
    expect((await trailOf(owner)).join()).not.toContain(email);
  });
});

describe('a member of a team who deletes their account', () => {
  test('sees only their own posts as affected and leaves the team unchanged', async () => {
    const owner = await aConnectedUser(world);
    await givePlan(world, owner, 'pro');
    const leaving = await aConnectedUser(world);
    await aScheduledPost(world, leaving, { dueInMs: HOUR });
    await addMember(world, owner, leaving, 'editor');
    await aScheduledPost(world, owner, { dueInMs: HOUR });
    await aScheduledPost(world, owner, { dueInMs: 2 * HOUR });
    expect(await deletionImpact(leaving)).toEqual({ scheduled: 1, isPaying: false, teams: [] });
    await deleteUser(leaving);
    expect(await subjectsTo(owner)).toEqual([]);
    const { scheduled } = dataOf(await owner.get<{ scheduled: number }>('/schedule/stats'));
    expect(scheduled).toBe(2);
  });
});
