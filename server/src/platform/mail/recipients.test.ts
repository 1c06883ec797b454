import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify } from '../../notifications/notify.ts';
import { newId } from '../ids.ts';
import { anUnverifiedUser, aUser, type Client } from '../../../testing/factories.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createRecipients } from './recipients.ts';

const TEAM = 'ajuda@pontual.example';
const HOUR_MS = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const tell = (client: Client, count: number) =>
  notify(
    world.database.db,
    ...Array.from({ length: count }, () => ({
      kind: 'member-removed' as const,
      userId: client.user._id,
      team: 'Ateliê',
    })),
  );
const tellPassword = (client: Client, count: number) =>
  notify(
    world.database.db,
    ...Array.from({ length: count }, () => ({
      kind: 'password-changed' as const,
      userId: client.user._id,
    })),
  );

async function subjectsTo({ user }: Client): Promise<string[]> {
  await deliverEmails(world);
  return (await world.sandbox.mail(user.email)).map(({ subject }) => subject);
}

test('an unverified address gets the link and a requested new password, and nothing else', async () => {
  const client = await anUnverifiedUser(world);
  await tell(client, 3);
  await tellPassword(client, 1);
  await client.post('/auth/forgot-password', { email: client.user.email });
  expect((await subjectsTo(client)).toSorted()).toEqual([
    'Confirme seu e-mail',
    'Crie uma nova senha',
  ]);
});

describe('above the ceiling of its recipient, an email', () => {
  test('waits, and is sent when there is room again', async () => {
    const client = await aUser(world);
    await tell(client, 25);
    expect(await subjectsTo(client)).toHaveLength(20);
    await world.advanceTime(HOUR_MS);
    expect(await subjectsTo(client)).toHaveLength(25);
  });

  test('leaves room for those about the security of the account', async () => {
    const client = await aUser(world);
    await tell(client, 21);
    await tellPassword(client, 12);
    const subjects = await subjectsTo(client);
    expect(subjects.filter((subject) => subject === 'Sua senha foi alterada')).toHaveLength(10);
    expect(subjects).toHaveLength(30);
  });
});

describe('an email', () => {
  const recipients = () => createRecipients({ database: world.database, teamEmail: TEAM });

  test('counts once, however often it is tried', async () => {
    const address = `${newId()}@exemplo.com.br`;
    const waits: number[] = [];
    for (const key of ['a', 'a', 'a', 'b']) {
      waits.push(await recipients().admit([address], 'verification', key));
    }
    expect(waits).toEqual([0, 0, 0, 15 * 60]);
    expect(await recipients().admit([address.toUpperCase()], 'verification', 'c')).toBe(15 * 60);
  });

  test('to support always goes, even when a stranger has registered that address', async () => {
    await sql`insert into users (id, email) values (${newId()}, ${TEAM})`.execute(
      world.database.db,
    );
    expect(await recipients().findAllowed([TEAM], 'ordinary')).toEqual([TEAM]);
    const waits: number[] = [];
    for (const key of Array.from({ length: 70 }, newId)) {
      waits.push(await recipients().admit([TEAM], 'ordinary', key));
    }
    expect(Math.max(...waits)).toBe(0);
  });
});

test('the stored recipients go after a day', async () => {
  const stored = async () =>
    (await sql`select from sent_emails`.execute(world.database.db)).rows.length;
  expect(await stored()).toBeGreaterThan(0);
  await world.advanceTime(24 * HOUR_MS + 1000);
  await world.services.deleteExpired();
  expect(await stored()).toBe(0);
});
