import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aMessage, aUser, type Client } from '../../../testing/factories.ts';
import { deliverMessages } from '../../../testing/outbox.ts';
import { sendToTeam, fetchTeamEmails, type MessageInput } from '../../../testing/support.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.advanceTime(16 * MINUTE));

const send = (message: MessageInput, client?: Client) => sendToTeam(world, message, client);
const work = () => deliverMessages(world, 'email');

const acknowledged = async (email: string) =>
  (await world.sandbox.mail()).filter(({ to }) => to.toLowerCase() === email).length;

describe('a frequent sender', () => {
  test('is throttled by email address with a message that states the wait', async () => {
    const { email } = aMessage();
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await send(aMessage({ email }))).status).toBe(201);
    }
    expect(await send(aMessage({ email: email.toUpperCase() }))).toMatchObject({
      status: 429,
      body: {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Muitas tentativas\. Aguarde \d+ minutos/),
      },
    });
    expect((await send(aMessage())).status).toBe(201);
    await world.advanceTime(16 * MINUTE);
    expect((await send(aMessage({ email }))).status).toBe(201);
  });

  test('cannot lock out the logged-in user whose email it types, and a logged-in sender is throttled alone', async () => {
    const client = await aUser(world);
    const { email } = client.user;
    for (let sent = 0; sent < 6; sent += 1) await send(aMessage({ email }));
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await send(aMessage({ email }), client)).status).toBe(201);
    }
    expect((await send(aMessage(), client)).status).toBe(429);
    expect((await send(aMessage({ email }), await aUser(world))).status).toBe(201);
  });

  test('does not use up the limit of an address by filling in the hidden field', async () => {
    const { email } = aMessage();
    for (let sent = 0; sent < 6; sent += 1) {
      expect((await send({ ...aMessage({ email }), extra: 'x' })).status).toBe(201);
    }
    expect((await send(aMessage({ email }))).status).toBe(201);
  });

  test('gets three acknowledgements a day, and the team gets every message', async () => {
    const { email } = aMessage();
    const subjects: string[] = [];
    const sendOne = async () => {
      const message = aMessage({ email: subjects.length === 1 ? email.toUpperCase() : email });
      subjects.push(message.subject);
      expect((await send(message)).status).toBe(201);
      await work();
    };
    for (let sent = 0; sent < 5; sent += 1) await sendOne();
    expect(await acknowledged(email)).toBe(3);
    for (const subject of subjects) expect(await fetchTeamEmails(world, subject)).toHaveLength(1);
    await world.advanceTime(DAY);
    await sendOne();
    expect(await acknowledged(email)).toBe(4);
  });

  test('is throttled by IP address, also for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(aMessage())));
    for (let more = 0; more < 30; more += 1) answers.push(await send(aMessage()));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });
});
