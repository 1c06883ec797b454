import { expect, test } from '../support/fixtures.ts';

test('a visitor does not load the calendar code until a login in another tab unlocks it', async ({
  page,
  newUser,
}) => {
  await page.goto('/schedule');
  await expect(page.getByRole('heading', { name: 'A fila, minuto a minuto' })).toBeVisible();
  const files: string[] = await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  );
  // budgets.e2e.ts checks the total size.
  expect(files.filter((name) => /\/(schedule|timeline|app-frame)-.*[.]js$/.test(name))).toEqual([
    expect.stringContaining('/schedule-page-'),
  ]);

  const { email, password } = await newUser();
  const other = await page.context().newPage();
  await other.goto('/login');
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Senha', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(other).toHaveURL('/dashboard');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A fila, minuto a minuto' })).toBeHidden();
});
