import { logout, me } from '@pontual/contract/auth.ts';
import { call } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';

test.describe('the login form', () => {
  test('says what is wrong with each field until the field is edited', async ({ page }) => {
    await page.goto('/login');
    const email = page.getByLabel('E-mail');
    const password = page.getByLabel('Senha', { exact: true });

    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(email).toHaveAccessibleDescription('E-mail é obrigatório');
    await expect(password).toHaveAccessibleDescription('Senha é obrigatória');

    await email.fill('marina@barro');
    await expect(page.getByText('E-mail é obrigatório')).toBeHidden();
    await expect(page.getByText('Senha é obrigatória')).toBeVisible();
    await password.fill('Senh1');
    await expect(page.getByText('Senha é obrigatória')).toBeHidden();

    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(email).toHaveAccessibleDescription('E-mail inválido');
    await expect(password).toHaveAccessibleDescription('Senha deve ter no mínimo 6 caracteres');
  });

  test('refuses a wrong password and rests for a second', async ({ page, newUser, tolerate }) => {
    tolerate(/401 .*\/api\/auth\/login/);
    const { email, password } = await newUser();
    await page.goto('/login');
    // Before the form's second begins: a busy machine hears late of the answer.
    const asked = Date.now();
    await fillLogin(page, { email, password: 'Senha2' });
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
    await expect(page.getByLabel('E-mail')).toBeDisabled();
    await expect(page.getByLabel('Senha', { exact: true })).toBeDisabled();

    await expect(page.getByLabel('E-mail')).toBeEnabled();
    expect(Date.now() - asked).toBeGreaterThan(1000);

    await fillLogin(page, { email, password });
    await expect(page).toHaveURL('/dashboard');
  });

  test('says the same of an address without an account', async ({ page, tolerate }) => {
    tolerate(/401 .*\/api\/auth\/login/);
    await page.goto('/login');
    await fillLogin(page, { email: 'ninguem@example.com', password: 'Senha1' });
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
  });
});

test.describe('the registration form', () => {
  test('warns of a password that others use or that the address gives away', async ({ page }) => {
    await page.goto('/register');
    const password = page.getByLabel('Senha', { exact: true });
    const warning = page.getByText('Esta senha é muito usada e fácil de adivinhar.');
    await page.getByLabel('E-mail').fill('carioba@exemplo.com.br');
    await password.fill('Senha');
    await expect(warning).toHaveCount(0);
    for (const guessable of ['Senha123', 'Carioba2026']) {
      await password.fill(guessable);
      await expect(warning).toBeVisible();
      await password.fill('CanecaTrilhoVento4');
      await expect(warning).toHaveCount(0);
    }
  });

  test('says what is wrong with each field until the field is edited', async ({ page }) => {
    await page.goto('/register');
    const email = page.getByLabel('E-mail');
    const password = page.getByLabel('Senha', { exact: true });
    const confirmation = page.getByLabel('Confirmar senha');
    const submit = page.getByRole('button', { name: 'Criar conta' });
    await expect(
      page.getByText('Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número'),
    ).toBeVisible();

    await submit.click();
    await expect(email).toHaveAccessibleDescription('E-mail é obrigatório');
    await expect(password).toHaveAccessibleDescription(/Senha é obrigatória/);
    await expect(confirmation).toHaveAccessibleDescription('Confirme sua senha');

    await email.fill('marina');
    await password.fill('Abc1');
    await confirmation.fill('Abc2');
    for (const gone of ['E-mail é obrigatório', 'Senha é obrigatória', 'Confirme sua senha']) {
      await expect(page.getByText(gone)).toBeHidden();
    }
    await submit.click();
    await expect(email).toHaveAccessibleDescription('E-mail inválido');
    await expect(password).toHaveAccessibleDescription(/Senha deve ter no mínimo 6 caracteres/);
    await expect(confirmation).toHaveAccessibleDescription('Senhas não coincidem');

    for (const weak of ['senha1', 'SENHA1', 'Senhas']) {
      await password.fill(weak);
      await submit.click();
      await expect(password).toHaveAccessibleDescription(
        /Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número/,
      );
    }
  });

  test('refuses an address that has an account', async ({ page, newUser, tolerate }) => {
    tolerate(/409 .*\/api\/auth\/register/);
    const { email } = await newUser();
    await page.goto('/register');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('Senha1');
    await page.getByLabel('Confirmar senha').fill('Senha1');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Este e-mail já tem uma conta. Entre com ele ou use outro e-mail.',
    );
    await expect(page).toHaveURL('/register');
  });
});

test.describe('a session', () => {
  test('leads a logged-in visitor away from login and registration', async ({ page, user }) => {
    await page.goto('/login');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await page.goto('/register');
    await expect(page).toHaveURL('/dashboard');
  });

  test('begins where the visitor wanted to go', async ({ page, newUser }) => {
    const account = await newUser();
    await page.goto('/connected?connected=true');
    await expect(page).toHaveURL('/login');
    await fillLogin(page, account);
    await expect(page).toHaveURL('/connected?connected=true');
  });

  test('ends with logging out, here and at the server', async ({ page, stack, user }) => {
    await page.goto('/dashboard');
    const ended = page.waitForResponse(/\/api\/auth\/logout$/);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/login');
    await ended;
    await expect(call(stack.url, me, { token: user.token })).rejects.toThrow('UNAUTHENTICATED');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  });

  test('leaves nothing in the browser when it ends, also while the server is away', async ({
    page,
    context,
    user,
    tolerate,
  }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/login');
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).not.toContain(user.token);
    expect(kept).not.toContain(user.email);
  });

  test('that was revoked leads to the login page', async ({ page, stack, user, tolerate }) => {
    tolerate(/401 .*\/api\//);
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await call(stack.url, logout, { token: user.token });
    // Noticed by the page itself or by its next call, whichever comes first.
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  });

  test('survives a reload', async ({ page, user }) => {
    await page.goto('/dashboard');
    await page.reload();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  });
});
