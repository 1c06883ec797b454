import type { Page } from '@playwright/test';
import type { TestUser } from './api.ts';

export async function fillLogin(
  page: Page,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}
