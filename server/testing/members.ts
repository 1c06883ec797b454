import type { Role } from '@pontual/contract/shared/roles.ts';
import { sql } from 'kysely';
import { newId } from '../src/platform/ids.ts';
import { aUser, dataOf, type Client } from './factories.ts';
import { givePlan } from './plans.ts';
import type { World } from './world.ts';

/** The workspace becomes the current one of the client. */
export async function addMember(world: World, owner: Client, client: Client, role: Role) {
  await sql`insert into workspace_members (workspace_id, user_id, role)
    values (${owner.user.workspace}, ${client.user._id}, ${role})`.execute(world.database.db);
}

export type Team = Record<Role, Client>;

export async function aTeam(world: World): Promise<Team> {
  const owner = await aUser(world);
  await givePlan(world, owner, 'pro');
  const member = async (role: Role) => {
    const client = await aUser(world);
    await addMember(world, owner, client, role);
    return client;
  };
  return {
    owner,
    editor: await member('editor'),
    approver: await member('approver'),
    viewer: await member('viewer'),
  };
}

export async function invitationTokenOf(world: World, email: string): Promise<string> {
  const emails = await world.sandbox.mail(email);
  const token = /\/invite#([\w-]+)/.exec(emails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('nobody was invited there');
  return token;
}

export async function invite(
  world: World,
  owner: Client,
  { email = `${newId()}@exemplo.com.br`, role = 'editor' }: { email?: string; role?: Role } = {},
): Promise<{ id: string; email: string; token: string }> {
  const { invitation } = dataOf(
    await owner.post<{ invitation: { _id: string } }>('/members/invitations', { email, role }),
  );
  return { id: invitation._id, email, token: await invitationTokenOf(world, email) };
}

/** An editor who never signs in. */
export async function anInactiveEditor(world: World, client: Client): Promise<string> {
  const id = newId();
  const { db } = world.database;
  await sql`insert into users (id, email, email_verified_at)
    values (${id}, ${`${id}@exemplo.com.br`}, app_now())`.execute(db);
  await sql`insert into workspace_members (workspace_id, user_id, role)
    values (${client.user.workspace}, ${id}, 'editor')`.execute(db);
  return id;
}
