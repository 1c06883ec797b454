import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { reportTitle } from '@pontual/contract/insights/report-text.ts';
import { schedule, type TestUser } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';
import type { Stack } from '../support/stack.ts';

const month = () => dayKey(new Date()).slice(0, 7);

async function publishPost({ url }: Stack, { token }: TestUser, caption: string): Promise<Post> {
  // The picture is created first: on a busy machine the due time would pass meanwhile.
  const picture = await createPicture();
  const scheduledTime = new Date(Date.now() + 3000);
  return schedule(url, token, { caption, picture, scheduledTime });
}

const title = (page: Page) => page.getByRole('heading', { level: 1, name: reportTitle(month()) });

const tile = (page: Page, caption: string) =>
  page
    .getByRole('list', { name: 'O perfil no mês' })
    .getByRole('listitem')
    .filter({ hasText: caption });

test('a user with the Premium plan reads the monthly report, saves it and prints it', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'premium'));
  await publishPost(stack, connectedUser, caption);
  await page.goto('/analytics');
  await page.getByRole('link', { name: 'Relatório do mês' }).click();
  await expect(title(page)).toBeVisible();
  await expect(page).toHaveTitle(`${reportTitle(month())} · Pontual`);
  await expect(page.getByText('@atelie.barro').first()).toBeVisible();
  await expect(page.getByText('O mês ainda não terminou.')).toBeVisible();

  await expect(tile(page, caption).locator('img')).toBeVisible({ timeout: 30_000 });
  const published = page.getByRole('term').filter({ hasText: 'Publicados' }).locator('..');
  await expect(published).toContainText('1');
  await expect(published).toContainText('primeiro mês');
  await expect(
    page.getByRole('list', { name: 'Posts por dia' }).getByText(/: 1 publicado$/),
  ).toHaveCount(1);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar PDF' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`pontual-relatorio-atelie.barro-${month()}.pdf`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');

  await page.emulateMedia({ media: 'print' });
  await expect(title(page)).toBeVisible();
  for (const name of ['Imprimir', 'Baixar PDF', 'Mês anterior']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
