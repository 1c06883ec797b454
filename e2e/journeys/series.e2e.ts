import type { Page } from '@playwright/test';
import {
  dayKey,
  formatTime,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import { listSeries } from '@pontual/contract/planning/series.ts';
import { call, fetchPosts } from '../support/api.ts';
import {
  chooseAndContinue,
  chooseTime,
  getDetails,
  getForm,
  getSendButton,
  getTimelineEntry,
} from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';

// The time zone of the browser differs from Brasília, where the chosen times apply.
test.use({ timezoneId: 'Asia/Tokyo' });

const HOUR = 3_600_000;
/** Returns 22:30 in Brasília, which is the next day in UTC and in Tokyo. */
const eveningAfterDays = (days: number) =>
  new Date(startOfDay(dayKey(new Date()), days).getTime() + 22.5 * HOUR);
const formatShortDate = (at: Date) => `${dayKey(at).slice(8)}/${dayKey(at).slice(5, 7)}`;
const formatEveryWeekday = (at: Date) => {
  const weekday = formatWeekday(at);
  return `${/^(sáb|dom)/.test(weekday) ? 'todo' : 'toda'} ${weekday}`;
};
const formatWeekdayShort = (at: Date) => {
  const [letter = '', ...others] = formatWeekday(at).slice(0, 3);
  return letter.toUpperCase() + others.join('');
};
const getStatusMessage = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });
const getSeriesRegion = (page: Page) => page.getByRole('region', { name: 'Repetições' });
const chip = (page: Page, name: string) => getForm(page).getByRole('button', { name, exact: true });

async function openFirst(page: Page, caption: string) {
  await getTimelineEntry(page, caption).getByRole('button', { name: caption }).first().click();
  return getDetails(page);
}

async function fetchCaptions(url: string, token: string): Promise<string[]> {
  const posts = await fetchPosts(url, token);
  return posts
    .toSorted((a, b) => String(a.scheduledTime).localeCompare(String(b.scheduledTime)))
    .map(({ caption }) => caption);
}

test('a weekly series is edited from one occurrence on, loses one occurrence, and is stopped, by keyboard at 390 px', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  caption,
}) => {
  test.slow();
  const { token } = connectedUser;
  const hours = [2, 9, 16, 23].map((days) => eveningAfterDays(days));
  const [first = new Date(), ...others] = hours;
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'premium'));

  await test.step('the form describes the series', async () => {
    await page.goto('/create-post');
    await chooseAndContinue(page, await pictureFile('pão.jpg'));
    await getForm(page).getByLabel('Legenda').fill(caption);
    await expect(getForm(page).getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
    await chooseTime(page, first);
    await inputMethods.keys.press(chip(page, 'Toda semana'));
    const days = [first, ...others].slice(0, 3).map(formatShortDate).join(', ');
    await expect(
      getStatusMessage(
        page,
        `Repete ${formatEveryWeekday(first)} às ${formatTime(first)}, próximos: ${days}.`,
      ),
    ).toBeVisible();
    await expect(chip(page, formatWeekdayShort(first))).toHaveAttribute('aria-disabled', 'true');
    await inputMethods.keys.press(chip(page, 'Até uma data'));
    await expect(getStatusMessage(page, 'Todos ficam no calendário')).toBeVisible();
    await inputMethods.keys.press(chip(page, 'Sem fim'));
    await inputMethods.keys.press(getSendButton(page));
    await expect(page).toHaveURL('/schedule', { timeout: 60_000 });
  });

  await test.step('the next four occurrences are in the calendar, each in the evening in Brasília', async () => {
    const posts = await fetchPosts(stack.url, token);
    const there = posts.map(({ scheduledTime }) => String(scheduledTime));
    expect(new Set(there)).toEqual(new Set(hours.map((hour) => hour.toISOString())));
    expect(there).toHaveLength(hours.length);
    await expect(getTimelineEntry(page, caption).first()).toContainText(
      `repete ${formatEveryWeekday(first)}`,
    );
  });

  await test.step('an edit applies to the following occurrences', async () => {
    const details = await openFirst(page, caption);
    await expect(details.getByText(`Repete ${formatEveryWeekday(first)}`)).toBeVisible();
    await inputMethods.keys.press(details.getByRole('button', { name: 'Editar post' }));
    await getDetails(page).getByLabel('Legenda').fill('Broa de milho');
    await inputMethods.keys.press(
      getDetails(page).getByRole('button', { name: 'Salvar', exact: true }),
    );
    const question = page.getByRole('alertdialog', { name: 'Salvar em quais posts?' });
    await question.getByLabel('Este e os próximos').check();
    await inputMethods.keys.press(question.getByRole('button', { name: 'Salvar', exact: true }));
    await expect
      .poll(() => fetchCaptions(stack.url, token))
      .toEqual(hours.map(() => 'Broa de milho'));
    await page.goto('/schedule');
  });

  await test.step('one occurrence is deleted alone and is not created again', async () => {
    const details = await openFirst(page, 'Broa de milho');
    await inputMethods.keys.press(details.getByRole('button', { name: 'Excluir' }));
    const question = page.getByRole('alertdialog', { name: 'Excluir este post?' });
    await expect(question.getByLabel('Só este')).toBeChecked();
    await inputMethods.keys.press(question.getByRole('button', { name: 'Excluir' }));
    await expect(getStatusMessage(page, 'Post Excluído')).toBeVisible();
    expect(await fetchCaptions(stack.url, token)).toHaveLength(3);
    expect((await call(stack.url, listSeries, { token })).series).toHaveLength(1);
  });

  await test.step('the queue page lists the series', async () => {
    await page.goto('/queue');
    await expect(getSeriesRegion(page)).toContainText('Broa de milho');
    await expect(getSeriesRegion(page)).toContainText(
      `Repete ${formatEveryWeekday(first)} às ${formatTime(first)}`,
    );
    await inputMethods.keys.press(
      getSeriesRegion(page).getByRole('button', { name: 'Parar de repetir: Broa de milho' }),
    );
    const question = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
    await inputMethods.keys.press(question.getByRole('button', { name: 'Cancelar' }));
    await expect(question).toBeHidden();
    await inputMethods.keys.press(getSeriesRegion(page).getByRole('link'));
    await expect(getDetails(page).getByText(`Repete ${formatEveryWeekday(first)}`)).toBeVisible();
  });

  await test.step('the series is stopped, and scheduled occurrences remain', async () => {
    await page.goto('/schedule');
    const details = await openFirst(page, 'Broa de milho');
    await inputMethods.keys.press(details.getByRole('button', { name: 'Parar de repetir' }));
    const question = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
    await expect(question).toContainText('Os que já estão agendados continuam no calendário.');
    await inputMethods.keys.press(question.getByRole('button', { name: 'Parar de repetir' }));
    await expect(details.getByText('A repetição terminou.')).toBeVisible();
    expect((await call(stack.url, listSeries, { token })).series).toEqual([]);
    expect(await fetchCaptions(stack.url, token)).toHaveLength(3);
  });
});
