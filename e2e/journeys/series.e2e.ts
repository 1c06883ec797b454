import type { Page } from '@playwright/test';
import { dayKey, formatTime, formatWeekday, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { me } from '@pontual/contract/auth.ts';
import { refundSubscription } from '@pontual/contract/billing.ts';
import { listSeries } from '@pontual/contract/series.ts';
import { call, draft, postsOf } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
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
import { aPicture } from '../pictures.ts';

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

for (const { who, size, hand } of [
  { who: 'by the mouse at 1440 px', size: { width: 1440, height: 900 }, hand: hands.mouse },
  { who: 'by the keyboard at 390 px', size: { width: 390, height: 844 }, hand: hands.keys },
]) {
  test(`a post comes again, is changed with those that follow, left out once, and stopped, ${who}`, async ({
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
    await page.setViewportSize(size);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));

    await test.step('the form says what will happen', async () => {
      await page.goto('/create-post');
      await chooseAndContinue(page, await pictureFile('pão.jpg'));
      await formOf(page).getByLabel('Legenda').fill(caption);
      await expect(formOf(page).getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
      await chooseTime(page, first);
      await hand.press(chip(page, 'Toda semana'));
      const days = [first, ...others].slice(0, 3).map(short).join(', ');
      await expect(
        said(page, `Repete ${every(first)} às ${formatTime(first)}, próximos: ${days}.`),
      ).toBeVisible();
      await expect(chip(page, shortName(first))).toHaveAttribute('aria-disabled', 'true');
      await hand.press(chip(page, 'Até uma data'));
      await expect(said(page, 'Todos ficam no calendário')).toBeVisible();
      await hand.press(chip(page, 'Sem fim'));
      await hand.press(sendButton(page));
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
      await hand.press(details.getByRole('button', { name: 'Editar post' }));
      await detailsOf(page).getByLabel('Legenda').fill('Broa de milho');
      await hand.press(detailsOf(page).getByRole('button', { name: 'Salvar', exact: true }));
      const asked = page.getByRole('alertdialog', { name: 'Salvar em quais posts?' });
      await asked.getByLabel('Este e os próximos').check();
      await hand.press(asked.getByRole('button', { name: 'Salvar', exact: true }));
      await expect
        .poll(() => captionsOf(stack.url, token))
        .toEqual(hours.map(() => 'Broa de milho'));
      await page.goto('/schedule');
    });

    await test.step('one of them is deleted alone, and stays away', async () => {
      const details = await openFirst(page, 'Broa de milho');
      await hand.press(details.getByRole('button', { name: 'Excluir' }));
      const asked = page.getByRole('alertdialog', { name: 'Excluir este post?' });
      await expect(asked.getByLabel('Só este')).toBeChecked();
      await hand.press(asked.getByRole('button', { name: 'Excluir' }));
      await expect(said(page, 'Post Excluído')).toBeVisible();
      expect(await captionsOf(stack.url, token)).toHaveLength(3);
      expect((await call(stack.url, listSeries, { token })).series).toHaveLength(1);
    });

    await test.step('it stands among all that repeats', async () => {
      await page.goto('/queue');
      await expect(repetitions(page)).toContainText('Broa de milho');
      await expect(repetitions(page)).toContainText(
        `Repete ${every(first)} às ${formatTime(first)}`,
      );
      await hand.press(
        repetitions(page).getByRole('button', { name: 'Parar de repetir: Broa de milho' }),
      );
      const asked = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
      await hand.press(asked.getByRole('button', { name: 'Cancelar' }));
      await expect(asked).toBeHidden();
      await hand.press(repetitions(page).getByRole('link'));
      await expect(detailsOf(page).getByText(`Repete ${every(first)}`)).toBeVisible();
    });

    await test.step('it is stopped, and what is scheduled stays', async () => {
      await page.goto('/schedule');
      const details = await openFirst(page, 'Broa de milho');
      await hand.press(details.getByRole('button', { name: 'Parar de repetir' }));
      const asked = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
      await expect(asked).toContainText('Os que já estão agendados continuam no calendário.');
      await hand.press(asked.getByRole('button', { name: 'Parar de repetir' }));
      await expect(details.getByText('A repetição terminou.')).toBeVisible();
      expect((await call(stack.url, listSeries, { token })).series).toEqual([]);
      expect(await captionsOf(stack.url, token)).toHaveLength(3);
    });
  });
}

/** Opens the dialog that gives a draft its hour. */
async function openDraft(page: Page, caption: string): Promise<void> {
  await page.goto('/schedule');
  const card = page.locator('details').filter({ hasText: 'Rascunhos' });
  await expect(card).toBeVisible();
  // On a phone it is folded.
  if ((page.viewportSize()?.width ?? 0) < 900) await card.locator('summary').press('Enter');
  await card.getByRole('button', { name: `Agendar ${caption.slice(0, 60)}` }).press('Enter');
  await expect(formOf(page).getByText('Horários populares')).toBeVisible();
}

for (const { who, size, hand } of [
  { who: 'by the mouse at 1440 px', size: { width: 1440, height: 900 }, hand: hands.mouse },
  { who: 'by the keyboard at 390 px', size: { width: 390, height: 844 }, hand: hands.keys },
]) {
  test(`a draft that gets its hour comes again, ${who}`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    const { token } = connectedUser;
    const hours = [2, 9, 16, 23].map((days) => eveningIn(days));
    const [first = new Date()] = hours;
    await page.setViewportSize(size);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
    await draft(stack.url, token, { caption, picture: await aPicture() });
    await openDraft(page, caption);
    await expect(formOf(page).getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
    await chooseTime(page, first);
    await hand.press(chip(page, 'Toda semana'));
    await expect(said(page, `Repete ${every(first)} às ${formatTime(first)}`)).toBeVisible();
    await expect(formOf(page).getByText('Um rascunho não guarda a repetição.')).toHaveCount(0);
    await hand.press(formOf(page).getByRole('button', { name: 'Agendar', exact: true }));
    await page.getByRole('dialog', { name: 'Rascunho Agendado!' }).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(timelineEntry(page, caption).first()).toContainText(`repete ${every(first)}`);
    const posts = await postsOf(stack.url, token);
    const there = posts.map(({ scheduledTime }) => String(scheduledTime)).toSorted();
    expect(there).toEqual(hours.map((hour) => hour.toISOString()));
  });
}

test('what comes again is of Premium: the composer of others says nothing of it', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  caption,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('foto.jpg'));
  await expect(formOf(page).getByText('Horários populares')).toBeVisible();
  await expect(formOf(page).getByText('Repetir')).toHaveCount(0);
  await draft(stack.url, connectedUser.token, { caption, picture: await aPicture() });
  await openDraft(page, caption);
  await expect(formOf(page).getByText('Repetir')).toHaveCount(0);
});

test('all that repeats is looked over and stopped in one place, also without Premium', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  caption,
}) => {
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('pão.jpg'));
  await formOf(page).getByLabel('Legenda').fill(caption);
  await chip(page, '3 dias').click();
  await chip(page, 'Todo mês').click();
  await sendButton(page).click();
  await expect(page).toHaveURL('/schedule', { timeout: 60_000 });
  // Within the trial it ends at once.
  await call(stack.url, refundSubscription, { token });
  await expect
    .poll(async () => (await call(stack.url, me, { token })).user.plan, { timeout: 60_000 })
    .toBe('free');
  await page.goto('/queue');
  await expect(page.getByText('Fila não disponível')).toBeVisible();
  await repetitions(page)
    .getByRole('button', { name: /^Parar de repetir: / })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Parar de repetir?' })
    .getByRole('button', { name: 'Parar de repetir' })
    .click();
  await expect(repetitions(page)).toContainText('Nenhum post se repete.');
  await expect(repetitions(page).getByRole('heading', { name: 'Repetições' })).toBeFocused();
  expect((await call(stack.url, listSeries, { token })).series).toEqual([]);
  await page.reload();
  await expect(page.getByText('Fila não disponível')).toBeVisible();
  await expect(repetitions(page)).toHaveCount(0);
});

for (const look of looks) {
  const { theme, size } = look;
  test(`what comes again has no barriers in the ${theme} theme at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
    caption,
  }) => {
    test.slow();
    await wear(page, look);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
    await page.goto('/schedule');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.getByRole('link', { name: 'Criar post' }).click();
    await chooseAndContinue(page, await pictureFile('pão.jpg'));
    await formOf(page).getByLabel('Legenda').fill(caption);
    await chip(page, '3 dias').click();
    await chip(page, 'A cada 2 semanas').click();
    await chip(page, 'Até uma data').click();
    await expect(said(page, 'Repete a cada 2 semanas')).toBeVisible();
    await expectNoBarriers(page, look);
    await chip(page, 'Todo mês').click();
    await chip(page, 'Sem fim').click();
    await sendButton(page).click();
    await expect(formOf(page)).toBeHidden({ timeout: 60_000 });
    await page.goto('/queue');
    await expect(repetitions(page)).toContainText(caption);
    await expectNoBarriers(page, look);
    await page.goto('/schedule');
    const details = await openFirst(page, caption);
    await expect(details.getByRole('button', { name: 'Parar de repetir' })).toBeVisible();
    await expectNoBarriers(page, look);
    await details.getByRole('button', { name: 'Excluir' }).click();
    const remove = page.getByRole('alertdialog', { name: 'Excluir este post?' });
    await expect(remove.getByLabel('Este e os próximos')).toBeVisible();
    await expectNoBarriers(page, look);
    await remove.getByRole('button', { name: 'Cancelar' }).click();
    await expect(remove).toBeHidden();
    await details.getByRole('button', { name: 'Editar post' }).click();
    await detailsOf(page).getByLabel('Legenda').fill('Broa de milho');
    await detailsOf(page).getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(
      page.getByRole('alertdialog', { name: 'Salvar em quais posts?' }).getByLabel('Só este'),
    ).toBeVisible();
    await expectNoBarriers(page, look);
  });
}

for (const look of looks) {
  const { theme, size } = look;
  test(`a draft that is to come again has no barriers in the ${theme} theme at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    await wear(page, look);
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
    await draft(stack.url, connectedUser.token, { caption, picture: await aPicture() });
    await openDraft(page, caption);
    await chip(page, '3 dias').click();
    await chip(page, 'Toda semana').click();
    await chip(page, 'Até uma data').click();
    await expect(said(page, 'Repete')).toBeVisible();
    await expectNoBarriers(page, look);
  });
}
