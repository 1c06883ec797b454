import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { connectionErrors, type ConnectionError } from '@pontual/contract/instagram.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';

test.use({ serviceWorkers: 'allow' });

const refusals: readonly { button: string; error: ConnectionError }[] = [
  { button: 'Sem página', error: 'no_pages' },
  { button: 'Página sem Instagram', error: 'no_instagram_business' },
  { button: 'Cancelar', error: 'auth_failed' },
  { button: 'Sessão expirada', error: 'invalid_state' },
  { button: 'Falha na troca', error: 'callback_failed' },
];

for (const { button, error } of refusals) {
  test(`connecting that ends with "${button}" is explained on the dashboard`, async ({
    page,
    user,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
    await page.getByRole('button', { name: 'Conectar Instagram' }).click();
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      connectionErrors[error],
    );
    await expect(page).toHaveURL('/dashboard');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Conectar Instagram' })).toBeVisible();
    await expect(page.getByText(connectionErrors[error])).toBeHidden();
  });
}

test('an unknown error value is explained too', async ({ page, user }) => {
  await page.goto('/dashboard?error=alguma_coisa');
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Erro ao conectar com Instagram',
  );
  await expect(page).toHaveURL('/dashboard');
});

test('permissions can be asked for again after a call that failed', async ({
  page,
  stack,
  user,
  tolerate,
}) => {
  tolerate(/net::ERR_|502 .*\/instagram-url/);
  const wire = await wireTo(stack.url, 10 * 1024 * 1024);
  await logIn(page, wire, user);
  await page.goto(`${wire.url}/dashboard?error=missing_publish`);
  const again = page.getByRole('button', { name: 'Pedir de novo' });
  wire.refuse('GET /api/auth/instagram-url');
  await again.click();
  await expect(page.getByRole('alert').filter({ has: again })).toContainText(
    'Erro ao conectar com Instagram. Tente novamente.',
  );
  wire.close();
});

test('connects, disconnects after a confirm, and connects another account', async ({
  page,
  user,
}) => {
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await expect(main.getByText(user.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Timeline Completa' })).toBeHidden();

  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: 'atelie.barro' }).click();
  await expect(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Criar meu primeiro post' })).toHaveAttribute(
    'href',
    '/schedule',
  );
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
  await expect(main.getByText('@atelie.barro')).toBeVisible();
  await expect(main.getByText(`Conectada em ${formatDate(new Date())}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Timeline Completa' })).toBeVisible();

  const confirm = page.getByRole('alertdialog', { name: 'Desconectar Instagram' });
  await main.getByRole('button', { name: 'Desconectar' }).click();
  await expect(
    confirm.getByText('Tem certeza que deseja desconectar sua conta do Instagram?'),
  ).toBeVisible();
  await confirm.getByRole('button', { name: 'Cancelar' }).click();
  await expect(confirm).toBeHidden();
  await expect(main.getByText('@atelie.barro')).toBeVisible();

  await main.getByRole('button', { name: 'Desconectar' }).click();
  await confirm.getByRole('button', { name: 'Desconectar' }).click();
  await expect(page.getByText('Conta Instagram desconectada com sucesso!')).toBeVisible();
  await expect(main.getByText('@atelie.barro')).toBeHidden();

  await main.getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: 'cafe.serra' }).click();
  await expect(page.getByRole('heading', { name: '@cafe.serra' })).toBeVisible();
  await page.getByRole('link', { name: 'Criar meu primeiro post' }).click();
  await expect(page).toHaveURL('/schedule');
});

test('the confirmation is only for those who come from connecting', async ({ page, user }) => {
  await page.goto('/connected');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
});
