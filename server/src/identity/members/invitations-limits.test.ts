import { MAX_MEMBERS } from '@pontual/contract/identity/members.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aUser, dataOf, request, type Client } from '../../../testing/factories.ts';
import { aTeam, invite, invitationTokenOf } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function anOwner(): Promise<Client> {
  const owner = await aUser(world);
  await givePlan(world, owner, 'pro');
  return owner;
}

const anAddress = () => `${newId()}@exemplo.com.br`;
const requestInvitation = (owner: Client, email = anAddress()) =>
  owner.post('/members/invitations', { email, role: 'viewer' });
const resend = (owner: Client, id: string) => owner.post(`/members/invitations/${id}/resend`);
const refused = (status: number, code: string) => ({ status, body: { code } });

/** Open invitations count as taken seats. */
async function leaveSeats(owner: Client, places: number): Promise<void> {
  const { db } = world.database;
  await sql`
    with added as (insert into users (id, email)
      select gen_random_uuid(), gen_random_uuid() || '@exemplo.com.br'
      from generate_series(1, ${MAX_MEMBERS - places}
        - (select count(*)::int from workspace_members where workspace_id = ${owner.user.workspace})
        - (select count(*)::int from invitations where workspace_id = ${owner.user.workspace}
            and ended_at is null and expires_at > app_now())) returning id)
    insert into workspace_members (workspace_id, user_id, role)
    select ${owner.user.workspace}, id, 'viewer' from added`.execute(db);
}

/** A session would not outlast advancing the clock. */
const ageInvitations = (email: string, days: number) =>
  sql`update invitations set expires_at = expires_at - make_interval(days => ${days}),
      ended_at = ended_at - make_interval(days => ${days})
    where email = ${email}`.execute(world.database.db);

describe('an invited address', () => {
  test('gets at most three emails a day, across all teams and including resends', async () => {
    const [one, other] = [await anOwner(), await anOwner()];
    const { email, id } = await invite(world, one);
    expect((await resend(one, id)).status).toBe(200);
    expect((await requestInvitation(other, email.toUpperCase())).status).toBe(201);
    const third = await anOwner();
    const answer = await requestInvitation(third, email);
    expect(answer).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(answer.body).toMatchObject({
      message: 'Este endereço já recebeu convites demais hoje. Aguarde 24 horas e tente de novo.',
    });
    expect(await resend(one, id)).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(await world.sandbox.mail(email)).toHaveLength(2);
    expect((await requestInvitation(third)).status).toBe(201);
    await world.services.platform.throttle.forgetOld();
    await world.advanceTime(DAY - 60_000);
    await world.services.platform.throttle.forgetOld();
    expect(await requestInvitation(third, email)).toMatchObject(refused(429, 'RATE_LIMITED'));
    await world.advanceTime(120_000);
    expect((await requestInvitation(third, email)).status).toBe(201);
  });

  test('cannot be invited again for a week by the team whose invitation it declined', async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const { email, token } = await invite(world, owner);
    dataOf(await request(world, 'POST', '/invitations/decline', { json: { token } }));
    const answer = await requestInvitation(owner, email.toUpperCase());
    expect(answer).toMatchObject(refused(409, 'INVITATION_DECLINED'));
    expect(answer.body).toMatchObject({
      errors: { email: expect.stringContaining('recusou o convite da equipe') },
    });
    expect((await requestInvitation(other, email)).status).toBe(201);
    await ageInvitations(email, 7);
    expect((await requestInvitation(owner, email)).status).toBe(201);
  });

  test.each(['Grátis em https://golpe.example', 'WWW.golpe.example'])(
    'gets no link as the name of a team: %s',
    async (name) => {
      const answer = await (await anOwner()).put('/members/name', { name });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { name: 'Use um nome sem endereço de site' } },
      });
    },
  );
});

describe('a full team', () => {
  test('refuses to resend an expired invitation', async () => {
    const owner = await anOwner();
    const { id, email } = await invite(world, owner);
    await ageInvitations(email, 8);
    await leaveSeats(owner, 1);
    expect((await requestInvitation(owner)).status).toBe(201);
    expect(await resend(owner, id)).toMatchObject(refused(409, 'TEAM_FULL'));
  });

  test('reserves the seat of an open invitation, also when the invitation is resent', async () => {
    const owner = await anOwner();
    const { id, email } = await invite(world, owner);
    await leaveSeats(owner, 0);
    expect((await resend(owner, id)).status).toBe(200);
    const guest = await aUser(world, email);
    const token = await invitationTokenOf(world, email);
    expect((await guest.post('/invitations/accept', { token })).status).toBe(200);
  });

  test('refuses an acceptance and keeps the invitation open', async () => {
    const owner = await anOwner();
    const { email, token } = await invite(world, owner);
    await leaveSeats(owner, -1);
    const guest = await aUser(world, email);
    const accept = () => guest.post('/invitations/accept', { token });
    const answer = await accept();
    expect(answer).toMatchObject(refused(409, 'TEAM_FULL'));
    expect(answer.body).toMatchObject({ message: expect.stringContaining('abra um lugar') });
    await sql`delete from workspace_members where workspace_id = ${owner.user.workspace}
      and user_id <> ${owner.user._id}`.execute(world.database.db);
    expect((await accept()).status).toBe(200);
  });
});

test('refuses further role changes after forty, because each one sends an email', async () => {
  const { owner, viewer } = await aTeam(world);
  const change = (role: string) => owner.put(`/members/${viewer.user._id}`, { role });
  for (let n = 0; n < 40; n += 1) await change(n % 2 === 0 ? 'approver' : 'viewer');
  expect(await change('approver')).toMatchObject(refused(429, 'RATE_LIMITED'));
});
