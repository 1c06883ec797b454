import type { Page } from '@playwright/test';
import { connectInstagram, newAccount, schedule } from '../api.ts';
import { expect, withOwnStack } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

/** A product of its own, which is measured every second, and whose trouble nobody else sees. */
const test = withOwnStack({ STATUS_PROBE_SECONDS: '1' });

/** Some measures, and the reloads in between. */
const SOON = { timeout: 60_000, intervals: [500] };

const part = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Cada parte' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const troubles = (page: Page) => page.getByRole('region', { name: 'Falhas', exact: true });
const goesOut = (page: Page) => page.getByText('Os posts estão saindo na hora.');

/** The page says so once it was measured; whoever waits loads it again. */
const expectPart = (page: Page, name: string, word: string, before?: () => Promise<unknown>) =>
  expect(async () => {
    await before?.();
    await page.goto('/status');
    await expect(part(page, name)).toContainText(word, { timeout: 2000 });
  }).toPass(SOON);

// One after another, on one product.
test.describe.configure({ mode: 'default' });

test('a visitor on a phone reads first whether posts go out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(page).toHaveURL('/status');
  await expect(page).toHaveTitle('Status · Pontual');
  await expectPart(page, 'Publicação dos posts', 'Tudo funcionando');
  await expect(goesOut(page)).toBeInViewport();
  await expect(page.getByText(/^Última medição: \d\d:\d\d, horário de Brasília/)).toBeVisible();
  await expectPart(page, 'Site e aplicativo', 'Tudo funcionando');
});

test('a visitor reads of trouble at Instagram while it lasts, and in the list when it is over', async ({
  page,
  stack,
  sandbox,
}) => {
  const { token } = await newAccount(stack.url);
  await connectInstagram(stack.url, token);
  await expectPart(page, 'Instagram', 'Tudo funcionando');

  await sandbox.fault({ service: 'instagram', step: 'create', fault: '500-code2', times: 2 });
  const scheduledTime = new Date(Date.now() + 300_000);
  await schedule(stack.url, token, {
    caption: 'Fornada instável',
    scheduledTime,
    picture: await aPicture(),
  });
  await expectPart(page, 'Instagram', 'Instável');
  await expect(page.getByText('Instável: Instagram.')).toBeVisible();
  await expect(goesOut(page)).toBeVisible();
  await expect(troubles(page).getByRole('listitem').first()).toContainText('e ainda dura');

  await expectPart(page, 'Instagram', 'Tudo funcionando', () => connectInstagram(stack.url, token));
  await expect(page.getByText('Não medimos nenhuma falha no resto.')).toBeVisible();
  await expect(troubles(page).getByRole('heading', { name: 'Instagram: instável' })).toBeVisible();
});
