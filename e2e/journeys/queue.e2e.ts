import type { Page } from '@playwright/test';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { addSlots, getQueue } from '@pontual/contract/planning/queue.ts';
import { call, fetchPosts, schedule, type TestUser } from '../support/api.ts';
import {
  chooseAndContinue,
  getDetails,
  getForm,
  readTime,
  getSendButton,
} from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Returns the time of day that lies so many hours ahead, so that it cannot pass during the test. */
const timeAfterHours = (hours: number) => formatTime(new Date(Date.now() + hours * HOUR));
const parseMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const week = (page: Page) => page.getByRole('region', { name: 'Horários da semana' });
const getQueuedPosts = (page: Page) => page.getByRole('region', { name: 'Na fila' });
const getStatusMessage = (page: Page, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });

const addDaily = (url: string, { token }: TestUser, ...times: string[]) =>
  call(url, addSlots, {
    token,
    body: {
      slots: everyDay.flatMap((weekday) =>
        times.map((time) => ({ weekday, minute: parseMinute(time) })),
      ),
    },
  });

const fetchSlots = async (url: string, token: string) =>
  (await call(url, getQueue, { token })).upcomingSlots;

async function readDueTime(url: string, token: string, text: string) {
  const found = (await fetchPosts(url, token)).find(({ caption }) => caption.includes(text));
  return found?.scheduledTime;
}

test('a user chooses weekly queue slots, and posts fill them and swap slots', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  caption,
}) => {
  test.slow();
  const { token } = connectedUser;
  const [first, second] = [timeAfterHours(2), timeAfterHours(5)];
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'premium'));

  await test.step('adds a queue slot to every day, removes one and restores it', async () => {
    await page.goto('/dashboard');
    await inputMethods.mouse.press(page.getByRole('link', { name: 'Ver Fila' }));
    await expect(page.getByText('A fila começa pelos horários')).toBeVisible();
    await inputMethods.mouse.press(week(page).getByRole('button', { name: 'Dom' }));
    await inputMethods.mouse.press(week(page).getByRole('button', { name: 'Sáb' }));
    await inputMethods.mouse.moveTo(week(page).getByLabel('Hora', { exact: true }));
    await page.keyboard.type(first.replace(':', ''));
    await inputMethods.mouse.press(week(page).getByRole('button', { name: 'Adicionar' }));
    await expect(getStatusMessage(page, '7 horários adicionados')).toBeVisible();
    await expect(week(page).getByText('7 horários', { exact: true })).toBeVisible();
    await inputMethods.mouse.press(
      week(page).getByRole('button', { name: `Remover quarta às ${first}` }),
    );
    await expect(week(page).getByText('6 horários', { exact: true })).toBeVisible();
    await expect(week(page).getByRole('heading', { name: 'Horários da semana' })).toBeFocused();
    // Caps Lock produces an uppercase Z.
    await page.keyboard.press('Control+Z');
    await expect(week(page).getByText('7 horários', { exact: true })).toBeVisible();
  });

  await test.step('the composer offers the next free queue slot', async () => {
    await addDaily(stack.url, connectedUser, second);
    await page.goto('/create-post');
    await chooseAndContinue(page, await pictureFile('pão.jpg'));
    await getForm(page).getByLabel('Legenda').fill(caption);
    await inputMethods.mouse.press(
      getForm(page).getByRole('button', { name: /^Próximo horário livre/ }),
    );
    expect(await readTime(page)).toBe(first);
    await inputMethods.mouse.press(getSendButton(page));
    await expect(page).toHaveURL('/schedule', { timeout: 60_000 });
    const [slot] = await fetchSlots(stack.url, token);
    expect(await readDueTime(stack.url, token, caption)).toBe(slot?.at);
  });

  const slots = await fetchSlots(stack.url, token);
  const at = (index: number) => slots[index]?.at ?? '';
  await schedule(stack.url, token, {
    caption: 'Caneca dupla',
    scheduledTime: new Date(at(1)),
    picture: await createPicture(),
  });

  await test.step('two posts swap their queue slots, and the focus follows the moved post', async () => {
    await page.goto('/queue');
    const up = getQueuedPosts(page).getByRole('button', { name: 'Mover para antes: Caneca dupla' });
    await inputMethods.mouse.press(up);
    await expect(getStatusMessage(page, /^Post movido para .*, trocado com o post/)).toBeAttached();
    await expect(up).toBeFocused();
    expect(await readDueTime(stack.url, token, 'Caneca')).toBe(at(0));
    expect(await readDueTime(stack.url, token, caption)).toBe(at(1));
    await expect(up).toHaveAttribute('aria-disabled', 'true');
    await inputMethods.mouse.press(
      getQueuedPosts(page).getByRole('button', { name: /^Mover para depois: Fornada/ }),
    );
    await expect.poll(() => readDueTime(stack.url, token, caption)).toBe(at(2));
  });

  await test.step('a post gets its own due time and leaves its queue slot', async () => {
    await inputMethods.mouse.press(
      getQueuedPosts(page).getByRole('button', { name: 'Tirar da fila: Caneca dupla' }),
    );
    const dialog = page.getByRole('dialog', { name: 'Tirar da fila' });
    await inputMethods.mouse.press(dialog.getByRole('button', { name: 'Mover para este horário' }));
    await expect(dialog.getByText('O post já está neste horário. Escolha outro.')).toBeVisible();
    await inputMethods.mouse.press(dialog.getByRole('button', { name: '1 semana' }));
    await inputMethods.mouse.press(dialog.getByRole('button', { name: 'Mover para este horário' }));
    await expect(dialog).toBeHidden();
    await expect(getQueuedPosts(page).getByText('Caneca dupla')).toBeHidden();
    await expect(page.getByRole('link', { name: `Criar post para ${first}` })).toBeVisible();
  });

  await test.step('a queued post opens, and a free queue slot starts a new post', async () => {
    await inputMethods.mouse.press(
      getQueuedPosts(page).getByRole('button', { name: caption }).first(),
    );
    await expect(getDetails(page).getByText('Agendado', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(getDetails(page)).toBeHidden();
    await inputMethods.mouse.press(page.getByRole('link', { name: `Criar post para ${first}` }));
    await expect(page).toHaveURL('/create-post');
  });
});
