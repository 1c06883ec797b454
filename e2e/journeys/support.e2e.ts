import type { Page, Request } from '@playwright/test';
import { sendMessage, type SupportMessage } from '@pontual/contract/support.ts';
import { call } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { hands, tabTo, takeUp } from '../hands.ts';
import { lineOf } from '../line.ts';
import { withPlan } from '../payments.ts';

const MINUTE = 60_000;
/** Nearly nothing of a request goes out, in bytes a second. */
const CRAWL = 20;
const FULL = -1;

const formOf = (page: Page) => page.getByRole('form', { name: 'Falar com o suporte' });
const sendButton = (page: Page) => formOf(page).getByRole('button', { name: 'Enviar mensagem' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const question = (page: Page, text: string) => page.getByRole('heading', { level: 3, name: text });

const aMessage = (email: string): SupportMessage => ({
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

async function expectFilled(page: Page, message: SupportMessage): Promise<void> {
  const form = formOf(page);
  await expect(form.getByLabel('Nome')).toHaveValue(message.name);
  await expect(form.getByLabel('Email')).toHaveValue(message.email);
  await expect(form.getByLabel('Categoria')).toHaveValue(message.category);
  await expect(form.getByLabel('Assunto')).toHaveValue(message.subject);
  await expect(form.getByLabel('Mensagem')).toHaveValue(message.message);
}

const stranger = () => `visita-${process.pid}-${Date.now()}@example.com`;

/** Opens the page so that its time stands still a minute after it was opened. */
async function openAndStopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/support');
  // The application takes the page up in its own time: that must not stand still.
  await takeUp(page);
  await page.clock.pauseAt(new Date(Date.now() + MINUTE));
}

test('a visitor writes to the team, and is told for five seconds that it has come', async ({
  page,
  sandbox,
}) => {
  const message = aMessage(stranger());
  await openAndStopTime(page);
  await fill(page, message);
  const line = await lineOf(page);
  await line.slowDown(CRAWL);
  await sendButton(page).click();
  const sending = formOf(page).getByRole('button', { name: 'Enviando...' });
  await expect(sending).toHaveAttribute('aria-disabled', 'true');
  await expect(formOf(page).getByLabel('Assunto')).toBeDisabled();
  await line.slowDown(FULL);

  const told = page.getByRole('status').filter({ hasText: 'Mensagem Enviada!' });
  await expect(told).toContainText('Obrigado pelo contato. Responderemos em até 24 horas.');
  await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeFocused();
  await expect(formOf(page)).toHaveCount(0);
  await page.clock.runFor(4999);
  await expect(told).toBeVisible();
  await page.clock.runFor(1);
  await expect(told).toHaveCount(0);
  for (const label of ['Nome', 'Email', 'Categoria', 'Assunto', 'Mensagem']) {
    await expect(formOf(page).getByLabel(label)).toHaveValue('');
  }

  await expect.poll(() => sandbox.mail(message.email)).toHaveLength(1);
  const [mail] = await sandbox.mail(message.email);
  expect(mail?.subject).toBe('Recebemos sua mensagem');
});

test('what could not be sent is told for ten seconds, and nothing that was typed is lost', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const message = aMessage(stranger());
  await openAndStopTime(page);
  // What sends it is fetched ahead, at the first field.
  const ahead = page.waitForResponse(/\/contact-attempt-/);
  await fill(page, message);
  const line = await lineOf(page);
  await page.getByLabel('Mensagem').focus();
  await (await ahead).finished();
  await line.cut();
  await sendButton(page).click();
  const told = page.getByRole('alert').filter({ hasText: 'Erro no Envio' });
  await expect(told).toContainText('Sem conexão com o servidor.');
  await expect(page.getByRole('heading', { name: 'Erro no Envio' })).toBeFocused();
  await page.clock.runFor(9999);
  await expect(told).toBeVisible();
  await page.clock.runFor(1);
  await expectFilled(page, message);

  await test.step('the button returns to the form at once', async () => {
    await sendButton(page).click();
    await told.getByRole('button', { name: 'Tentar Novamente' }).click();
    await expectFilled(page, message);
  });

  await test.step('and once the line is there again it goes out', async () => {
    await line.slowDown(FULL);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeVisible();
  });
});

test('each field says what it lacks, until it is mended', async ({ page }) => {
  await page.goto('/support');
  await sendButton(page).click();
  const form = formOf(page);
  for (const text of [
    'Nome é obrigatório',
    'E-mail é obrigatório',
    'Escolha uma categoria',
    'Assunto é obrigatório',
    'Mensagem é obrigatória',
  ]) {
    await expect(form.getByText(text, { exact: true }).last()).toBeVisible();
  }
  await expect(form.getByLabel('Nome')).toBeFocused();
  await form.getByLabel('Email').fill('nina@docesdanina');
  await expect(form.getByText('E-mail é obrigatório')).toHaveCount(0);
  await sendButton(page).click();
  await expect(form.getByText('E-mail inválido')).toBeVisible();
});

test('who writes again and again is told how long to wait', async ({ page, stack, tolerate }) => {
  tolerate(/429/);
  const message = aMessage(stranger());
  for (const nth of ['1ª', '2ª', '3ª', '4ª', '5ª']) {
    await call(stack.url, sendMessage, { body: { ...message, subject: `${nth} vez` } });
  }
  await page.goto('/support');
  await fill(page, message);
  await sendButton(page).click();
  const told = page.getByRole('alert').filter({ hasText: 'Erro no Envio' });
  await expect(told).toContainText(/Muitas tentativas\. Aguarde \d+ minutos/);
  await told.getByRole('button', { name: 'Tentar Novamente' }).click();
  await expectFilled(page, message);
});

test('a user finds the e-mail filled in, and what they have sent', async ({ page, user }) => {
  await page.goto('/support');
  await expect(page.getByRole('link', { name: 'Suporte' })).toHaveAttribute('aria-current', 'page');
  await expect(formOf(page).getByLabel('Email')).toHaveValue(user.email);
  await expect(page.getByText('Minhas mensagens')).toHaveCount(0);
  await fill(page, aMessage(user.email));
  await sendButton(page).click();
  const mine = page.getByRole('region', { name: 'Minhas mensagens' });
  await expect(mine).toContainText('Vídeo recusado no sábado');
  await mine.getByText('Vídeo recusado no sábado').click();
  await expect(mine.getByText('O mesmo arquivo sobe pelo celular.')).toBeVisible();
  await expect(mine).toContainText(`A resposta vai para ${user.email}`);
  // Filled in again, too.
  await expect(formOf(page).getByLabel('Email')).toHaveValue(user.email);
  await expect(formOf(page).getByLabel('Nome')).toHaveValue('');
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('Premium is told by when it is answered, before and after it writes', async ({
      page,
      stack,
      user,
    }) => {
      await withPlan(stack.url, user, 'premium');
      await page.goto('/support');
      await expect(page.getByText('Atendimento prioritário.')).toBeVisible();
      await fill(page, aMessage(user.email));
      await sendButton(page).click();
      const told = page.getByRole('status').filter({ hasText: 'Mensagem Enviada!' });
      await expect(told).toContainText('Responderemos em até 24 horas.');
      await expect(told).toContainText('Seu plano tem prioridade: a resposta vem em até 8 horas.');
      const mine = page.getByRole('region', { name: 'Minhas mensagens' });
      await expect(mine.getByText('Prioridade', { exact: true })).toBeVisible();
      await mine.getByText('Vídeo recusado no sábado').click();
      await expect(mine).toContainText(/A resposta vai para \S+ até \d+ de \S+, \d\d:\d\d\./);
    });
  });
}

test('the older messages are behind a button, and the keyboard goes on with them', async ({
  page,
  stack,
  user,
}) => {
  const { token } = user;
  for (const subject of ['Primeira', 'Segunda', 'Terceira', 'Quarta', 'Quinta']) {
    await call(stack.url, sendMessage, { token, body: { ...aMessage(user.email), subject } });
  }
  await page.goto('/support');
  const mine = page.getByRole('region', { name: 'Minhas mensagens' });
  await expect(mine.getByRole('listitem')).toHaveCount(3);
  await mine.getByRole('button', { name: 'Mostrar todas (5)' }).press('Enter');
  await expect(mine.getByRole('listitem')).toHaveCount(5);
  await expect(mine.locator('summary:focus')).toContainText('Segunda');
});

test('a message that is not yet with the team is looked after, but not for ever', async ({
  page,
  stack,
  user,
}) => {
  await call(stack.url, sendMessage, { token: user.token, body: aMessage(user.email) });
  let [asked, looks] = [0, 0];
  const isLook = (request: Request) => request.url().endsWith('/api/support/my-messages');
  page.on('request', (request) => (asked += Number(isLook(request))));
  page.on('requestfinished', (request) => (looks += Number(isLook(request))));
  await page.clock.install();
  await page.goto('/support');
  const mine = page.getByRole('region', { name: 'Minhas mensagens' });
  await expect(mine).toContainText('Recebida');
  expect(looks).toBe(1);
  /** A quarter of a minute in which one look comes to its end. */
  const goOn = async () => {
    await page.clock.runFor(MINUTE / 4);
    await expect.poll(() => asked - looks).toBe(0);
    await page.evaluate('0');
    return looks;
  };
  await expect.poll(goOn, { intervals: [50] }).toBe(21);
  for (const _ of ['another', 'minute', 'and', 'no']) await goOn();
  await mine.getByText('Vídeo recusado no sábado').click();
  expect(looks).toBe(21);
});

test('the keyboard leads through categories, questions and the form', async ({ page }) => {
  const { reach } = hands.keys;
  await page.goto('/support');
  await reach(tab(page, 'Dúvidas Gerais'));
  for (const [key, name] of [
    ['ArrowRight', 'Agendamento'],
    ['End', 'Conexão Instagram'],
    ['ArrowRight', 'Dúvidas Gerais'],
    ['ArrowLeft', 'Conexão Instagram'],
    ['Home', 'Dúvidas Gerais'],
    ['ArrowRight', 'Agendamento'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  // One stop for all tabs: the next is a question.
  await page.keyboard.press('Tab');
  const first = page.locator('summary:visible').first();
  await expect(first).toBeFocused();
  const answer = page.getByText('Agende com pelo menos 5 minutos de antecedência.');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await page.keyboard.press('Space');
  await expect(answer).toBeVisible();
  await tabTo(formOf(page).getByLabel('Nome'));
  await page.keyboard.press('Tab');
  await expect(formOf(page).getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('P');
  await expect(formOf(page).getByLabel('Categoria')).toHaveValue('planos');
});

test('a link to an answer opens it, and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/support#existe-reembolso');
  const answer = page.getByText('Novos usuários têm 7 dias para pedir reembolso.');
  await expect(answer).toBeInViewport();
  await expect(tab(page, 'Planos e Pagamento')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('summary:focus')).toHaveText('Existe reembolso?');

  await tab(page, 'Conta e Login').click();
  await question(page, 'Como excluo a minha conta?').click();
  await page.getByRole('button', { name: 'Copiar link de “Como excluo a minha conta?”' }).click();
  await expect(page.getByText('Link copiado').first()).toBeVisible();
  await expect(page).toHaveURL('/support#como-excluo-a-minha-conta');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.goto('/');
  await page.goto(copied);
  await expect(page.getByText('No fim de Sua conta, use Excluir conta')).toBeInViewport();
});

test('a search looks through all categories, with or without accents', async ({ page }) => {
  await page.goto('/support');
  const field = page.getByRole('textbox', { name: 'Buscar nas respostas' });
  await field.fill('PROPORCAO');
  await expect(page.getByRole('status').filter({ hasText: '1 resposta' })).toBeVisible();
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await expect(page.locator('mark').first()).toHaveText('proporção');
  await question(page, 'Qual é a proporção certa').click();
  await expect(page.getByText('Posts: 1:1, o quadrado.')).toBeVisible();

  await field.fill('zebra');
  await expect(page.getByText('Nenhuma resposta para “zebra”')).toBeVisible();
  await page.getByRole('link', { name: 'Escrever para o suporte' }).click();
  await expect(formOf(page).getByLabel('Nome')).toBeInViewport();
  await page.getByRole('button', { name: 'Ver todas as perguntas' }).click();
  await expect(field).toBeFocused();
  await expect(page.getByRole('tab')).toHaveCount(6);
  await field.fill('cartão');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
});

test('the help centre is found from every page’s frame', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Suporte' }).click();
  await expect(page).toHaveURL('/support');
  await page.getByRole('link', { name: 'Agendar Post' }).click();
  await expect(page).toHaveURL('/schedule');
  await page.goto('/nao-existe');
  await page
    .getByRole('navigation', { name: 'Páginas populares' })
    .getByRole('link', { name: 'Central de Ajuda' })
    .click();
  await expect(page).toHaveURL('/support');
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  // Whoever is not logged in comes back to it after the login.
  await expect(page).toHaveURL('/login');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a user goes to the help centre by Mais, reads and writes', async ({ page, user }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Mais' }).tap();
    await page.getByRole('link', { name: 'Suporte' }).tap();
    await expect(page).toHaveURL('/support');
    const last = tab(page, 'Conexão Instagram');
    await last.scrollIntoViewIfNeeded();
    await last.tap();
    await expect(last).toBeInViewport({ ratio: 1 });
    await question(page, 'Posso trocar para outra conta do Instagram?').tap();
    await expect(page.getByText('nada vai para a conta errada sem você saber')).toBeVisible();
    await fill(page, aMessage(user.email));
    await sendButton(page).tap();
    await expect(page.getByRole('heading', { name: 'Mensagem Enviada!' })).toBeInViewport();
  });
});
