import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../fixtures.ts';
import { lineOf, wireTo } from '../line.ts';
import { withPlan } from '../payments.ts';
import { walkPast } from '../quoted-texts.ts';

const FAST = 10 * 1024 * 1024;
/** Of a request, in bytes a second: its button can be looked at. */
const CRAWL = 20;
const FULL = -1;

test('the words of the plans', async ({ page, stack, newUser, tolerate }) => {
  tolerate(/502 .*\/api\/|net::ERR_/);
  const account = await newUser();
  const card = (plan: string) => page.getByRole('article', { name: `Plano ${plan}` });
  const { see, seeIn, expectAllSeen } = walkPast(page, 'plans');
  const wire = await wireTo(stack.url, FAST);
  await page.goto('/plans');
  await seeIn(card('Pro'), 'Mais Popular', 'Fazer login');
  await logIn(page, wire, account);
  await page.goto(`${wire.url}/plans`);
  await seeIn(card('Free'), 'Atual', 'Plano atual');
  await seeIn(card('Pro'), 'Assinar');
  wire.refuse('POST /api/subscription/checkout');
  await card('Premium')
    .getByRole('button', { name: /^Assinar/ })
    .click();
  await page.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await see('Erro ao processar pagamento. Tente novamente.');
  wire.mend();

  const paying = await withPlan(stack.url, account, 'pro');
  await logIn(page, wire, paying);
  await page.goto(`${wire.url}/plans`);
  await seeIn(card('Free'), 'Gerenciar');
  await card('Premium')
    .getByRole('button', { name: /^Assinar/ })
    .click();
  await see('Você já possui uma assinatura ativa. Use o portal de cobrança para fazer alterações.');
  await page.keyboard.press('Escape');
  wire.refuse('POST /api/subscription/portal');
  await page.getByRole('button', { name: 'Gerenciar assinatura' }).click();
  await see('Erro ao abrir portal de cobrança.');

  await logIn(page, stack, await withPlan(stack.url, await newUser(), 'premium'));
  await page.goto('/dashboard');
  await seeIn(page.getByRole('main'), 'Premium', 'Ilimitado', 'Gerenciar assinatura');
  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: 'atelie.barro' }).click();
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
  await see('Ver Analytics');
  await page.goto('/schedule');
  await see('Posts ilimitados');
  wire.close();
  expectAllSeen();
});

async function writeToTeam(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Falar com o suporte' });
  await form.getByLabel('Nome').fill('Nina Prado');
  await form.getByLabel('Email').fill(`palavras-${process.pid}-${Date.now()}@example.com`);
  await form.getByLabel('Categoria').selectOption('geral');
  await form.getByLabel('Assunto').fill('Uma dúvida');
  await form.getByLabel('Mensagem').fill('O vídeo de sábado não subiu.');
}

test('the words of the help centre', async ({ page, stack, tolerate }) => {
  tolerate(/502 .*\/api\/|net::ERR_/);
  const { see, seeIn, expectAllSeen } = walkPast(page, 'support');
  const wire = await wireTo(stack.url, FAST);
  await page.goto(`${wire.url}/support`);
  await see('Central de Ajuda', 'Ainda precisa de ajuda?');
  const tabs = page.getByRole('tablist');
  await seeIn(tabs, 'Dúvidas Gerais', 'Agendamento', 'Conta e Login', 'Planos e Pagamento');
  await seeIn(tabs, 'Problemas Técnicos', 'Conexão Instagram');
  const send = page.getByRole('button', { name: 'Enviar mensagem' });
  await writeToTeam(page);
  wire.refuse('POST /api/support');
  await send.click();
  await see('Erro no Envio', 'Erro ao enviar mensagem. Tente novamente.', 'Tentar Novamente');
  wire.mend();
  await page.getByRole('button', { name: 'Tentar Novamente' }).click();
  const line = await lineOf(page);
  await line.slowDown(CRAWL);
  await send.click();
  await see('Enviando...');
  await line.slowDown(FULL);
  await see('Mensagem Enviada!', 'Obrigado pelo contato. Responderemos em até 24 horas.');
  wire.close();
  expectAllSeen();
});

test('the words of the analytics', async ({ page, stack, newUser, tolerate }) => {
  tolerate(/502 .*\/api\/|net::ERR_/);
  const account = await newUser();
  const { see, seeIn, expectAllSeen } = walkPast(page, 'analytics');
  const wire = await wireTo(stack.url, FAST);
  await logIn(page, wire, account);
  await page.goto(`${wire.url}/analytics`);
  await see('Analytics não disponível');
  await see('Esta funcionalidade está disponível nos planos Pro e Premium.', 'Ver Planos');

  await logIn(page, wire, await withPlan(stack.url, account, 'pro'));
  wire.refuse('GET /api/analytics/basic');
  await page.goto(`${wire.url}/analytics`);
  const told = page.getByRole('alert');
  await seeIn(told, 'Erro ao carregar Analytics', 'Erro ao carregar analytics', 'Voltar');
  wire.mend();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await see('Análise básica de performance', 'Atividade Diária', 'Tipos de Mídia', 'Insights');

  await logIn(page, wire, await withPlan(stack.url, await newUser(), 'premium'));
  await page.goto(`${wire.url}/analytics`);
  await see('Análise avançada de performance', 'Analytics Avançados');
  wire.refuse('GET /api/analytics/export');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  await see('Erro ao exportar dados');
  wire.close();
  expectAllSeen();
});

test('the words of a page that is not there', async ({ page }) => {
  const { see, expectAllSeen } = walkPast(page, 'notFound');
  await page.goto('/nao-existe');
  await see('404', 'Oops! Página não encontrada', 'Voltar à página anterior');
  await expect(page).toHaveTitle(/Página não encontrada/);
  expectAllSeen();
});
