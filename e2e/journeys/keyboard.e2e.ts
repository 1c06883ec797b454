import { formatDayMonth, fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import { postsOf } from '../api.ts';
import { chooseFile, composerOf, hourIn, timelineEntry, typeOption } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { hands, tabTo } from '../hands.ts';

const MOST_STOPS = 60;

test('logs in, walks the calendar and schedules a post without a mouse', async ({
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

  await test.step('moves by day and by week, and comes back', async () => {
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

  const composer = composerOf(page);
  await test.step('opens the dialog on an empty day and chooses a photo', async () => {
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();
    await chooseFile(page, photo, hands.keys);
    await expect(composer.getByText('Tipo detectado automaticamente')).toBeVisible();
    await tabTo(composer.getByRole('button', { name: 'Continuar' }));
    await page.keyboard.press('Enter');
    await expect(
      composer.getByRole('heading', { name: 'Como esta foto vai ao ar?' }),
    ).toBeFocused();
    await tabTo(typeOption(page, 'Post de Imagem'));
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('heading', { name: 'Detalhes da imagem' })).toBeFocused();
  });

  await test.step('writes and sends', async () => {
    await tabTo(composer.getByLabel('Legenda'));
    await page.keyboard.type(caption);
    await expect.poll(() => hourIn(page)).toBe('12:00');
    await tabTo(composer.getByRole('button', { name: /^Agendar para \S{3} \d\d\/\d\d às 12:00$/ }));
    await page.keyboard.press('Space');
    const almost = page.getByRole('dialog', { name: 'Quase lá!' });
    await expect(almost).toBeVisible();
    await tabTo(almost.getByRole('button', { name: 'Continuar Explorando (Demo)' }));
    await page.keyboard.press('Enter');
    await expect(composer.getByText('Post Agendado!')).toBeVisible();
  });

  await test.step('leaves the dialog and is back on the calendar', async () => {
    await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer).toBeHidden();
    await expect(timelineEntry(page, caption)).toContainText('12:00');
    const posts = await postsOf(stack.url, token);
    expect(posts.map((post) => post.scheduledTime)).toEqual([dayAfter(1).toISOString()]);
    await expect(
      page.getByRole('button', {
        name: `${formatDayMonth(dayAfter(1))}, 1 post: 12:00 Imagem agendado`,
      }),
    ).toBeFocused();
  });
});

test('the letter C chooses in a list, open or closed, and creates a post elsewhere', async ({
  page,
  connectedUser,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.goto('/schedule');
  const type = page.getByRole('region', { name: 'Timeline' }).getByLabel('Tipo');
  const chosen = page.getByRole('option', { selected: true });
  await type.press('Enter');
  await expect(chosen).toBeFocused();
  // A letter may come before the list has the focus.
  await chosen.blur();
  await page.keyboard.press('c');
  await chosen.focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('option', { name: 'Carrossel' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { name: 'Stories' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(type).toBeFocused();
  await expect(type).toHaveText('Stories');

  await page.keyboard.press('c');
  await expect(type).toHaveText('Carrossel');
  // A composer that had been asked for would have taken the focus, and the page's buttons, by now.
  await page.getByRole('button', { name: 'Mostrar todos' }).press('Enter');
  await expect(type).toHaveText('Todos os tipos');
  await expect(composerOf(page)).toBeHidden();
  await page.getByRole('heading', { name: 'Timeline', exact: true }).click();
  await page.keyboard.press('c');
  await expect(composerOf(page)).toBeVisible();
});

test('a dialog keeps the focus within, and Esc asks before work is lost', async ({
  page,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('c');
  const composer = composerOf(page);
  await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();

  await composer
    .getByLabel('Escolher arquivos')
    .first()
    .setInputFiles(await pictureFile('a.jpg'));
  await tabTo(composer.getByRole('button', { name: 'Continuar' }));
  await page.keyboard.press('Enter');
  await tabTo(typeOption(page, 'Post de Imagem'));
  await page.keyboard.press('Enter');
  await tabTo(composer.getByLabel('Legenda'));
  await page.keyboard.type(caption);
  const within = await composer.elementHandle();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const inside = await within?.evaluate((dialog) =>
      dialog.contains(dialog.ownerDocument.activeElement),
    );
    // The guards at both ends of the dialog hold the focus for a moment on its way round.
    if (inside !== true)
      await expect
        .poll(() =>
          within?.evaluate((dialog) => dialog.contains(dialog.ownerDocument.activeElement)),
        )
        .toBe(true);
  }

  await page.keyboard.press('Escape');
  const asked = page.getByRole('alertdialog', { name: 'Descartar este post?' });
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(composer.getByLabel('Legenda')).toHaveValue(caption);
  await page.keyboard.press('Escape');
  await tabTo(asked.getByRole('button', { name: 'Descartar' }));
  await page.keyboard.press('Enter');
  await expect(composer).toBeHidden();
});
