import type { Page } from '@playwright/test';
import { connectInstagram, createTestUser, schedule } from '../support/api.ts';
import { expect, withOwnStack } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

/** Uses its own stack, which measures every second and whose incidents do not affect other tests. */
const test = withOwnStack({ STATUS_PROBE_SECONDS: '1' });

const POLL_OPTIONS = { timeout: 60_000, intervals: [500] };

const getComponent = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Cada parte' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const getIncidents = (page: Page) => page.getByRole('region', { name: 'Falhas', exact: true });
const getOperationalMessage = (page: Page) => page.getByText('Os posts estão saindo na hora.');

const expectComponent = (page: Page, name: string, word: string, before?: () => Promise<unknown>) =>
  expect(async () => {
    await before?.();
    await page.goto('/status');
    await expect(getComponent(page, name)).toContainText(word, { timeout: 2000 });
  }).toPass(POLL_OPTIONS);

test.describe.configure({ mode: 'default' });

test('a visitor on a phone sees first whether posts are being published', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect(page).toHaveURL('/status');
  await expect(page).toHaveTitle('Status · Pontual');
  await expectComponent(page, 'Publicação dos posts', 'Tudo funcionando');
  await expect(getOperationalMessage(page)).toBeInViewport();
  await expect(page.getByText(/^Última medição: \d\d:\d\d, horário de Brasília/)).toBeVisible();
  await expectComponent(page, 'Site e aplicativo', 'Tudo funcionando');
});

test('a visitor sees an Instagram incident while it lasts, and in the list once it has ended', async ({
  page,
  stack,
  sandbox,
}) => {
  const { token } = await createTestUser(stack);
  await connectInstagram(stack.url, token);
  await expectComponent(page, 'Instagram', 'Tudo funcionando');

  await sandbox.armFault({ service: 'instagram', step: 'create', fault: '500-code2', times: 2 });
  const scheduledTime = new Date(Date.now() + 300_000);
  await schedule(stack.url, token, {
    caption: 'Fornada instável',
    scheduledTime,
    picture: await createPicture(),
  });
  await expectComponent(page, 'Instagram', 'Instável');
  await expect(page.getByText('Instável: Instagram.')).toBeVisible();
  await expect(getOperationalMessage(page)).toBeVisible();
  await expect(getIncidents(page).getByRole('listitem').first()).toContainText('e ainda dura');

  await expectComponent(page, 'Instagram', 'Tudo funcionando', () =>
    connectInstagram(stack.url, token),
  );
  await expect(page.getByText('Não medimos nenhuma falha no resto.')).toBeVisible();
  await expect(
    getIncidents(page).getByRole('heading', { name: 'Instagram: instável' }),
  ).toBeVisible();
});
