import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { connectionErrors } from '@pontual/contract/instagram/connection-errors.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('an account is connected after a refusal, disconnected, and replaced by another', async ({
  page,
  user,
}) => {
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await expect(main.getByText(user.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Timeline Completa' })).toBeHidden();

  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await page.getByRole('button', { name: 'Sem página', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    connectionErrors.no_pages,
  );
  await expect(page).toHaveURL('/dashboard');

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
