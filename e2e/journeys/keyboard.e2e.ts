import {
  formatDayMonth,
  fromBrasilia,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import { fetchPosts } from '../support/api.ts';
import {
  chooseFile,
  getComposer,
  readTime,
  getTimelineEntry,
  getTypeOption,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods, tabTo } from '../support/input-methods.ts';

test('a user logs in, navigates the calendar and schedules a post without a mouse', async ({
  page,
  stack,
  newUser,
  caption,
  pictureFile,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/schedule/);
  const { email, password, token } = await newUser();
  const photo = await pictureFile('teclado.jpg');
  const today = toBrasilia(new Date());
  const dayAfter = (days: number) =>
    fromBrasilia({ ...today, day: today.day + days, hour: 12, minute: 0 });

  await test.step('logs in', async () => {
    await page.goto('/schedule');
    await tabTo(page.getByRole('main').getByRole('link', { name: 'Entrar' }).first());
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('E-mail'));
    await page.keyboard.type(email);
    await tabTo(page.getByLabel('Senha', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/schedule');
  });

  await test.step('moves by day and by week, and returns', async () => {
    const day = (days: number) =>
      page.getByRole('button', {
        name: new RegExp(`^${formatDayMonth(dayAfter(days))}, sem posts`),
      });
    await tabTo(day(0));
    await page.keyboard.press('ArrowDown');
    await expect(day(7)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(day(6)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(day(-1)).toBeFocused();
    await page.keyboard.press('t');
    await expect(day(0)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(day(1)).toBeFocused();
  });

  const composer = getComposer(page);
  await test.step('opens the dialog on an empty day and chooses a photo', async () => {
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();
    await chooseFile(page, photo, inputMethods.keys);
    await expect(composer.getByText('Tipo detectado automaticamente')).toBeVisible();
    await tabTo(composer.getByRole('button', { name: 'Continuar' }));
    await page.keyboard.press('Enter');
    await expect(
      composer.getByRole('heading', { name: 'Como esta foto vai ao ar?' }),
    ).toBeFocused();
    await tabTo(getTypeOption(page, 'Post de Imagem'));
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('heading', { name: 'Detalhes da imagem' })).toBeFocused();
  });

  await test.step('writes the caption and schedules the post', async () => {
    await tabTo(composer.getByLabel('Legenda'));
    await page.keyboard.type(caption);
    await expect.poll(() => readTime(page)).toBe('12:00');
    await tabTo(composer.getByRole('button', { name: /^Agendar para \S{3} \d\d\/\d\d às 12:00$/ }));
    await page.keyboard.press('Space');
    const almost = page.getByRole('dialog', { name: 'Quase lá!' });
    await expect(almost).toBeVisible();
    await tabTo(almost.getByRole('button', { name: 'Continuar Explorando (Demo)' }));
    await page.keyboard.press('Enter');
    await expect(composer.getByText('Post Agendado!')).toBeVisible();
  });

  await test.step('closes the dialog and returns to the calendar', async () => {
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer).toBeHidden();
    await expect(getTimelineEntry(page, caption)).toContainText('12:00');
    const posts = await fetchPosts(stack.url, token);
    expect(posts.map((post) => post.scheduledTime)).toEqual([dayAfter(1).toISOString()]);
    await expect(
      page.getByRole('button', {
        name: `${formatDayMonth(dayAfter(1))}, 1 post: 12:00 Imagem agendado`,
      }),
    ).toBeFocused();
  });
});
