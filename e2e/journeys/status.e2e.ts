import type { Page } from '@playwright/test';
import { connectInstagram, newAccount, schedule } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { expect, withOwnStack } from '../fixtures.ts';
import { hands, tabTo } from '../hands.ts';
import { lineOf } from '../line.ts';
import { aPicture } from '../pictures.ts';

/** A product of its own, which is measured every second, and whose trouble nobody else sees. */
const test = withOwnStack({ STATUS_PROBE_SECONDS: '1' });

/** Some measures, and the reloads in between. */
const SOON = { timeout: 60_000, intervals: [500] };
/** How often an open page asks again, in ms. */
const LOOK_MS = 30_000;

const part = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Cada parte' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const troubles = (page: Page) => page.getByRole('region', { name: 'Falhas', exact: true });
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });
const goesOut = (page: Page) => page.getByText('Os posts estão saindo na hora.');

/** The page says so once it was measured; whoever waits loads it again. */
const expectPart = (page: Page, name: string, word: string, before?: () => Promise<unknown>) =>
  expect(async () => {
    await before?.();
    await page.goto('/status');
    await expect(part(page, name)).toContainText(word, { timeout: 2000 });
  }).toPass(SOON);

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a visitor reads first whether posts go out, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
    await expect(page).toHaveURL('/status');
    await expect(page).toHaveTitle('Status · Pontual');
    await expectPart(page, 'Publicação dos posts', 'Tudo funcionando');
    await expect(goesOut(page)).toBeInViewport();
    await expect(page.getByText(/^Última medição: \d\d:\d\d, horário de Brasília/)).toBeVisible();
    await expectPart(page, 'Site e aplicativo', 'Tudo funcionando');
  });
}

test('what nobody needed is not said to work, and days without a measure say so', async ({
  page,
}) => {
  await expectPart(page, 'E-mails', 'Sem medição');
  await expect(part(page, 'E-mails')).toContainText('Nada medido em 90 dias');
  await tabTo(page.getByText('Ver dia a dia'));
  await page.keyboard.press('Enter');
  const table = page.getByRole('region', { name: 'Dia a dia' });
  await expect(table.getByRole('row')).toHaveCount(91);
  await expect(table.getByRole('row').last()).toContainText('Sem medição');
});

test('trouble at Instagram shows while it lasts, and stays in the list when it is over', async ({
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

  for (const look of looks) {
    await test.step(`without barriers in the ${look.theme} theme at ${look.size.width} px`, async () => {
      await wear(page, look);
      await page.goto('/status');
      await page.getByText('Ver dia a dia').click();
      await expect(page.getByRole('region', { name: 'Dia a dia' })).toBeVisible();
      await expectNoBarriers(page, look);
    });
  }
});

test('when the server does not answer the page says so, and asks again', async ({
  page,
  tolerate,
}) => {
  tolerate(/net::ERR_BLOCKED_BY_CLIENT/);
  const line = await lineOf(page);
  await line.block('*/api/status');
  await page.goto('/status');
  await expect(
    page.getByRole('heading', { name: 'Não conseguimos falar com o servidor' }),
  ).toBeVisible();
  await line.block();
  await hands.keys.press(retry(page));
  await expect(page.getByRole('heading', { name: 'Cada parte' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an open page does not repeat what it once heard as if it were so', async ({
  page,
  tolerate,
}) => {
  tolerate(/net::ERR_BLOCKED_BY_CLIENT/);
  await page.clock.install();
  await expectPart(page, 'Publicação dos posts', 'Tudo funcionando');
  await expect(goesOut(page)).toBeVisible();
  const line = await lineOf(page);
  await line.block('*/api/status');
  await page.clock.fastForward(LOOK_MS);
  await expect(page.getByText('Não conseguimos falar com o servidor.')).toBeVisible();
  await expect(goesOut(page)).toHaveCount(0);
  await expect(page.getByText('Não sabemos como está agora.')).toBeVisible();
  await line.block();
  await retry(page).click();
  await expect(goesOut(page)).toBeVisible();
});
