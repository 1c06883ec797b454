import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { aGooglePerson, continueWithGoogle } from '../google.ts';
import { wireTo } from '../line.ts';
import { fillLogin } from '../login-form.ts';
import { walkPast } from '../quoted-texts.ts';

const FAST = 10 * 1024 * 1024;

/** Something in between answers so, without the server's own words. */
const answer = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ success: false, code, message: '' }),
});

test('the words of the login', async ({ page, stack, newUser, tolerate }) => {
  tolerate(/(4\d\d|502) .*\/api\/|net::ERR_/);
  const { email, password } = await newUser();
  const { see, expectAllSeen } = walkPast(page, 'login');
  const wire = await wireTo(stack.url, FAST);
  await page.goto(`${wire.url}/login`);
  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  await see('Continuar com Google');
  await enter.click();
  await see('E-mail é obrigatório', 'Senha é obrigatória');
  await page.getByLabel('E-mail').fill('marina@barro');
  await page.getByLabel('Senha', { exact: true }).fill('Senh1');
  await enter.click();
  await see('E-mail inválido', 'Senha deve ter no mínimo 6 caracteres');
  await fillLogin(page, { email, password: 'Outra1' });
  await see('E-mail ou senha incorretos');

  for (const { text, refusal } of [
    { text: 'Dados inválidos', refusal: { status: 400, body: 'Bad request' } },
    { text: 'E-mail ou senha incorretos', refusal: { status: 401, body: '{"message":"x"}' } },
    {
      text: 'Erro interno do servidor. Tente novamente em alguns instantes.',
      refusal: { status: 502, body: '502 Bad Gateway' },
    },
    // Without words of its own: the call's fallback (specification, section 7).
    { text: 'Erro interno do servidor', refusal: answer(409, 'SOMETHING_ELSE') },
    { text: 'Erro inesperado. Tente novamente.', refusal: { status: 200, body: '{}' } },
  ] as const) {
    wire.refuse('POST /api/auth/login', refusal);
    await fillLogin(page, { email, password });
    await expect(page.getByRole('alert')).toHaveText(text);
    await see(text);
  }
  wire.close();
  expectAllSeen();
});

test('the words of the registration', async ({ page }) => {
  const { see, expectAllSeen } = walkPast(page, 'register');
  await page.goto('/register');
  const email = page.getByLabel('E-mail');
  const password = page.getByLabel('Senha', { exact: true });
  const confirmation = page.getByLabel('Confirmar senha');
  const create = page.getByRole('button', { name: 'Criar conta' });
  await see('Continuar com Google', 'Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número');
  await create.click();
  await see('E-mail é obrigatório', 'Senha é obrigatória', 'Confirme sua senha');
  await email.fill('marina');
  await password.fill('Abc1');
  await confirmation.fill('Abc2');
  await create.click();
  await see('E-mail inválido', 'Senha deve ter no mínimo 6 caracteres', 'Senhas não coincidem');
  await password.fill('senha1');
  await create.click();
  await see('Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número');
  await email.fill(`palavras-${process.pid}-${Date.now()}@example.com`);
  await password.fill('CanecaTrilho4');
  await confirmation.fill('CanecaTrilho4');
  await Promise.all([
    see('Conta criada com sucesso! Redirecionando para login...'),
    create.click(),
  ]);
  expectAllSeen();
});

async function askForLink(page: Page, email: string): Promise<void> {
  // The page that one comes from has such a field as well.
  await page.getByRole('heading', { name: 'Esqueceu a senha?' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: /^Enviar (link|de novo)$/ }).click();
}

test('the words of a forgotten password', async ({ page, stack, sandbox, newUser, tolerate }) => {
  tolerate(/(4\d\d|502) .*\/api\/|net::ERR_/);
  const { email } = await newUser();
  const google = await aGooglePerson(sandbox);
  const { see, expectAllSeen } = walkPast(page, 'recovery');

  await page.goto('/login');
  await continueWithGoogle(page, google);
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await askForLink(page, google.email);
  await see('Esta conta foi criada com Google. Para acessar, use o botão abaixo:');
  await see('Continuar com Google');

  const wire = await wireTo(stack.url, FAST);
  await page.goto(`${wire.url}/forgot-password`);
  wire.refuse('POST /api/auth/forgot-password');
  await askForLink(page, email);
  await see('Erro ao solicitar recuperação de senha');
  wire.mend();
  await askForLink(page, email);
  await expect.poll(async () => (await sandbox.mail(email)).length).toBe(1);
  const [mail] = await sandbox.mail(email);
  const token = /\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  await page.goto(`${wire.url}/reset-password`);
  await see('Token inválido', 'Token de recuperação não encontrado na URL');
  const choose = async () => {
    await page.getByLabel('Nova senha', { exact: true }).fill('CanecaTrilho4');
    await page.getByLabel('Confirmar nova senha').fill('CanecaTrilho4');
    await page.getByRole('button', { name: 'Redefinir senha' }).click();
  };
  await page.goto(`${wire.url}/reset-password?token=inventado`);
  await choose();
  await see('Token inválido', 'O link de recuperação é inválido ou expirou.');
  await page.goto(`${wire.url}${token}`);
  wire.refuse('POST /api/auth/reset-password');
  await choose();
  await see('Erro ao redefinir senha');
  wire.mend();
  const again = page.getByRole('button', { name: 'Redefinir senha' });
  await Promise.all([see('Senha redefinida com sucesso! Fazendo login...'), again.click()]);
  wire.close();
  expectAllSeen();
});

test('the words of the way back from Google', async ({ page }) => {
  const { see, expectAllSeen } = walkPast(page, 'googleReturn');
  // Each leads on to the login after three seconds.
  await page.goto('/auth/callback?error=access_denied', { waitUntil: 'commit' });
  await see('Erro na autenticação com Google. Tente novamente.');
  await page.goto('/auth/callback', { waitUntil: 'commit' });
  await see('Token não encontrado. Tente fazer login novamente.');
  expectAllSeen();
});

test('the words of the dashboard', async ({ page, stack, newUser, tolerate }) => {
  tolerate(/502 .*\/api\/|net::ERR_/);
  const account = await newUser();
  const { see, expectAllSeen } = walkPast(page, 'dashboard');
  const wire = await wireTo(stack.url, FAST);
  await page.goto(`${wire.url}/login`);
  await fillLogin(page, account);
  await see('Gratuito', 'Nenhum post agendado', 'Fazer upgrade', 'Ver planos premium');
  await see('Conectar Instagram');
  wire.refuse('GET /api/auth/instagram-url');
  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await see('Erro ao conectar com Instagram. Tente novamente.');
  wire.mend();

  // The provider's dialog leads back to the product's own address.
  await page.goto('/login');
  await fillLogin(page, account);
  for (const { choice, text } of [
    { choice: 'Cancelar', text: 'Falha na autenticação. Tente novamente.' },
    { choice: 'Sem página', text: 'Nenhuma página do Facebook encontrada.' },
    {
      choice: 'Página sem Instagram',
      text: 'Nenhuma conta Instagram Business encontrada. Certifique-se de ter uma conta Business conectada à sua página do Facebook.',
    },
    { choice: 'Falha na troca', text: 'Erro no processo de conexão. Tente novamente.' },
    { choice: 'Sessão expirada', text: 'Sessão expirada. Tente conectar novamente.' },
  ] as const) {
    await page.getByRole('button', { name: 'Conectar Instagram' }).click();
    await page.getByRole('button', { name: choice, exact: true }).click();
    await see(text);
  }
  await page.goto('/dashboard?error=outra_coisa');
  await see('Erro ao conectar com Instagram');
  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: 'atelie.barro' }).click();
  await see('Criar meu primeiro post', 'Ir para o Dashboard');
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
  await see('Criar Novo Post', 'Ver Timeline Completa');

  await page.goto(`${wire.url}/dashboard`);
  wire.refuse('POST /api/auth/instagram/disconnect');
  await page.getByRole('button', { name: 'Desconectar' }).click();
  await see('Tem certeza que deseja desconectar sua conta do Instagram?');
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' });
  await yes.click();
  await see('Erro ao desconectar Instagram. Tente novamente.');
  wire.mend();
  await yes.click();
  await see('Conta Instagram desconectada com sucesso!');
  wire.close();
  expectAllSeen();
});
