import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { schedule } from '../api.ts';
import {
  chooseAndContinue,
  composerOf,
  openComposer,
  openDetails,
  timelineEntry,
} from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

/** Goes on to where the caption is written. */
async function openCaption(page: Page, picture: string): Promise<Locator> {
  await openComposer(page);
  await chooseAndContinue(page, picture);
  const text = composerOf(page).getByLabel('Legenda', { exact: true });
  await text.click();
  return text;
}

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Sugestões de hashtags' });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
/** The hashtags below the field. */
const offered = (page: Page) =>
  page.getByRole('list', { name: /^(Sugestões por tema|Suas hashtags)/ }).getByRole('button');

/** Where the caret is; the field has the focus. */
async function caretOf(text: Locator): Promise<number> {
  await expect(text).toBeFocused();
  return text.evaluate((field: { selectionEnd: number }) => field.selectionEnd);
}

test('hashtags are suggested while one types, and taken without a mouse', async ({
  page,
  user,
  pictureFile,
}) => {
  expect(user.user.instagramAccountId ?? null).toBeNull();
  const chunks: string[] = [];
  page.on('request', (request) => chunks.push(request.url()));
  await openComposer(page);
  expect(chunks.filter((url) => /\/topics-[^/]*\.js/.test(url))).toEqual([]);
  const text = await openCaption(page, await pictureFile('caneca.jpg'));
  await expect.poll(() => chunks.filter((url) => /\/topics-[^/]*\.js/.test(url)).length).toBe(1);

  await test.step('nothing is suggested before the second character', async () => {
    await page.keyboard.type('Três passos. #f');
    await expect(suggestions(page)).toBeHidden();
    await page.keyboard.type('e');
    await expect(suggestions(page)).toBeVisible();
    await page.keyboard.type('ito');
    await expect(page.getByRole('option')).toHaveText([
      '#feitoamao',
      '#feitonobrasil',
      '#feitopormulheres',
      '#feitocomamor',
    ]);
  });

  await test.step('the arrows go round, and the field tells which one it is', async () => {
    const chosen = page.getByRole('option', { selected: true });
    const isTold = async (name: string) => {
      await expect(chosen).toHaveText(name);
      const id = await chosen.getAttribute('id');
      await expect(text).toHaveAttribute('aria-activedescendant', id ?? 'none');
    };
    await isTold('#feitoamao');
    await page.keyboard.press('ArrowUp');
    await isTold('#feitocomamor');
    await page.keyboard.press('ArrowDown');
    await isTold('#feitoamao');
    await page.keyboard.press('ArrowDown');
    await isTold('#feitonobrasil');
  });

  await test.step('Enter takes one, and one step takes it back', async () => {
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue('Três passos. #feitonobrasil ');
    await expect.poll(() => caretOf(text)).toBe('Três passos. #feitonobrasil '.length);
    await expect(suggestions(page)).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(text).toHaveValue('Três passos. #feito');
    await expect(suggestions(page)).toBeHidden();
    await page.keyboard.press('Control+Shift+z');
    await expect(text).toHaveValue('Três passos. #feitonobrasil ');
  });

  await test.step('Tab takes one too, for a word in the middle', async () => {
    await page.keyboard.type('#ceram fim');
    for (let back = 0; back < ' fim'.length; back += 1) await page.keyboard.press('ArrowLeft');
    await expect(suggestions(page)).toBeHidden();
    await page.keyboard.type('ic');
    await page.keyboard.press('Backspace');
    await expect(option(page, '#ceramista')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(text).toHaveValue('Três passos. #feitonobrasil #ceramicabrasileira fim');
    await expect
      .poll(() => caretOf(text))
      .toBe('Três passos. #feitonobrasil #ceramicabrasileira '.length);
  });

  await test.step('Esc closes the suggestions, and only then the dialog', async () => {
    await page.keyboard.press('End');
    await page.keyboard.type(' #pad');
    await expect(suggestions(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(suggestions(page)).toBeHidden();
    await page.keyboard.type('a');
    await expect(suggestions(page)).toBeHidden();
    await expect(text).toBeFocused();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Descartar este post?' });
    await expect(question).toBeVisible();
  });
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ hasTouch: size.width < 500 });

    test('hashtags are pressed into the caption, and the field keeps the focus', async ({
      page,
      user,
      pictureFile,
    }) => {
      expect(user.email).toContain('@');
      const press = (target: Locator) => (size.width < 500 ? target.tap() : target.click());
      const text = await openCaption(page, await pictureFile('caneca.jpg'));
      await page.setViewportSize(size);

      await test.step('one that is suggested', async () => {
        await page.keyboard.type('Uma caneca por dia, feita com calma #ce');
        // Drawn first, and put in its place then.
        await expect(async () => {
          const box = await suggestions(page).boundingBox();
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
        }).toPass({ timeout: 20_000 });
        await press(option(page, '#ceramicautilitaria'));
        await expect(text).toHaveValue('Uma caneca por dia, feita com calma #ceramicautilitaria ');
        await expect(text).toBeFocused();
      });

      await test.step('some of the topic, each of which goes and can be taken back', async () => {
        await expect(page.getByText('Sugestões por tema: cerâmica')).toBeVisible();
        await expect(offered(page)).toHaveText([
          '#ceramicabrasileira',
          '#atelie',
          '#barro',
          '#mesaposta',
          '#torno',
          '#ceramica',
        ]);
        await press(offered(page).filter({ hasText: '#atelie' }));
        await expect(text).toHaveValue(/ #ceramicautilitaria #atelie$/);
        await expect(text).toBeFocused();
        await expect(offered(page).filter({ hasText: '#atelie' })).toBeHidden();
        await expect(suggestions(page)).toBeHidden();
        await page.keyboard.press('Control+z');
        await expect(text).toHaveValue(/ #ceramicautilitaria $/);
        await expect(offered(page)).toContainText(['#atelie']);
      });

      await test.step('the signs, apart from the word before them', async () => {
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('ArrowRight');
        await press(page.getByRole('button', { name: 'Mencionar' }));
        await expect(text).toHaveValue(/^U @ma caneca/);
        await expect.poll(() => caretOf(text)).toBe(3);
        await page.keyboard.press('Control+z');
        await expect(text).toHaveValue(/^Uma caneca/);
        await page.keyboard.press('Control+End');
        await press(page.getByRole('button', { name: 'Inserir hashtag' }));
        await expect(text).toHaveValue(/ #ceramicautilitaria #$/);
      });
    });
  });
}

test('who goes through the hashtags by keyboard stays among them', async ({
  page,
  user,
  pictureFile,
}) => {
  expect(user.email).toContain('@');
  const text = await openCaption(page, await pictureFile('caneca.jpg'));
  await page.keyboard.type('Uma caneca 👩‍🍳');
  const first = offered(page).filter({ hasText: '#ceramicabrasileira' });
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('Uma caneca 👩‍🍳\n\n#ceramicabrasileira');
  await expect(offered(page).filter({ hasText: '#ceramicautilitaria' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(text).toHaveValue('Uma caneca 👩‍🍳\n\n#ceramicabrasileira #ceramicautilitaria');
  await text.focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('Uma caneca 👩‍🍳');
});

test('what Instagram would refuse is told while there is time', async ({
  page,
  user,
  pictureFile,
}) => {
  expect(user.email).toContain('@');
  const text = await openCaption(page, await pictureFile('caneca.jpg'));
  const composer = composerOf(page);
  const counted = composer.getByText(/^\d+ de \d+ (hashtags|menções)$/);
  await text.fill('#a '.repeat(3));
  await expect(counted).toBeHidden();
  await text.fill('#a '.repeat(5));
  await expect(counted).toHaveText('5 de 5 hashtags');
  await expect(text).not.toHaveAccessibleDescription(/hashtags por post/);
  await text.fill('#a '.repeat(6));
  await expect(counted).toHaveText('6 de 5 hashtags');
  await expect(text).toHaveAccessibleDescription(/O Instagram aceita 5 hashtags por post desde/);
  await expect(text).not.toHaveAttribute('aria-invalid');
  await text.fill('#a '.repeat(32));
  await expect(counted).toHaveText('32 de 30 hashtags');
  await expect(text).toHaveAccessibleDescription(
    /O Instagram recusa mais de 30 hashtags\. Remova 2\.$/,
  );
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await text.fill('@a '.repeat(16));
  await expect(counted).toHaveText('16 de 20 menções');
  await expect(text).not.toHaveAttribute('aria-invalid');

  const status = composer.getByRole('status').filter({ hasText: /restantes|Limite/ });
  await text.fill('a'.repeat(2001));
  await expect(text).toHaveAccessibleDescription(/^199 *restantes/);
  await expect(status).toHaveText('Menos de 200 caracteres restantes');
  await text.fill('a'.repeat(2212));
  await expect(text).toHaveAccessibleDescription(/Limite excedido! *-12 *restantes/);
  await expect(status).toHaveText('Limite excedido!');
});

const layouts = [
  '',
  'linha\n',
  'linha\n\n\n',
  'palavra '.repeat(60),
  'x'.repeat(300),
  `fim de linha${' '.repeat(200)}`,
  `#tag_${'y'.repeat(200)} fim`,
  '👩‍👩‍👧‍👦 🇧🇷 #ção @lia.x \t tab',
  'AVA To. #AV Ty @Wa fi ffi '.repeat(30),
];

test('the colours lie where the text is, and go where they would be in the way', async ({
  page,
  user,
  pictureFile,
}) => {
  expect(user.email).toContain('@');
  const text = await openCaption(page, await pictureFile('caneca.jpg'));
  const mirror = page
    .locator('[inert][aria-hidden=true]', {
      has: page.locator('xpath=following-sibling::textarea'),
    })
    .last();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const layout of layouts) {
      await text.fill(layout);
      const drawn = () =>
        mirror.evaluate((element) => {
          element.style.alignSelf = 'start';
          const height = element.offsetHeight;
          element.style.alignSelf = '';
          return height;
        });
      const needed = () =>
        text.evaluate((element) => {
          element.style.height = '0';
          const height = element.scrollHeight;
          element.style.height = '';
          return height;
        });
      await expect
        .poll(async () => (await drawn()) - (await needed()), {
          message: `${JSON.stringify(layout.slice(0, 20))} at ${width} px`,
        })
        .toBe(0);
    }
  }

  await text.fill('Oi ');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', {
    text: '#cera',
    selectionStart: 5,
    selectionEnd: 5,
  });
  await expect(text).toHaveValue('Oi #cera');
  await expect(mirror).toBeHidden();
  await expect(text).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await browser.send('Input.insertText', { text: '#cerâmica' });
  await expect(text).toHaveValue('Oi #cerâmica');
  await expect(mirror).toBeVisible();
  await expect(text).toHaveCSS('color', 'rgba(0, 0, 0, 0)');

  await page.emulateMedia({ forcedColors: 'active' });
  await expect(mirror).toBeHidden();
  await expect(text).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
});

test('suggestions have no barriers', async ({ page, user, pictureFile }) => {
  expect(user.email).toContain('@');
  await openCaption(page, await pictureFile('caneca.jpg'));
  await page.keyboard.type('Uma caneca com @lia.azulejos #ce');
  await expect(option(page, '#ceramista')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        page.evaluate('document.getAnimations().every((each) => each.playState !== "running")'),
      )
      .toBe(true);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
    expect(told).toEqual([]);
  }
});

test('the own hashtags come first', async ({ page, stack, connectedUser, caption }) => {
  const { token } = connectedUser;
  const later = (hours: number) => new Date(Date.now() + hours * HOUR);
  const picture = await aPicture();
  const wish = { caption: `${caption} #cestodebarro`, scheduledTime: later(30), picture };
  await schedule(stack.url, token, wish);
  const refused = `Agora ${caption} #falha_create_36004_2207010`;
  await schedule(stack.url, token, { caption: refused, scheduledTime: later(0.001), picture });
  await page.goto('/schedule');
  await expect(timelineEntry(page, refused).getByText('Falhou')).toBeVisible({ timeout: 60_000 });
  const details = await openDetails(page, refused);
  await details.getByRole('button', { name: 'Editar legenda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  const text = dialog.getByLabel('Legenda', { exact: true });
  await text.fill('Oi #ce');
  await expect(page.getByRole('option').first()).toHaveText('#cestodebarro');
  await expect(page.getByRole('option').nth(1)).toHaveText('#ceramicabrasileira');
  await page.keyboard.press('Escape');
  await page.keyboard.type('u é azul');
  await expect(text).toHaveValue('Oi #ceu é azul');
});
