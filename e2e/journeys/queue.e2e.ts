import type { Page } from '@playwright/test';
import { dayKey, formatTime, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { addSlots, getQueue } from '@pontual/contract/queue.ts';
import { call, postsOf, schedule, type Account } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { chooseAndContinue, detailsOf, formOf, hourIn, sendButton } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { hands } from '../hands.ts';
import { withPlan } from '../payments.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** The hours of day that it will be in so many hours: nobody's test runs into them. */
const hourIn24 = (hours: number) => formatTime(new Date(Date.now() + hours * HOUR));
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const week = (page: Page) => page.getByRole('region', { name: 'Horários da semana' });
const queued = (page: Page) => page.getByRole('region', { name: 'Na fila' });
const said = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });

const addDaily = (url: string, { token }: Account, ...times: string[]) =>
  call(url, addSlots, {
    token,
    body: {
      slots: everyDay.flatMap((weekday) =>
        times.map((time) => ({ weekday, minute: minuteOf(time) })),
      ),
    },
  });

const placesOf = async (url: string, token: string) =>
  (await call(url, getQueue, { token })).places;

/** The hour of the one post with these words. */
async function timeOf(url: string, token: string, words: string) {
  const found = (await postsOf(url, token)).find(({ caption }) => caption.includes(words));
  return found?.scheduledTime;
}

for (const { who, width, hand } of [
  { who: 'by the mouse at 1440 px', width: 1440, hand: hands.mouse },
  { who: 'by the keyboard at 390 px', width: 390, hand: hands.keys },
]) {
  test(`hours of the week are chosen, posts fill them, and change places, ${who}`, async ({
    page,
    stack,
    connectedUser,
    pictureFile,
    caption,
  }) => {
    test.slow();
    const { token } = connectedUser;
    const [first, second] = [hourIn24(2), hourIn24(5)];
    await page.setViewportSize({ width, height: 900 });
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));

    await test.step('adds an hour to every day, and takes one away and back', async () => {
      await page.goto('/dashboard');
      await hand.press(page.getByRole('link', { name: 'Ver Fila' }));
      await expect(page.getByText('A fila começa pelos horários')).toBeVisible();
      await hand.press(week(page).getByRole('button', { name: 'Dom' }));
      await hand.press(week(page).getByRole('button', { name: 'Sáb' }));
      await hand.reach(week(page).getByLabel('Hora', { exact: true }));
      await page.keyboard.type(first.replace(':', ''));
      await hand.press(week(page).getByRole('button', { name: 'Adicionar' }));
      await expect(said(page, '7 horários adicionados')).toBeVisible();
      await expect(week(page).getByText('7 horários', { exact: true })).toBeVisible();
      await hand.press(week(page).getByRole('button', { name: `Remover quarta às ${first}` }));
      await expect(week(page).getByText('6 horários', { exact: true })).toBeVisible();
      await expect(week(page).getByRole('heading', { name: 'Horários da semana' })).toBeFocused();
      // As it comes with Caps Lock, too.
      await page.keyboard.press('Control+Z');
      await expect(week(page).getByText('7 horários', { exact: true })).toBeVisible();
    });

    await test.step('the composer gives the next that is free', async () => {
      await addDaily(stack.url, connectedUser, second);
      await page.goto('/create-post');
      await chooseAndContinue(page, await pictureFile('pão.jpg'));
      await formOf(page).getByLabel('Legenda').fill(caption);
      await hand.press(formOf(page).getByRole('button', { name: /^Próximo horário livre/ }));
      expect(await hourIn(page)).toBe(first);
      await hand.press(sendButton(page));
      await expect(page).toHaveURL('/schedule', { timeout: 60_000 });
      const [place] = await placesOf(stack.url, token);
      expect(await timeOf(stack.url, token, caption)).toBe(place?.at);
    });

    const places = await placesOf(stack.url, token);
    const at = (index: number) => places[index]?.at ?? '';
    await schedule(stack.url, token, {
      caption: 'Caneca dupla',
      scheduledTime: new Date(at(1)),
      picture: await aPicture(),
    });

    await test.step('two posts change places, and the focus goes with the one that was moved', async () => {
      await page.goto('/queue');
      const up = queued(page).getByRole('button', { name: 'Mover para antes: Caneca dupla' });
      await hand.press(up);
      await expect(said(page, /^Post movido para .*, trocado com o post/)).toBeAttached();
      await expect(up).toBeFocused();
      expect(await timeOf(stack.url, token, 'Caneca')).toBe(at(0));
      expect(await timeOf(stack.url, token, caption)).toBe(at(1));
      await expect(up).toHaveAttribute('aria-disabled', 'true');
      await hand.press(queued(page).getByRole('button', { name: /^Mover para depois: Fornada/ }));
      await expect.poll(() => timeOf(stack.url, token, caption)).toBe(at(2));
    });

    await test.step('a post gets an hour of its own, and leaves its place', async () => {
      await hand.press(queued(page).getByRole('button', { name: 'Tirar da fila: Caneca dupla' }));
      const dialog = page.getByRole('dialog', { name: 'Tirar da fila' });
      await hand.press(dialog.getByRole('button', { name: 'Mover para este horário' }));
      await expect(dialog.getByText('O post já está neste horário. Escolha outro.')).toBeVisible();
      await hand.press(dialog.getByRole('button', { name: '1 semana' }));
      await hand.press(dialog.getByRole('button', { name: 'Mover para este horário' }));
      await expect(dialog).toBeHidden();
      await expect(queued(page).getByText('Caneca dupla')).toBeHidden();
      await expect(page.getByRole('link', { name: `Criar post para ${first}` })).toBeVisible();
    });

    await test.step('a post of the queue opens, and a free hour begins one', async () => {
      await hand.press(queued(page).getByRole('button', { name: caption }).first());
      await expect(detailsOf(page).getByText('Agendado', { exact: true }).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(detailsOf(page)).toBeHidden();
      await hand.press(page.getByRole('link', { name: `Criar post para ${first}` }));
      await expect(page).toHaveURL('/create-post');
    });
  });
}

test('the queue is of Premium: others are led to the plans, and their composer says nothing of it', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Ver Analytics' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Fila' })).toHaveCount(0);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { name: 'Fila não disponível' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await expect(page).toHaveURL('/plans');
  await page.goto('/create-post');
  await chooseAndContinue(page, await pictureFile('foto.jpg'));
  await expect(formOf(page).getByText('Horários populares')).toBeVisible();
  await expect(formOf(page).getByText('Sua fila')).toHaveCount(0);
});

test('by keyboard the focus goes on to the first of the hours that are shown on demand', async ({
  page,
  stack,
  connectedUser,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await addDaily(stack.url, connectedUser, hourIn24(2));
  await page.goto('/queue');
  const free = queued(page).getByRole('link', { name: /^Criar post para/ });
  await expect(free).toHaveCount(12);
  await hands.keys.press(page.getByRole('button', { name: /^Mostrar mais \d+ horários$/ }));
  await expect(free.nth(12)).toBeFocused();
});

test('hours without a day, twice, or when nothing is known of the account: each is said', async ({
  page,
  stack,
  connectedUser,
}) => {
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
  await page.goto('/queue');
  const add = week(page).getByRole('button', { name: 'Adicionar' });
  for (const day of ['Seg', 'Ter', 'Qua', 'Qui']) {
    await week(page).getByRole('button', { name: day, exact: true }).click();
  }
  await add.click();
  await expect(said(page, 'Horário de sexta às 18:00 adicionado')).toBeVisible();
  await add.click();
  await expect(week(page).getByRole('alert')).toHaveText('Esses horários já estão na semana.');
  await week(page).getByRole('button', { name: 'Sex', exact: true }).click();
  await add.click();
  await expect(week(page).getByRole('alert')).toHaveText('Escolha pelo menos um dia.');
  const best = page.getByRole('region', { name: 'Seus melhores horários' });
  await expect(best).toContainText('Ainda não há posts seus com números do Instagram.');
  await expect(best).toContainText('quando pelo menos 5 posts saíram nele');
});

for (const look of looks) {
  const { theme, size } = look;
  test(`the queue has no barriers in the ${theme} theme at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    await wear(page, look);
    const { token } = connectedUser;
    await logIn(page, stack, await withPlan(stack.url, connectedUser, 'premium'));
    await page.goto('/queue');
    await expect(page.getByText('A fila começa pelos horários')).toBeVisible();
    await expectNoBarriers(page, look);
    await addDaily(stack.url, connectedUser, '12:00', '18:00');
    const tomorrow = startOfDay(dayKey(new Date()), 1).getTime();
    await schedule(stack.url, token, {
      caption,
      scheduledTime: new Date(tomorrow + 12 * HOUR),
      picture: await aPicture(),
    });
    await page.goto('/queue');
    await page.getByRole('button', { name: /^Tirar da fila/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Tirar da fila' });
    await expect(dialog.getByRole('button', { name: /^Próximo horário livre/ })).toBeVisible();
    await expectNoBarriers(page, look);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();
    await expectNoBarriers(page, look);
  });
}
