import type { Page } from '@playwright/test';
import { dayKey, formatTime, formatWeekday, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { listSeries } from '@pontual/contract/series.ts';
import { call, postsOf } from '../api.ts';
import {
  chooseAndContinue,
  chooseTime,
  detailsOf,
  formOf,
  sendButton,
  timelineEntry,
} from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands } from '../hands.ts';
import { withPlan } from '../payments.ts';

// Far from Brasília: what is chosen there must be meant.
test.use({ timezoneId: 'Asia/Tokyo' });

const HOUR = 3_600_000;
/** Half past ten in the evening in Brasília, which is the next day in UTC and in Tokyo. */
const eveningIn = (days: number) =>
  new Date(startOfDay(dayKey(new Date()), days).getTime() + 22.5 * HOUR);
const short = (at: Date) => `${dayKey(at).slice(8)}/${dayKey(at).slice(5, 7)}`;
/** `toda sexta` */
const every = (at: Date) => {
  const weekday = formatWeekday(at);
  return `${/^(sáb|dom)/.test(weekday) ? 'todo' : 'toda'} ${weekday}`;
};
/** `Sex` */
const shortName = (at: Date) => {
  const [letter = '', ...others] = formatWeekday(at).slice(0, 3);
  return letter.toUpperCase() + others.join('');
};
const said = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });
const repetitions = (page: Page) => page.getByRole('region', { name: 'Repetições' });
const chip = (page: Page, name: string) => formOf(page).getByRole('button', { name, exact: true });

/** Opens everything about the next of several posts with these words. */
async function openFirst(page: Page, caption: string) {
  await timelineEntry(page, caption).getByRole('button', { name: caption }).first().click();
  return detailsOf(page);
}

/** What there is of it, by the hours. */
async function captionsOf(url: string, token: string): Promise<string[]> {
  const posts = await postsOf(url, token);
  return posts
    .toSorted((a, b) => String(a.scheduledTime).localeCompare(String(b.scheduledTime)))
    .map(({ caption }) => caption);
}

test('a weekly post is changed with those that follow, deleted once, and stopped, by keyboard at 390 px', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  caption,
}) => {
  test.slow();
  const { token } = connectedUser;
  const hours = [2, 9, 16, 23].map((days) => eveningIn(days));
  const [first = new Date(), ...others] = hours;
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));

  await test.step('the form says what will happen', async () => {
    await page.goto('/create-post');
    await chooseAndContinue(page, await pictureFile('pão.jpg'));
    await formOf(page).getByLabel('Legenda').fill(caption);
    await expect(formOf(page).getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
    await chooseTime(page, first);
    await hands.keys.press(chip(page, 'Toda semana'));
    const days = [first, ...others].slice(0, 3).map(short).join(', ');
    await expect(
      said(page, `Repete ${every(first)} às ${formatTime(first)}, próximos: ${days}.`),
    ).toBeVisible();
    await expect(chip(page, shortName(first))).toHaveAttribute('aria-disabled', 'true');
    await hands.keys.press(chip(page, 'Até uma data'));
    await expect(said(page, 'Todos ficam no calendário')).toBeVisible();
    await hands.keys.press(chip(page, 'Sem fim'));
    await hands.keys.press(sendButton(page));
    await expect(page).toHaveURL('/schedule', { timeout: 60_000 });
  });

  await test.step('the next four are in the calendar, each on its evening in Brasília', async () => {
    const posts = await postsOf(stack.url, token);
    const there = posts.map(({ scheduledTime }) => String(scheduledTime));
    expect(new Set(there)).toEqual(new Set(hours.map((hour) => hour.toISOString())));
    expect(there).toHaveLength(hours.length);
    await expect(timelineEntry(page, caption).first()).toContainText(`repete ${every(first)}`);
  });

  await test.step('a change holds for those that follow', async () => {
    const details = await openFirst(page, caption);
    await expect(details.getByText(`Repete ${every(first)}`)).toBeVisible();
    await hands.keys.press(details.getByRole('button', { name: 'Editar post' }));
    await detailsOf(page).getByLabel('Legenda').fill('Broa de milho');
    await hands.keys.press(detailsOf(page).getByRole('button', { name: 'Salvar', exact: true }));
    const asked = page.getByRole('alertdialog', { name: 'Salvar em quais posts?' });
    await asked.getByLabel('Este e os próximos').check();
    await hands.keys.press(asked.getByRole('button', { name: 'Salvar', exact: true }));
    await expect.poll(() => captionsOf(stack.url, token)).toEqual(hours.map(() => 'Broa de milho'));
    await page.goto('/schedule');
  });

  await test.step('one of them is deleted alone, and stays away', async () => {
    const details = await openFirst(page, 'Broa de milho');
    await hands.keys.press(details.getByRole('button', { name: 'Excluir' }));
    const asked = page.getByRole('alertdialog', { name: 'Excluir este post?' });
    await expect(asked.getByLabel('Só este')).toBeChecked();
    await hands.keys.press(asked.getByRole('button', { name: 'Excluir' }));
    await expect(said(page, 'Post Excluído')).toBeVisible();
    expect(await captionsOf(stack.url, token)).toHaveLength(3);
    expect((await call(stack.url, listSeries, { token })).series).toHaveLength(1);
  });

  await test.step('it stands among all that repeats', async () => {
    await page.goto('/queue');
    await expect(repetitions(page)).toContainText('Broa de milho');
    await expect(repetitions(page)).toContainText(`Repete ${every(first)} às ${formatTime(first)}`);
    await hands.keys.press(
      repetitions(page).getByRole('button', { name: 'Parar de repetir: Broa de milho' }),
    );
    const asked = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
    await hands.keys.press(asked.getByRole('button', { name: 'Cancelar' }));
    await expect(asked).toBeHidden();
    await hands.keys.press(repetitions(page).getByRole('link'));
    await expect(detailsOf(page).getByText(`Repete ${every(first)}`)).toBeVisible();
  });

  await test.step('it is stopped, and what is scheduled stays', async () => {
    await page.goto('/schedule');
    const details = await openFirst(page, 'Broa de milho');
    await hands.keys.press(details.getByRole('button', { name: 'Parar de repetir' }));
    const asked = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
    await expect(asked).toContainText('Os que já estão agendados continuam no calendário.');
    await hands.keys.press(asked.getByRole('button', { name: 'Parar de repetir' }));
    await expect(details.getByText('A repetição terminou.')).toBeVisible();
    expect((await call(stack.url, listSeries, { token })).series).toEqual([]);
    expect(await captionsOf(stack.url, token)).toHaveLength(3);
  });
});
