import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { myMessages, supportStats } from '@pontual/contract/operations/support.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMailer, MailError, type Email } from '../../platform/mail/mailer.ts';
import { aMessage, aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { freePort } from '../../../testing/free-port.ts';
import { givePlan } from '../../../testing/plans.ts';
import { startRefusingSmtp } from '../../../testing/refusing-smtp.ts';
import {
  deliverSupportEmails,
  sendToTeam,
  TEAM_EMAIL,
  fetchTeamEmails as mailsToTeam,
  type MessageInput,
} from '../../../testing/support.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { createSupport } from './support.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
// What was counted of the tests before is over.
beforeEach(() => world.advanceTime(16 * MINUTE));

const send = (message: MessageInput, client?: Client) => sendToTeam(world, message, client);
const work = () => deliverSupportEmails(world);
const toTeam = (subject: string) => mailsToTeam(world, subject);

const rowsFrom = (email: string) =>
  world.database.db.selectFrom('support_messages').selectAll().where('email', '=', email).execute();

const listOwnMessages = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof myMessages>>('/support/my-messages')).messages;
const statsOf = async (client: Client) =>
  dataOf(await client.get<DataOf<typeof supportStats>>('/support/stats'));

/** Somebody's support with parts of its own, on the same database. */
function supportWith(parts: { send?: (mail: Email) => Promise<void>; teamEmail?: string }) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = world.serviceOptions.env;
  const mailer = createMailer({ smtpUrl, from, publicUrl: world.url });
  return {
    support: createSupport({
      database: world.database,
      jobs: world.services.platform.jobs,
      mailer: { send: parts.send ?? mailer.send },
      publicUrl: world.url,
      teamEmail: parts.teamEmail,
      log: createLog('silent'),
    }),
    close: () => mailer.close(),
  };
}

describe('a message', () => {
  test('is kept, mailed to the team and acknowledged to whoever wrote it', async () => {
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

    const told = await world.sandbox.mail(message.email);
    expect(told.map(({ subject }) => subject)).toEqual(['Recebemos sua mensagem']);
    expect(told[0]?.text).toContain('Responderemos em até 24 horas');
    expect(told[0]?.text).toContain(`${world.url}/support`);
  });

  test('from an unproven address is acknowledged without a word of it', async () => {
    const message = aMessage({ name: 'Ganhe dinheiro', message: 'Clique já em oferta.exemplo' });
    await send(message);
    await work();
    const [told] = await world.sandbox.mail(message.email);
    for (const words of [message.name, message.subject, 'oferta.exemplo']) {
      expect(`${told?.text}${told?.html}`).not.toContain(words);
    }
  });

  test('from the address that somebody only registered with repeats no word either', async () => {
    const client = await aUser(world);
    const message = aMessage({ email: client.user.email, name: 'Ganhe dinheiro' });
    await send(message, client);
    await work();
    const [told] = await world.sandbox.mail(message.email);
    for (const words of [message.name, message.subject, 'O mesmo arquivo sobe']) {
      expect(`${told?.subject}${told?.text}${told?.html}`).not.toContain(words);
    }
  });

  test('from the account’s own, proven address is repeated in the acknowledgement', async () => {
    const client = await aUser(world, `nina-${newId()}@exemplo.com.br`);
    await sql`update users set email_verified_at = app_now() where id = ${client.user._id}`.execute(
      world.database.db,
    );
    const message = aMessage({ email: client.user.email.replace('nina', 'Nina') });
    await send(message, client);
    await work();
    const [told] = await world.sandbox.mail(message.email);
    expect(told?.text).toContain(message.subject);
    expect(told?.text).toContain('O mesmo arquivo sobe pelo celular.');
    const [mail] = await toTeam(message.subject);
    expect(mail?.text).toContain(`Conta: ${client.user.email}, plano Gratuito.`);
  });

  test.each([
    ['free', false],
    ['pro', false],
    ['premium', true],
  ] as const)('of the plan %s is a priority: %s', async (plan, isPriority) => {
    const client = await aUser(world);
    await givePlan(world, client, plan);
    const message = aMessage();
    await send(message, client);
    await work();
    const [mail] = await toTeam(message.subject);
    expect(mail?.subject.startsWith('[Prioridade, Problemas Técnicos]')).toBe(isPriority);
    expect(mail?.text.includes('Atendimento prioritário')).toBe(isPriority);
    expect(mail?.isImportant).toBe(isPriority);
    const [told] = await world.sandbox.mail(message.email);
    expect(told?.text).toContain(isPriority ? 'em até 8 horas' : 'em até 24 horas');
    const [own] = await listOwnMessages(client);
    expect(own).toMatchObject({ priority: isPriority });
    const promised = Date.parse(own?.replyBy ?? '') - Date.parse(own?.createdAt ?? '');
    expect(promised / (60 * MINUTE)).toBe(isPriority ? 8 : 24);
    expect(await rowsFrom(message.email)).toMatchObject([{ is_priority: isPriority }]);
  });

  test('that was sent twice for a lost answer is one', async () => {
    const message = aMessage();
    await send(message);
    expect((await send(message)).status).toBe(201);
    await work();
    expect(await rowsFrom(message.email)).toHaveLength(1);
    expect(await toTeam(message.subject)).toHaveLength(1);
    expect(await world.sandbox.mail(message.email)).toHaveLength(1);

    // Whoever says the same an hour later means it.
    await world.advanceTime(61 * MINUTE);
    await send(message);
    expect(await rowsFrom(message.email)).toHaveLength(2);
  });

  test('that is no good says of each field what is wrong, and is not kept', async () => {
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

  test('is forgotten after two years', async () => {
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

describe('what a machine sends', () => {
  test('into the field that nobody sees is answered alike, and heard by nobody', async () => {
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

  test('in a blink, or full of links, is marked for the team and answered to no stranger', async () => {
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

  test('becomes no header, no other recipient and no markup', async () => {
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

describe('while the mail server is away', () => {
  test('nothing is lost: the job fails, tells no address, and a later one sends it', async () => {
    const message = aMessage();
    await send(message);
    const [row] = await rowsFrom(message.email);
    const id = row?.id ?? '';
    const { MAIL_FROM: from } = world.serviceOptions.env;
    const away = createMailer({
      smtpUrl: `smtp://127.0.0.1:${await freePort()}`,
      from,
      publicUrl: world.url,
    });
    const own = supportWith({ send: away.send, teamEmail: TEAM_EMAIL });
    const failure: unknown = await own.support.deliver(id, 'team').catch((error) => error);
    expect(failure).toBeInstanceOf(MailError);
    expect(String(failure)).not.toContain('@');
    away.close();
    own.close();

    await work();
    expect(await toTeam(message.subject)).toHaveLength(1);
    expect(await world.sandbox.mail(message.email)).toHaveLength(1);
  });

  test('what no job tells any more is found again, and what was told is not', async () => {
    const { jobs } = world.services.platform;
    const { support } = world.services.operations;
    await work();
    const message = aMessage();
    await send(message);
    for (const { id } of await jobs.fetch('support-letter', 50)) {
      await jobs.complete('support-letter', id);
    }
    await support.deliverOverdue();
    expect(await jobs.fetch('support-letter', 50)).toEqual([]);
    await world.advanceTime(11 * MINUTE);
    await support.deliverOverdue();
    await work();
    expect(await toTeam(message.subject)).toHaveLength(1);
    expect(await world.sandbox.mail(message.email)).toHaveLength(1);
    await world.advanceTime(DAY);
    await support.deliverOverdue();
    expect(await jobs.fetch('support-letter', 50)).toEqual([]);
  });

  test('a sweep adds no job beside one that waits, also for its next attempt', async () => {
    const { jobs } = world.services.platform;
    const { support } = world.services.operations;
    await work();
    await send(aMessage());
    await world.advanceTime(11 * MINUTE);
    await support.deliverOverdue();
    const waiting = await jobs.fetch('support-letter', 50);
    expect(waiting).toHaveLength(2);
    for (const { id } of waiting) await jobs.fail('support-letter', id, 'away');
    await support.deliverOverdue();
    expect(await jobs.fetch('support-letter', 50)).toEqual([]);
    await world.advanceTime(DAY);
    await work();
  });

  test('what it refuses for good is given up, and what it may take later is not', async () => {
    const { MAIL_FROM: from } = world.serviceOptions.env;
    for (const [answer, attempts] of [
      ['550 5.1.1 nobody', 1],
      ['450 4.2.1 later', 2],
    ] as const) {
      const message = aMessage();
      await send(message);
      const id = (await rowsFrom(message.email))[0]?.id ?? '';
      const server = await startRefusingSmtp(answer);
      const mailer = createMailer({ smtpUrl: server.url, from, publicUrl: world.url });
      const own = supportWith({ send: mailer.send, teamEmail: TEAM_EMAIL });
      const deliver = () => own.support.deliver(id, 'sender').catch(() => undefined);
      await deliver();
      await deliver();
      expect(server.recipients).toEqual(Array.from({ length: attempts }, () => message.email));
      mailer.close();
      own.close();
      server.close();
    }
    await work();
  });

  test('after three days a letter is given up, and its message stays', async () => {
    const { jobs } = world.services.platform;
    const { support } = world.services.operations;
    await work();
    const message = aMessage();
    await send(message);
    for (const { id } of await jobs.fetch('support-letter', 50)) {
      await jobs.complete('support-letter', id);
    }
    await world.advanceTime(3 * DAY + MINUTE);
    await support.deliverOverdue();
    await work();
    expect(await toTeam(message.subject)).toEqual([]);
    expect(await rowsFrom(message.email)).toHaveLength(1);
  });

  test('a delivery that died is repeated under the same name, and no sooner', async () => {
    const message = aMessage();
    await send(message);
    const [row] = await rowsFrom(message.email);
    const id = row?.id ?? '';
    const names: string[] = [];
    const own = supportWith({
      teamEmail: TEAM_EMAIL,
      send: async ({ messageId }) => {
        names.push(messageId);
        // As of a process that dies before it can say that it was sent.
        if (names.length === 1) await new Promise(() => undefined);
      },
    });
    void own.support.deliver(id, 'team');
    await expect.poll(() => names).toHaveLength(1);
    await own.support.deliver(id, 'team');
    expect(names).toHaveLength(1);
    await world.advanceTime(MINUTE);
    await own.support.deliver(id, 'team');
    await own.support.deliver(id, 'team');
    own.close();
    expect(names).toEqual([`suporte.${id}.team`, `suporte.${id}.team`]);
  });
});

test('where no address of the team is set it is kept, and its sender is told', async () => {
  const own = supportWith({});
  const message = aMessage();
  await own.support.receive(message, undefined, 20_000);
  own.close();
  await work();
  expect(await rowsFrom(message.email)).toHaveLength(1);
  expect(await toTeam(message.subject)).toEqual([]);
  expect(await world.sandbox.mail(message.email)).toHaveLength(1);
});

test('by a process that does not know the team’s address nothing is told to have reached it', async () => {
  const client = await aUser(world);
  const message = aMessage();
  await send(message, client);
  const id = (await rowsFrom(message.email))[0]?.id ?? '';
  const own = supportWith({});
  await own.support.deliver(id, 'team');
  own.close();
  expect(await listOwnMessages(client)).toMatchObject([{ state: 'received' }]);
  await work();
  expect(await toTeam(message.subject)).toHaveLength(1);
  expect(await listOwnMessages(client)).toMatchObject([{ state: 'forwarded' }]);
});

describe('of their own messages', () => {
  test('users see those that they sent while logged in, the newest first', async () => {
    const [client, other] = [await aUser(world), await aUser(world)];
    const [first, second] = [aMessage(), aMessage({ category: 'planos' })];
    await send(first, client);
    await send(aMessage({ email: client.user.email }));
    await send(aMessage(), other);
    await work();
    await send(second, client);
    const { name: _, ...told } = first;
    expect(await listOwnMessages(client)).toEqual([
      expect.objectContaining({ subject: second.subject, state: 'received' }),
      {
        _id: expect.any(String),
        ...told,
        state: 'forwarded',
        priority: false,
        replyBy: expect.stringMatching(/^\d{4}-.+Z$/),
        createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
      },
    ]);
  });

  test('users see how many there are of each category and in each state', async () => {
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
