import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { createEmailOutbox, deliverDue } from '../../../testing/outbox.ts';
import { startRefusingSmtp } from '../../../testing/refusing-smtp.ts';
import { createSandboxControl } from '../../../testing/sandbox-control.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { newId } from '../ids.ts';
import type { EmailKind } from './emails.ts';
import { addressEmail, enqueueEmails, writtenTo } from './emails.ts';
import { createMailer, type Email, type Mailer } from './mailer.ts';

const MINUTE = 60_000;
const PUBLIC_URL = 'https://pontual.example';

let sandbox: Sandbox;
let testDatabase: TestDatabase;
const mailers: Mailer[] = [];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close();
  await testDatabase.database.db.deleteFrom('outbox').execute();
  await testDatabase.setOffset(0);
});
afterAll(async () => {
  await testDatabase.drop();
  await sandbox.close();
});

function mailerTo(smtpUrl: string): Mailer {
  const from = 'Pontual <avisos@pontual.example>';
  const mailer = createMailer({ smtpUrl, from, publicUrl: PUBLIC_URL });
  mailers.push(mailer);
  return mailer;
}

const outboxWith = (mailer: Pick<Mailer, 'send'>, support?: EmailKind) =>
  createEmailOutbox(testDatabase.database, mailer, support === undefined ? {} : { support });

const emailText = {
  title: 'Sua senha foi alterada',
  paragraphs: ['A senha da sua conta foi alterada.'],
  button: { label: 'Abrir', path: '/account' },
};
const anAddress = () => `ana.${newId()}@exemplo.com.br`;
const write = (to: string) =>
  enqueueEmails(testDatabase.database.db, [
    { kind: 'written', key: newId(), content: writtenTo(to, emailText) },
  ]);

const stored = () =>
  testDatabase.database.db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'result', 'content'])
    .executeTakeFirstOrThrow();

test('a written email arrives, and its address is erased', async () => {
  const address = anAddress();
  await write(address);
  await deliverDue(outboxWith(mailerTo(sandbox.services.SMTP_URL)), 'email');
  const [mail, ...others] = await createSandboxControl(sandbox.url).mail(address);
  expect([mail?.subject, others]).toEqual([emailText.title, []]);
  expect(mail?.text).toContain('Abrir: https://pontual.example/account');
  expect(await stored()).toMatchObject({ state: 'sent', content: {} });
});

test.each([
  ['permanently', '550 5.1.1 nobody', 'failed', 3],
  ['for now', '450 4.2.1 later', 'waiting', 4],
])('an email that a mail server refuses %s is %s', async (_case, answer, state, attempts) => {
  const server = await startRefusingSmtp(answer);
  const address = anAddress();
  await write(address);
  const outbox = outboxWith(mailerTo(server.url));
  for (const minutes of [0, 1, 3, 6]) {
    await testDatabase.setOffset(minutes * MINUTE);
    await deliverDue(outbox, 'email');
  }
  server.close();
  expect(server.recipients).toEqual(Array.from({ length: attempts }, () => address));
  expect(await stored()).toMatchObject({ state, attempts });
});

test('a refusal of an address that a visitor typed is not counted as a failure', async () => {
  const outbox = outboxWith(mailerTo(sandbox.services.SMTP_URL), {
    build: async () => ({
      emails: [addressEmail('sem-arroba', { ...emailText, button: { label: '', url: '' } })],
      isAddressUnverified: true,
    }),
  });
  await enqueueEmails(testDatabase.database.db, [{ kind: 'support', key: newId(), content: {} }]);
  for (const minutes of [0, 1, 3]) {
    await testDatabase.setOffset(minutes * MINUTE);
    await deliverDue(outbox, 'email');
  }
  expect(await stored()).toMatchObject({ state: 'dropped', result: expect.any(String) });
});

test('an email waits for a mail server that is down, and its result reveals no address', async () => {
  const address = anAddress();
  await write(address);
  await deliverDue(outboxWith(mailerTo(`smtp://127.0.0.1:${await freePort()}`)), 'email');
  const { state, result } = await stored();
  expect([state, result]).toEqual(['waiting', expect.stringContaining('ESOCKET')]);
  expect(result).not.toContain('@');
  await testDatabase.setOffset(MINUTE);
  await deliverDue(outboxWith(mailerTo(sandbox.services.SMTP_URL)), 'email');
  expect(await createSandboxControl(sandbox.url).mail(address)).toHaveLength(1);
});

test('an email that is sent again after a crash has the same Message-ID', async () => {
  const ids: string[] = [];
  const send = ({ messageId }: Email) => void ids.push(messageId);
  await write(anAddress());
  const dying = outboxWith({
    send: async (email) => {
      send(email);
      await new Promise(() => undefined);
    },
  });
  void deliverDue(dying, 'email');
  await expect.poll(() => ids).toHaveLength(1);
  const other = outboxWith({ send: async (email) => send(email) });
  await deliverDue(other, 'email');
  expect(ids).toHaveLength(1);
  await testDatabase.setOffset(5 * MINUTE + 1000);
  await deliverDue(other, 'email');
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('of several emails of a message, one that is refused for good neither stops nor repeats the others', async () => {
  const addresses = ['sem-arroba', anAddress(), anAddress()];
  const recorded: boolean[] = [];
  const button = { label: 'Abrir', url: PUBLIC_URL };
  const outbox = outboxWith(mailerTo(sandbox.services.SMTP_URL), {
    build: async () => ({
      emails: addresses.map((address) => addressEmail(address, { ...emailText, button })),
      record: async (_tx, { areSent }) => void recorded.push(areSent),
    }),
  });
  await enqueueEmails(testDatabase.database.db, [{ kind: 'support', key: newId(), content: {} }]);
  for (const minutes of [0, 1, 3]) {
    await testDatabase.setOffset(minutes * MINUTE);
    await deliverDue(outbox, 'email');
  }
  for (const address of addresses.slice(1)) {
    expect(await createSandboxControl(sandbox.url).mail(address)).toHaveLength(1);
  }
  expect(await stored()).toMatchObject({ state: 'failed' });
  expect(recorded).toEqual([false]);
});
