import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { refundSubscription } from '@pontual/contract/billing.ts';
import { planLimits } from '@pontual/contract/plan-limits.ts';
import { call, postsOf } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { withPlan } from '../payments.ts';
import { aSheet, dayAhead } from '../sheets.ts';

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function choose(page: Page, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Escolher arquivos', exact: true }).click(),
  ]);
  await chooser.setFiles(paths);
}

async function writeCaption(page: Page, text: string): Promise<void> {
  await row(page, 'Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await row(page, 'Post 1').getByLabel('Legenda').fill(text);
  await row(page, 'Post 1').getByLabel('Legenda').blur();
}

test('a plan that ends meanwhile takes nothing from the page; whoever sends is told', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/bulk/);
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/bulk');
  await choose(page, [await pictureFile('um.jpg')]);
  await writeCaption(page, 'Fornada das sete');
  const send = page.getByRole('button', { name: 'Agendar 1 post' });
  await expect(send).toBeEnabled();

  const asked = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith(planLimits.path) &&
      (await answer.text()).includes('"bulkUpload":false'),
  );
  // Within the trial it ends at once.
  await call(stack.url, refundSubscription, { token });
  await asked;
  await send.click();
  const told = page.getByRole('alert').filter({ hasText: 'O seu plano não inclui isto.' });
  await expect(told.first()).toBeVisible();
  await expect(row(page, 'Post 1').getByLabel('Legenda')).toHaveValue('Fornada das sete');
  expect(await postsOf(stack.url, token)).toEqual([]);
});

const SPEED = 8 * 1024 * 1024;

test('what has arrived stays where posts cannot be checked, and where a sheet comes to its files', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}, info) => {
  tolerate(/502 .*\/api\/bulk\/check/);
  const wire = await wireTo(stack.url, SPEED);
  await logIn(page, wire, await withPlan(stack.url, connectedUser, 'pro'));
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) begun += 1;
  });
  const arrived = page.getByText('2 de 2 arquivos enviados');
  const ready = page.getByRole('status').filter({ hasText: '2 posts prontos para agendar' });
  await page.goto(`${wire.url}/bulk`);
  await choose(page, [await pictureFile('um.jpg'), await pictureFile('dois.jpg')]);
  await expect(arrived).toBeVisible();

  await test.step('the line to the check is down', async () => {
    wire.refuse('POST /api/bulk/check ');
    await writeCaption(page, 'Fornada das sete');
    const told = page.getByRole('alert').filter({ hasText: 'Não foi possível conferir os posts.' });
    await expect(told).toBeVisible();
    await expect(arrived).toBeVisible();
    await expect(page.getByRole('button', { name: /^Agendar \d/ })).toBeDisabled();
    wire.mend();
    await told.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(ready).toBeVisible();
  });
  await test.step('a sheet says what is to become of the same files', async () => {
    const sheet = info.outputPath('plano.csv');
    const line = (name: string, days: number) => [name, dayAhead(days), '18h30'];
    const lines = [line('um.jpg', 2), line('dois.jpg', 3)];
    await writeFile(sheet, aSheet([['Arquivo', 'Data', 'Hora'], ...lines]));
    await choose(page, [sheet]);
    await expect(row(page, 'Linha 2')).toContainText('18:30');
    await expect(ready).toBeVisible();
    await expect(arrived).toBeVisible();
  });
  expect(begun).toBe(2);
  wire.close();
});

test('a file that another post shows stays when its own post goes, and what no post shows is said', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}) => {
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/bulk');
  await choose(page, [await pictureFile('um.jpg'), await pictureFile('dois.jpg')]);
  const files = row(page, 'Post 1').getByLabel('Arquivo');
  await row(page, 'Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await files.fill('dois.jpg');
  await files.blur();
  await expect(
    page.getByText('Um arquivo não está em nenhum post e não será enviado: um.jpg.'),
  ).toBeVisible();
  await expect(page.getByText('um lote leva até 100 posts')).toHaveCount(0);

  await page.getByRole('button', { name: 'Remover Post 2' }).click();
  const send = page.getByRole('button', { name: 'Agendar 1 post' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByRole('heading', { name: '1 post agendado' })).toBeVisible();
  expect(await postsOf(stack.url, token)).toHaveLength(1);
});
