// One file, because every case sends messages and reads them as user, support and mail server.
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { myMessages, supportStats } from '@pontual/contract/operations/support.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  aMessage,
  anUnverifiedUser,
  aUser,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { createEmailOutbox, deliverDue, deliverMessages } from '../../../testing/outbox.ts';
import {
  sendToTeam,
  TEAM_EMAIL,
  fetchTeamEmails as mailsToTeam,
  type MessageInput,
} from '../../../testing/support.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createSupportEmail } from './support.email.ts';
import { createSupport } from './support.service.ts';

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
const toTeam = (subject: string) => mailsToTeam(world, subject);

const rowsFrom = (email: string) =>
  world.database.db.selectFrom('support_messages').selectAll().where('email', '=', email).execute();

const listOwnMessages = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof myMessages>>('/support/my-messages')).messages;
const statsOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof supportStats>>('/support/stats'));

describe('a message', () => {
  test('is stored, emailed to the team and acknowledged to its sender', async () => {
    const message = aMessage();
    expect(await send({ ...message, extra: '', openFor: 20_000 })).toEqual({
      status: 201,
      body: {
        success: true,
        data: null,
        message: 'Obrigado pelo contato. Responderemos em até 24 horas.',
      },
    });
    expect(await rowsFrom(message.email)).toMatchObject([
      { ...message, user_id: null, marks: [], is_priority: false },
    ]);

    await work();
    const [mail, ...more] = await toTeam(message.subject);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: TEAM_EMAIL,
      replyTo: message.email,
      subject: `[Problemas Técnicos] ${message.subject}`,
    });
    expect(mail?.text).toContain(`De Nina Prado <${message.email}>`);
    expect(mail?.text).toContain('não estava na conta');
    expect(mail?.text).toContain('O mesmo arquivo sobe pelo celular.');
    expect(mail?.html).toContain('mailto:');

    const confirmations = await world.sandbox.mail(message.email);
    expect(confirmations.map(({ subject }) => subject)).toEqual(['Recebemos sua mensagem']);
    expect(confirmations[0]?.text).toContain('Responderemos em até 24 horas');
    expect(confirmations[0]?.text).toContain(`${world.url}/support`);
  });

  test('from an unverified address is not quoted in its acknowledgement', async () => {
    const message = aMessage({ name: 'Ganhe dinheiro', message: 'Clique já em oferta.exemplo' });
    await send(message);
    await work();
    const [confirmation] = await world.sandbox.mail(message.email);
    for (const words of [message.name, message.subject, 'oferta.exemplo']) {
      expect(`${confirmation?.text}${confirmation?.html}`).not.toContain(words);
    }
  });

  test('from an address that is only registered is not quoted in its acknowledgement', async () => {
    const client = await anUnverifiedUser(world);
    const message = aMessage({ email: client.user.email, name: 'Ganhe dinheiro' });
    await send(message, client);
    await work();
    const [confirmation] = await world.sandbox.mail(message.email);
    for (const words of [message.name, message.subject, 'O mesmo arquivo sobe']) {
      expect(`${confirmation?.subject}${confirmation?.text}${confirmation?.html}`).not.toContain(
        words,
      );
    }
  });

  test('from the verified address of the account is quoted in its acknowledgement', async () => {
    const client = await aUser(world, `nina-${newId()}@exemplo.com.br`);
    const message = aMessage({ email: client.user.email.replace('nina', 'Nina') });
    await send(message, client);
    await work();
    const [confirmation] = await world.sandbox.mail(message.email);
    expect(confirmation?.text).toContain(message.subject);
    expect(confirmation?.text).toContain('O mesmo arquivo sobe pelo celular.');
    const [mail] = await toTeam(message.subject);
    expect(mail?.text).toContain(`Conta: ${client.user.email}, plano Gratuito.`);
  });

  test.each([
    ['free', false],
    ['pro', false],
    ['premium', true],
  ] as const)('from an account with plan %s has priority: %s', async (plan, isPriority) => {
    const client = await aUser(world);
    await givePlan(world, client, plan);
    const message = aMessage();
    await send(message, client);
    await work();
    const [mail] = await toTeam(message.subject);
    expect(mail?.subject.startsWith('[Prioridade, Problemas Técnicos]')).toBe(isPriority);
    expect(mail?.text.includes('Atendimento prioritário')).toBe(isPriority);
    expect(mail?.isImportant).toBe(isPriority);
    const [confirmation] = await world.sandbox.mail(message.email);
    expect(confirmation?.text).toContain(isPriority ? 'em até 8 horas' : 'em até 24 horas');
    const [own] = await listOwnMessages(client);
    expect(own).toMatchObject({ priority: isPriority });
    const promised = Date.parse(own?.replyBy ?? '') - Date.parse(own?.createdAt ?? '');
    expect(promised / (60 * MINUTE)).toBe(isPriority ? 8 : 24);
    expect(await rowsFrom(message.email)).toMatchObject([{ is_priority: isPriority }]);
  });

  test('that a client retries is stored once', async () => {
    const message = aMessage();
    await send(message);
    expect((await send(message)).status).toBe(201);
    await work();
    expect(await rowsFrom(message.email)).toHaveLength(1);
    expect(await toTeam(message.subject)).toHaveLength(1);
    expect(await world.sandbox.mail(message.email)).toHaveLength(1);

    await world.advanceTime(61 * MINUTE);
    await send(message);
    expect(await rowsFrom(message.email)).toHaveLength(2);
  });

  test('that is invalid is refused with field errors and not stored', async () => {
    const { email } = aMessage();
    expect(await send({ email })).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        errors: { name: 'Nome é obrigatório', category: 'Escolha uma categoria' },
      },
    });
    expect(await rowsFrom(email)).toEqual([]);
  });

  test('is deleted after two years', async () => {
    const client = await aUser(world);
    await send(aMessage(), client);
    await world.services.operations.support.deleteOld();
    expect(await listOwnMessages(client)).toHaveLength(1);
    await sql`update support_messages set created_at = app_now() - interval '731 days'
      where user_id = ${client.user._id}`.execute(world.database.db);
    await world.services.deleteExpired();
    expect(await rowsFrom(client.user.email)).toEqual([]);
    expect(await statsOf(client)).toMatchObject({ total: 0 });
  });
});

describe('a message of a bot', () => {
  test('in the hidden field gets the usual response and is discarded', async () => {
    const message = aMessage();
    const [person, machine] = [
      await send(aMessage()),
      await send({ ...message, extra: 'https://exemplo.com' }),
    ];
    expect(machine).toEqual(person);
    await work();
    expect(await rowsFrom(message.email)).toEqual([]);
    expect(await toTeam(message.subject)).toEqual([]);
    expect(await world.sandbox.mail(message.email)).toEqual([]);
  });

  test('that is sent too fast or full of links is marked for the team and not acknowledged', async () => {
    const hasty = aMessage();
    const full = aMessage({ message: 'https://a.br https://b.br https://c.br' });
    await send({ ...hasty, openFor: 400 });
    await send({ ...full, openFor: 9000 });
    await work();
    for (const { subject, email } of [hasty, full]) {
      const [mail] = await toTeam(subject);
      expect(mail?.subject).toContain('[Talvez spam, Problemas Técnicos]');
      expect(await world.sandbox.mail(email)).toEqual([]);
    }
    expect(await rowsFrom(hasty.email)).toMatchObject([{ marks: ['hasty'] }]);
    expect(await rowsFrom(full.email)).toMatchObject([{ marks: ['links'] }]);
  });

  test('cannot inject headers, recipients or markup', async () => {
    const subject = `Oi ${newId()}`;
    const message = aMessage({
      name: 'Eva\r\nBcc: todos@exemplo.com.br',
      subject: `${subject}\r\nBcc: todos@exemplo.com.br\r\n\r\n<script>alert(1)</script>`,
      message: '<img src=x onerror=alert(1)>\r\n.\r\nRCPT TO:<todos@exemplo.com.br>',
    });
    await send(message);
    await work();
    const [mail] = await toTeam(subject);
    expect(mail?.subject).toBe(
      `[Problemas Técnicos] ${subject} Bcc: todos@exemplo.com.br <script>alert(1)</script>`,
    );
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    const all = await world.sandbox.mail();
    expect(all.flatMap(({ to }) => to.split(', '))).not.toContain('todos@exemplo.com.br');
  });
});

test('an email is given up after three days, and its message stays stored', async () => {
  const message = aMessage();
  await send(message);
  await world.advanceTime(3 * DAY + MINUTE);
  await work();
  expect(await toTeam(message.subject)).toEqual([]);
  expect(await rowsFrom(message.email)).toHaveLength(1);
});

test('without SUPPORT_EMAIL a message is stored and acknowledged', async () => {
  const { database } = world;
  const support = createSupport({ database, teamEmail: undefined, log: createLog('silent') });
  const message = aMessage();
  await support.receive(message, undefined, 20_000);
  await work();
  expect(await rowsFrom(message.email)).toHaveLength(1);
  expect(await toTeam(message.subject)).toEqual([]);
  expect(await world.sandbox.mail(message.email)).toHaveLength(1);
});

test('a process without SUPPORT_EMAIL leaves an email to the team to another one', async () => {
  const client = await aUser(world);
  const message = aMessage();
  await send(message, client);
  const { database } = world;
  const settings = { database, publicUrl: world.url, teamEmail: undefined };
  const mailer = { send: async () => undefined };
  const outbox = createEmailOutbox(database, mailer, { support: createSupportEmail(settings) });
  await deliverDue(outbox, 'email');
  expect(await listOwnMessages(client)).toMatchObject([{ state: 'received' }]);
  await world.advanceTime(MINUTE);
  await work();
  expect(await toTeam(message.subject)).toHaveLength(1);
  expect(await listOwnMessages(client)).toMatchObject([{ state: 'forwarded' }]);
});

describe('the own messages', () => {
  test('list those that the user sent while logged in, newest first', async () => {
    const [client, other] = [await aUser(world), await aUser(world)];
    const [first, second] = [aMessage(), aMessage({ category: 'planos' })];
    await send(first, client);
    await send(aMessage({ email: client.user.email }));
    await send(aMessage(), other);
    await work();
    await send(second, client);
    const { name: _, ...content } = first;
    expect(await listOwnMessages(client)).toEqual([
      expect.objectContaining({ subject: second.subject, state: 'received' }),
      {
        _id: expect.any(String),
        ...content,
        state: 'forwarded',
        priority: false,
        replyBy: expect.stringMatching(/^\d{4}-.+Z$/),
        createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
      },
    ]);
  });

  test('are counted by category and state', async () => {
    const client = await aUser(world);
    const none = { geral: 0, agendamento: 0, conta: 0, planos: 0, tecnico: 0, instagram: 0 };
    expect(await statsOf(client)).toEqual({
      total: 0,
      byCategory: none,
      byState: { received: 0, forwarded: 0 },
    });
    await send(aMessage({ category: 'planos' }), client);
    await send(aMessage({ category: 'planos' }), client);
    await work();
    await send(aMessage({ category: 'instagram' }), client);
    await send(aMessage({ category: 'geral' }), await aUser(world));
    expect(await statsOf(client)).toEqual({
      total: 3,
      byCategory: { ...none, planos: 2, instagram: 1 },
      byState: { received: 1, forwarded: 2 },
    });
  });
});
