import {
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@pontual/contract/public-api/api-tokens.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  testWebhook,
  updateWebhook,
} from '@pontual/contract/public-api/webhooks.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { aDelivery, aToken, aWebhook } from '../../../testing/integrations.ts';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const tokens = page.getByRole('region', { name: 'Tokens de acesso' });
const webhooks = page.getByRole('region', { name: 'Webhooks' });
const dialogOf = (name: string) => page.getByRole('dialog', { name });
const user = aConnectedUser();

beforeEach(() => {
  server.answer(listApiTokens, { tokens: [] });
  server.answer(listWebhooks, { webhooks: [] });
});

describe('an API token', () => {
  const dialog = dialogOf('Criar token');
  const submit = dialog.getByRole('button', { name: 'Criar token' });

  test('requires a name, a permission and the password', async () => {
    await openPage('/account/programs', { as: user, size: PHONE });
    await tokens.getByRole('button', { name: 'Criar token' }).click();
    await dialog.getByText('Ler posts e rascunhos').click();
    await submit.click();
    await expect.element(dialog.getByText('Dê um nome ao token')).toBeVisible();
    await expect.element(dialog.getByText('Escolha pelo menos uma permissão')).toBeVisible();
    await expect.element(dialog.getByText('Senha é obrigatória')).toBeVisible();
    await expect.element(dialog.getByLabelText('Nome')).toHaveFocus();
    await expectAccessible();
  });

  for (const size of [DESK, PHONE]) {
    test(`is shown once and listed at ${size.width} px`, async () => {
      await openPage('/account/programs', { as: user, size });
      await tokens.getByRole('button', { name: 'Criar token' }).click();
      await expect.element(dialog.getByLabelText('Nome')).toBeVisible();
      await dialog.getByLabelText('Nome').click();
      await userEvent.keyboard('Planilha da loja');
      await dialog.getByLabelText('Sua senha', { exact: true }).click();
      server.answer(createApiToken, () => {
        const token = aToken();
        server.answer(listApiTokens, { tokens: [token] });
        return { token, secret: 'pontual_pat_segredo' };
      });
      await userEvent.keyboard('Senha1{Enter}');
      const made = dialogOf('Token criado');
      await expect.element(made.getByLabelText('Seu token')).toHaveValue('pontual_pat_segredo');
      await expectAccessible();
      await made.getByRole('button', { name: 'Já guardei' }).click();
      await expect.element(tokens.getByRole('button', { name: 'Criar token' })).toHaveFocus();
      await expect.element(tokens.getByText('Planilha da loja', { exact: true })).toBeVisible();
      await expect.element(tokens.getByText(/Nunca usado · Vence em/)).toBeVisible();
      expect(server.calls(createApiToken)[0]?.body).toEqual({
        name: 'Planilha da loja',
        scopes: ['posts:read'],
        days: 90,
        password: 'Senha1',
      });
    });
  }

  test('is revoked, and the focus moves to the title', async () => {
    const token = aToken({ lastUsedAt: new Date().toISOString() });
    server.answer(listApiTokens, { tokens: [token] });
    await openPage('/account/programs', { as: user });
    await expect.element(tokens.getByText(/Último uso: hoje/)).toBeVisible();
    server.answer(revokeApiToken, () => {
      server.answer(listApiTokens, { tokens: [] });
      return null;
    });
    await tokens.getByRole('button', { name: /^Revogar/ }).click();
    await expect.element(page.getByText('Token Planilha da loja revogado')).toBeVisible();
    await expect.element(tokens.getByRole('heading', { level: 2 })).toHaveFocus();
    expect(server.calls(revokeApiToken)[0]?.params).toEqual({ id: token._id });
  });
});

describe('a webhook', () => {
  const dialog = dialogOf('Criar webhook');

  test('with a non-public address is refused at its field', async () => {
    const text = 'Use um endereço público que comece com https.';
    server.refuse(createWebhook, 'WEBHOOK_URL', { url: text });
    await openPage('/account/programs', { as: user });
    await webhooks.getByRole('button', { name: 'Criar webhook' }).click();
    await dialog.getByLabelText('Endereço').fill('http://exemplo.com.br/avisos');
    await dialog.getByRole('button', { name: 'Criar webhook' }).click();
    await expect.element(dialog.getByLabelText('Endereço')).toHaveAccessibleDescription(text);
  });

  test('shows its secret once after it is created, and lists its events', async () => {
    server.answer(createWebhook, ({ body }) => {
      const webhook = aWebhook({ events: body.events });
      server.answer(listWebhooks, { webhooks: [webhook] });
      return { webhook, secret: 'whsec_segredo' };
    });
    await openPage('/account/programs', { as: user });
    await webhooks.getByRole('button', { name: 'Criar webhook' }).click();
    await dialog.getByLabelText('Endereço').fill('https://loja.example.com/avisos');
    await dialog.getByText('Post agendado, ou com novo horário').click();
    await dialog.getByRole('button', { name: 'Criar webhook' }).click();
    const shown = dialogOf('Segredo do webhook');
    await expect.element(shown.getByLabelText('Segredo')).toHaveValue('whsec_segredo');
    await expectAccessible();
    await shown.getByRole('button', { name: 'Já guardei' }).click();
    await expect.element(webhooks.getByRole('button', { name: 'Criar webhook' })).toHaveFocus();
    await expect
      .element(webhooks.getByRole('listitem'))
      .toMatchTextContent('Post agendado, ou com novo horário');
    expect(server.calls(createWebhook)[0]?.body.events).toContain('post.scheduled');
  });

  for (const size of [DESK, PHONE]) {
    test(`shows the test delivery at ${size.width} px`, async () => {
      server.answer(listWebhooks, { webhooks: [aWebhook()] });
      server.answer(listDeliveries, { deliveries: [aDelivery()] });
      server.answer(testWebhook, { delivery: aDelivery() });
      await openPage('/account/programs', { as: user, size });
      await webhooks.getByRole('button', { name: 'Enviar teste' }).click();
      const sent = webhooks.getByRole('list', { name: 'Envios' }).getByRole('listitem');
      await expect.element(sent.getByText('Entregue')).toBeVisible();
      await expect.element(sent.getByText(/HTTP 204/)).toBeVisible();
      await expectAccessible();
    });
  }

  test('is turned off, and removed', async () => {
    const webhook = aWebhook();
    server.answer(listWebhooks, { webhooks: [webhook] });
    await openPage('/account/programs', { as: user });
    server.answer(updateWebhook, () => {
      const off = { ...webhook, disabledAt: new Date().toISOString() };
      server.answer(listWebhooks, { webhooks: [off] });
      return { webhook: off };
    });
    await webhooks.getByRole('button', { name: 'Desligar' }).click();
    await expect.element(webhooks.getByText('Desligado', { exact: true })).toBeVisible();
    expect(server.calls(updateWebhook)[0]?.body).toEqual({ enabled: false });
    server.answer(removeWebhook, () => {
      server.answer(listWebhooks, { webhooks: [] });
      return null;
    });
    await webhooks.getByRole('button', { name: /^Remover/ }).click();
    await expect.element(page.getByText('Webhook removido')).toBeVisible();
    await expect.element(webhooks.getByRole('listitem')).not.toBeInTheDocument();
  });
});

describe('a list that fails to load', () => {
  const titleOf = (card: Locator) => card.getByRole('heading', { level: 2 });

  test.each([
    ['tokens', tokens, listApiTokens, 'Não foi possível carregar seus tokens.'],
    ['webhooks', webhooks, listWebhooks, 'Não foi possível carregar seus webhooks.'],
  ] as const)('%s can be retried by keyboard', async (_, card, endpoint, text) => {
    server.refuse(endpoint, 'INTERNAL');
    await openPage('/account/programs', { as: user });
    const failure = card.getByRole('alert');
    await expect.element(failure).toMatchTextContent(text);
    const again = failure.getByRole('button', { name: 'Tentar de novo' });
    await retryByKeyboard(again, endpoint);
    await expect.element(again).toHaveFocus();
    server.answer(listApiTokens, { tokens: [] });
    server.answer(listWebhooks, { webhooks: [] });
    await retryByKeyboard(again, endpoint);
    await expect.element(titleOf(card)).toHaveFocus();
    await expect.element(failure).not.toBeInTheDocument();
  });
});
