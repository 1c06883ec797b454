import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { schedule } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabTo } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;

const tokens = (page: Page) => page.getByRole('region', { name: 'Tokens de acesso' });
const webhooks = (page: Page) => page.getByRole('region', { name: 'Webhooks' });

async function startWebhookReceiver() {
  const received: { type: string; signature: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { type } = JSON.parse(Buffer.concat(parts).toString()) as { type: string };
      const signature = request.headers['webhook-signature'];
      received.push({ type, signature: typeof signature === 'string' ? signature : undefined });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return {
    url: `http://127.0.0.1:${address.port}/avisos`,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a user creates a token by keyboard, reads posts with it and revokes it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: new Date(Date.now() + HOUR),
    picture: await createPicture(),
  });
  await page.goto('/account');
  await page.getByRole('link', { name: 'Abrir Programas' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Programas' })).toBeVisible();
  await tabTo(tokens(page).getByRole('button', { name: 'Criar token' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Criar token' });
  await tabTo(dialog.getByLabel('Nome'));
  await page.keyboard.type('Planilha da loja');
  await tabTo(dialog.getByLabel('Sua senha', { exact: true }));
  await page.keyboard.type(connectedUser.password);
  await page.keyboard.press('Enter');

  const made = page.getByRole('dialog', { name: 'Token criado' });
  const secret = await made.getByLabel('Seu token').inputValue();
  expect(secret).toMatch(/^pontual_pat_/);
  await made.getByRole('button', { name: 'Já guardei' }).press('Enter');
  await expect(tokens(page).getByText('Planilha da loja', { exact: true })).toBeVisible();
  await expect(tokens(page).getByText(/Nunca usado · Vence em/)).toBeVisible();

  const headers = { authorization: `Bearer ${secret}` };
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`${stack.url}/api${path}`, { method, headers })).status;
  expect(await ask('/scheduled')).toBe(200);
  expect(await ask('/analytics/basic')).toBe(403);
  expect(await ask('/account/sessions', 'DELETE')).toBe(403);

  await page.reload();
  await expect(tokens(page).getByText(/Último uso: hoje/)).toBeVisible();
  await tokens(page)
    .getByRole('button', { name: /^Revogar/ })
    .press('Enter');
  await expect(page.getByText('Token Planilha da loja revogado')).toBeVisible();
  await expect(tokens(page).getByRole('heading', { level: 2 })).toBeFocused();
  expect(await ask('/scheduled')).toBe(401);
});

test('a webhook created on a phone delivers post events until the user removes it', async ({
  page,
  stack,
  connectedUser,
  caption,
  tolerate,
}) => {
  tolerate(/400 .*\/api\/webhooks$/);
  await page.setViewportSize({ width: 390, height: 844 });
  const program = await startWebhookReceiver();
  await page.goto('/account/programs');
  await webhooks(page).getByRole('button', { name: 'Criar webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar webhook' });
  await dialog.getByLabel('Endereço').fill('http://exemplo.com.br/avisos');
  await dialog.getByRole('button', { name: 'Criar webhook' }).click();
  await expect(dialog.getByText(/Use um endereço público que comece com https/)).toBeVisible();
  await dialog.getByLabel('Endereço').fill(program.url);
  await dialog.getByText('Post agendado, ou com novo horário').click();
  await dialog.getByRole('button', { name: 'Criar webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Segredo do webhook' });
  await expect(shown.getByLabel('Segredo')).toHaveValue(/^whsec_/);
  await shown.getByRole('button', { name: 'Já guardei' }).click();

  await webhooks(page).getByRole('button', { name: 'Enviar teste' }).click();
  const sent = webhooks(page).getByRole('list', { name: 'Envios' }).getByRole('listitem');
  await expect(sent.getByText('Entregue')).toBeVisible();
  await expect(sent.getByText('HTTP 204')).toBeVisible();
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: new Date(Date.now() + HOUR),
    picture: await createPicture(),
  });
  await expect
    .poll(() => program.received.map(({ type }) => type), { timeout: 30_000 })
    .toEqual(['webhook.test', 'post.scheduled']);
  expect(program.received.every(({ signature }) => signature?.startsWith('v1,'))).toBe(true);

  await webhooks(page).getByRole('button', { name: 'Desligar' }).click();
  await expect(webhooks(page).getByText('Desligado', { exact: true })).toBeVisible();
  await webhooks(page)
    .getByRole('button', { name: /^Remover/ })
    .click();
  await expect(page.getByText('Webhook removido')).toBeVisible();
  await expect(webhooks(page).getByRole('listitem')).toHaveCount(0);
  program.stop();
});
