import type { Page } from '@playwright/test';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';

const formOf = (page: Page) => page.getByRole('form', { name: 'Falar com o suporte' });
const sendButton = (page: Page) => formOf(page).getByRole('button', { name: 'Enviar mensagem' });

const createMessage = (email: string): SupportMessage => ({
  name: 'Nina Prado',
  email,
  category: 'tecnico',
  subject: 'Vídeo recusado no sábado',
  message: 'O vídeo de 42 segundos falhou às 10:00.\nO mesmo arquivo sobe pelo celular.',
});

async function fill(page: Page, message: SupportMessage): Promise<void> {
  const form = formOf(page);
  await form.getByLabel('Nome').fill(message.name);
  await form.getByLabel('Email').fill(message.email);
  await form.getByLabel('Categoria').selectOption(message.category);
  await form.getByLabel('Assunto').fill(message.subject);
  await form.getByLabel('Mensagem').fill(message.message);
}

test('a visitor writes to support by keyboard and receives a confirmation email', async ({
  page,
  sandbox,
}) => {
  const message = createMessage(`visita-${process.pid}-${Date.now()}@example.com`);
  await page.clock.install();
  await page.goto('/support');
  // The server treats a form that is sent immediately as a bot and sends no email.
  await page.clock.fastForward(60_000);
  await fill(page, message);
  await inputMethods.keys.press(sendButton(page));
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeFocused();
  await expect.poll(() => sandbox.findEmails(message.email)).toHaveLength(1);
  const [mail] = await sandbox.findEmails(message.email);
  expect(mail?.subject).toBe('Recebemos sua mensagem');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a user reads a help article, writes to support and finds the message again', async ({
    page,
    user,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Mais' }).tap();
    await page.getByRole('link', { name: 'Suporte' }).tap();
    await expect(page).toHaveURL('/support');
    await page.getByRole('tab', { name: 'Conexão Instagram', exact: true }).tap();
    await page
      .getByRole('heading', { level: 3, name: 'Posso trocar para outra conta do Instagram?' })
      .tap();
    await expect(page.getByText('nada vai para a conta errada sem você saber')).toBeVisible();
    await fill(page, createMessage(user.email));
    await sendButton(page).tap();
    await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeInViewport();
    const mine = page.getByRole('region', { name: 'Minhas mensagens' });
    await mine.getByText('Vídeo recusado no sábado').tap();
    await expect(mine.getByText('O mesmo arquivo sobe pelo celular.')).toBeVisible();
  });
});
