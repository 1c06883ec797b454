import { startSandbox, type Sandbox } from '@pontual/sandbox/sandbox.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRefusingSmtp } from '../../../testing/refusing-smtp.ts';
import { createSandboxControl } from '../../../testing/sandbox-control.ts';
import { renderEmail } from './email-template.ts';
import { createMailer, type Mailer } from './mailer.ts';

let sandbox: Sandbox;
let mailer: Mailer;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  mailer = createMailer({
    smtpUrl: sandbox.services.SMTP_URL,
    from: 'Pontual <avisos@pontual.example>',
    publicUrl: 'http://localhost:3000',
  });
});
afterAll(async () => {
  mailer.close();
  await sandbox.close();
});

const aMail = { subject: 'Olá', text: 'Texto', html: '<p>Texto</p>', messageId: 'um' };

test('an email arrives as it was sent', async () => {
  const to = ['ana@exemplo.com.br', 'bia@exemplo.com.br'];
  await mailer.send({ ...aMail, to, subject: 'Seu post das 10:30 não saiu' });
  const [mail] = await createSandboxControl(sandbox.url).mail('ana@');
  expect(mail).toMatchObject({
    to: to.join(', '),
    subject: 'Seu post das 10:30 não saiu',
    text: 'Texto\n',
    html: '<p>Texto</p>\n',
  });
});

test('nothing in a subject, a name or an address becomes a header or a recipient', async () => {
  await mailer.send({
    ...aMail,
    to: ['carla@exemplo.com.br'],
    subject: 'Oi\r\nBcc: eva@exemplo.com.br\r\n\r\n<p>Corpo</p>',
    messageId: 'dois>\r\nBcc: eva@exemplo.com.br',
  });
  await mailer
    .send({ ...aMail, to: ['davi@exemplo.com.br, eva@exemplo.com.br'] })
    .catch(() => undefined);
  const control = createSandboxControl(sandbox.url);
  const [mail] = await control.mail('carla@');
  expect(mail?.to).toBe('carla@exemplo.com.br');
  expect(mail?.subject).toBe('Oi Bcc: eva@exemplo.com.br <p>Corpo</p>');
  expect(mail?.html).toContain('<p>Texto</p>');
  const all = await control.mail();
  expect(all.flatMap(({ to }) => to.split(', '))).not.toContain('eva@exemplo.com.br');
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a server at %s without TLS gets an email only if it is on this machine by name',
  async (host) => {
    const smtp = await startRefusingSmtp('250 ok');
    onTestFinished(() => void smtp.close());
    const { port } = new URL(smtp.url);
    const clear = createMailer({
      smtpUrl: `smtp://user:a-password@${host}:${port}`,
      from: 'Pontual <avisos@pontual.example>',
      publicUrl: 'https://pontual.example',
    });
    onTestFinished(() => clear.close());
    const to = ['ana@exemplo.com.br'];
    await clear.send({ ...aMail, to }).catch(() => undefined);
    const isLocal = host === '127.0.0.1';
    expect(smtp.recipients).toEqual(isLocal ? to : []);
    expect(smtp.commands.some((command) => /^AUTH/i.test(command))).toBe(isLocal);
  },
);

test('a template escapes its values, in text and in attributes', () => {
  const evil = `"><script>alert('1')</script>`;
  const { html } = renderEmail({
    title: evil,
    paragraphs: [evil],
    items: [{ title: evil, text: evil }],
    button: { label: evil, url: `https://pontual.example/${evil}` },
  });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain(`"><`.concat('script'));
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(7);
});
