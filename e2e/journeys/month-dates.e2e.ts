import type { Page } from '@playwright/test';
import { saveDraft } from '@pontual/contract/post-changes.ts';
import { composerOf, dayButton, hourIn, chooseAndContinue } from '../composer.ts';
import { expect, test } from '../fixtures.ts';

/** Tuesday, 9 June 2026, 14:32 in Brasília: three days before Dia dos Namorados. */
const inJune = new Date('2026-06-09T17:32:00Z');

test.beforeEach(({ page }) => page.clock.setFixedTime(inJune));

const dayCell = (page: Page, name: string) =>
  page.getByRole('grid').getByRole('button', { name, exact: true });

const datesOf = (page: Page) =>
  page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Datas do mês' }) });

const line = (page: Page, name: string) =>
  datesOf(page).getByRole('listitem').filter({ hasText: name });

test('the month, the timeline and a list tell what is celebrated', async ({
  page,
  stack,
  user,
}) => {
  const form = new FormData();
  form.append('caption', 'Feliz Dia dos Namorados');
  form.append('scheduledTime', '2026-06-12T11:00:00.000Z');
  const kept = await fetch(`${stack.url}/api${saveDraft.path}`, {
    method: saveDraft.method,
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
  expect(kept.status).toBe(201);

  await page.goto('/schedule');
  await test.step('on the calendar', async () => {
    await expect(
      dayCell(page, '12 de junho, 1 post: 08:00 Imagem rascunho. Dia dos Namorados'),
    ).toBeVisible();
    await expect(dayCell(page, '4 de junho, sem posts. Corpus Christi')).toBeVisible();
    await expect(dayCell(page, '24 de junho, sem posts. Criar post. São João')).toBeVisible();
    await expect(dayCell(page, '17 de junho, sem posts. Criar post')).toBeVisible();
  });

  await test.step('on the timeline', async () => {
    await expect(page.getByRole('heading', { name: /^Sexta\s?12 de junho/ })).toContainText(
      '12 de junho, Dia dos Namorados',
    );
  });

  await test.step('in the list, with what the plan does not reach yet', async () => {
    await expect(page.getByText('Dia dos Namorados, dia 12')).toBeVisible();
    await page.getByText('Datas do mês').click();
    await expect(line(page, 'Corpus Christi')).toContainText(
      'ponto facultativo, quinta, já passou',
    );
    await expect(line(page, 'Corpus Christi').getByRole('button')).toHaveCount(0);
    await expect(line(page, 'São João')).toContainText('agende a partir de 17 de junho');
    await expect(line(page, 'São João').getByRole('button')).toHaveCount(0);
    await expect(page.getByText('O plano Gratuito agenda até 16 de junho, 14:32.')).toBeVisible();
  });

  await test.step('month by month, over the end of the year', async () => {
    const next = page.getByRole('button', { name: 'Próximo mês' });
    for (let months = 0; months < 6; months += 1) await next.click();
    await expect(page.getByRole('heading', { name: 'dezembro 2026' })).toBeVisible();
    await expect(line(page, 'Natal').filter({ hasNotText: 'Véspera' })).toContainText(
      'agende a partir de',
    );
    await expect(dayCell(page, '1 de janeiro, sem posts. Criar post. Ano Novo')).toBeVisible();
  });
});

test('a date becomes a post at noon', async ({ page, user, pictureFile }) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/schedule');
  await page.getByText('Datas do mês').click();
  await line(page, 'Dia dos Namorados')
    .getByRole('button', { name: /^Criar post/ })
    .click();
  await expect(composerOf(page)).toBeVisible();
  await chooseAndContinue(page, await pictureFile('canecas.jpg'));
  await expect.poll(() => hourIn(page)).toBe('12:00');
  await expect(dayButton(page)).toContainText('12 de junho');
});

test('the dates are there for the keyboard too', async ({ page, user }) => {
  expect(user.user.plan).toBe('free');
  await page.goto('/schedule');
  await dayCell(page, '9 de junho, sem posts. Criar post').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const create = page.getByRole('button', {
    name: 'Criar post para Dia dos Namorados, 12 de junho',
  });
  await expect(create).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    composerOf(page).getByRole('heading', { name: 'Envie seus arquivos' }),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(composerOf(page)).toBeHidden();
  await expect(create).toBeFocused();
});
