import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { callControl, callGraph, listPublished } from '../testing/graph-client.ts';
import { openPublishingFixture } from '../testing/publishing-fixture.ts';

async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function readMessages(sandbox: Sandbox): Promise<unknown> {
  return (await callControl(sandbox, '/mail/messages')).json();
}

async function send(sandbox: Sandbox): Promise<void> {
  await nodemailer.createTransport(sandbox.services.SMTP_URL).sendMail({
    from: 'Pontual <ola@pontual.example>',
    to: 'marina@atelie.example',
    subject: 'Confirme seu e-mail',
    text: 'Olá, Marina',
    html: '<p>Olá, <b>Marina</b></p>',
  });
}

test('the control call returns every variable that a server needs', async () => {
  const sandbox = await openSandbox();
  const response = await callControl(sandbox, '/services');
  expect(await response.json()).toEqual({ sandbox: 'pontual', ...sandbox.services });
  expect(sandbox.services).toMatchObject({
    META_GRAPH_URL: sandbox.url,
    META_DIALOG_URL: sandbox.url,
    META_UPLOAD_URL: sandbox.url,
    SMTP_URL: expect.stringMatching(/^smtp:/),
  });
});

test('a sent message appears in the inbox', async () => {
  const sandbox = await openSandbox();
  await send(sandbox);
  expect(await readMessages(sandbox)).toMatchObject([
    {
      to: 'marina@atelie.example',
      subject: 'Confirme seu e-mail',
      text: expect.stringContaining('Olá, Marina'),
      html: expect.stringContaining('<b>Marina</b>'),
    },
  ]);
  expect(await (await fetch(`${sandbox.url}/mail`)).text()).toContain('Confirme seu e-mail');
  const page = await (await fetch(`${sandbox.url}/mail/1`)).text();
  expect(page).toContain('sandbox=');
  expect(page).toContain('&lt;b&gt;Marina');
});

test('a reset deletes everything', async () => {
  const fixture = await openPublishingFixture();
  onTestFinished(() => fixture.close());
  await fixture.publish(await fixture.createImage());
  await send(fixture.sandbox);
  await callControl(fixture.sandbox, '/settings', { quotaTotal: 1 });
  await callControl(fixture.sandbox, '/reset', {});
  expect(await listPublished(fixture.sandbox)).toEqual([]);
  expect(await readMessages(fixture.sandbox)).toEqual([]);
  expect(await (await callControl(fixture.sandbox, '/settings')).json()).toMatchObject({
    quotaTotal: 100,
  });
});

test('a restart with the same file keeps posts, tokens, emails and URLs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.db');
  const before = await openPublishingFixture({ stateFile });
  await before.publish(await before.createImage({ caption: 'Fica' }));
  const waiting = await before.createImage();
  await send(before.sandbox);
  await before.close();

  const after = await openSandbox({ stateFile });
  expect(await listPublished(after)).toMatchObject([{ caption: 'Fica' }]);
  expect(await readMessages(after)).toHaveLength(1);
  expect(after.services.SMTP_URL).toBe(before.sandbox.services.SMTP_URL);
  const publish = await callGraph(after, 'POST', `/${before.igId}/media_publish`, {
    creation_id: waiting,
    access_token: before.pageToken,
  });
  expect(publish.status).toBe(200);
  expect(await listPublished(after)).toHaveLength(2);
});

test('unused armed faults can be removed', async () => {
  const sandbox = await openSandbox();
  const fault = { service: 'instagram', step: 'publish', fault: 'timeout-after-commit' };
  await callControl(sandbox, '/faults', fault);
  const takenBack = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
  expect(await takenBack.json()).toMatchObject([fault]);
  expect(await (await callControl(sandbox, '/faults')).json()).toEqual([]);
});
