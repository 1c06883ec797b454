import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { caption, form, openDetails, readTexts } from '../../../testing/composer.ts';
import { aPost, aUser } from '../../../testing/examples.ts';
import { sendCdp } from '../../../testing/pointer-input.ts';
import { DESK, PHONE } from '../../../testing/open-page.tsx';
import { answerWithPosts } from '../../../testing/default-answers.ts';
import { installLimits } from '../../../testing/installed-limits.ts';

const suggestions = page.getByRole('listbox', { name: 'Sugestões de hashtags' });
const options = page.getByRole('option');
const option = (name: string) => page.getByRole('option', { name, exact: true });
const offeredChips = page
  .getByRole('list', { name: /^(Sugestões por tema|Suas hashtags)/ })
  .getByRole('button');
const offeredChip = (name: string) => offeredChips.filter({ hasText: name });

const field = () => caption.element() as HTMLTextAreaElement;
async function expectCaret(at: number): Promise<void> {
  await expect.poll(() => field().selectionEnd).toBe(at);
}

async function write(text: string, typed = ''): Promise<void> {
  await caption.fill(text);
  if (typed !== '') await userEvent.keyboard(typed);
}

describe('suggestions during typing', () => {
  beforeEach(async () => {
    await openDetails({ as: aUser() });
    await caption.click();
  });

  test('appear only from the second character', async () => {
    await write('Três passos. #f');
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('e');
    await expect.element(suggestions).toBeVisible();
    await userEvent.keyboard('ito');
    await expect
      .poll(() => readTexts(options))
      .toEqual(['#feitoamao', '#feitonobrasil', '#feitopormulheres', '#feitocomamor']);
  });

  test('wrap around with the arrow keys, and the field references the active option', async () => {
    const expectActiveOption = async (name: string) => {
      const chosen = page.getByRole('option', { selected: true });
      await expect.element(chosen).toHaveTextContent(name);
      await expect.element(caption).toHaveAttribute('aria-activedescendant', chosen.element().id);
    };
    await write('#feito');
    await expectActiveOption('#feitoamao');
    await userEvent.keyboard('{ArrowUp}');
    await expectActiveOption('#feitocomamor');
    await userEvent.keyboard('{ArrowDown}');
    await expectActiveOption('#feitoamao');
    await userEvent.keyboard('{ArrowDown}');
    await expectActiveOption('#feitonobrasil');
  });

  test('are accepted with Enter, and one undo step reverts that', async () => {
    await write('Três passos. #feit', 'o');
    await expect.element(suggestions).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(caption).toHaveValue('Três passos. #feitonobrasil ');
    await expectCaret('Três passos. #feitonobrasil '.length);
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(caption).toHaveValue('Três passos. #feito');
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(caption).toHaveValue('Três passos. #feitonobrasil ');
  });

  test('are accepted with Tab for a word in the middle', async () => {
    await write('Três passos. #ceram fim', '{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('ic{Backspace}');
    await expect.element(option('#ceramista')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(caption).toHaveValue('Três passos. #ceramicabrasileira fim');
    await expectCaret('Três passos. #ceramicabrasileira '.length);
  });

  test('close on Esc without closing the composer', async () => {
    await write('Fim #pa', 'd');
    await expect.element(suggestions).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('a');
    await expect.element(caption).toHaveValue('Fim #pada');
    await expect.element(suggestions).not.toBeInTheDocument();
    await expect.element(caption).toHaveFocus();
  });
});

describe.each([DESK, PHONE])('at $width px', (size) => {
  beforeEach(async () => {
    await openDetails({ as: aUser(), size });
    await caption.click();
  });

  test('the list of suggestions stays within the page and is accessible', async () => {
    await write('Uma caneca com @lia.azulejos #c', 'e');
    await expect.element(option('#ceramista')).toBeVisible();
    const box = () => suggestions.element().getBoundingClientRect();
    await expect.poll(() => box().left).toBeGreaterThanOrEqual(0);
    await expect.poll(() => box().right).toBeLessThanOrEqual(size.width);
    await expectAccessible();
  });

  test('a click on a suggestion inserts it, and the field keeps the focus', async () => {
    await write('Feita com calma #c', 'e');
    await option('#ceramicautilitaria').click();
    await expect.element(caption).toHaveValue('Feita com calma #ceramicautilitaria ');
    await expect.element(caption).toHaveFocus();
  });

  test('hashtags of the topic go into the caption one by one and can be undone', async () => {
    await write('Uma caneca por dia, feita com calma #ceramicautilitaria ');
    await expect.element(page.getByText('Sugestões por tema: cerâmica')).toBeVisible();
    await expect
      .poll(() => readTexts(offeredChips))
      .toEqual(['#ceramicabrasileira', '#atelie', '#barro', '#mesaposta', '#torno', '#ceramica']);
    await offeredChip('#atelie').click();
    await expect
      .element(caption)
      .toHaveValue(expect.stringMatching(/ #ceramicautilitaria #atelie$/));
    await expect.element(caption).toHaveFocus();
    await expect.element(offeredChip('#atelie')).not.toBeInTheDocument();
    await expect.element(suggestions).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(caption).toHaveValue(expect.stringMatching(/ #ceramicautilitaria $/));
    await expect.element(offeredChip('#atelie')).toBeVisible();
  });

  test('the sign buttons insert a space before the sign', async () => {
    await write('Uma caneca', '{Control>}{Home}{/Control}{ArrowRight}');
    await form.getByRole('button', { name: 'Mencionar' }).click();
    await expect.element(caption).toHaveValue('U @ma caneca');
    await expectCaret(3);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(caption).toHaveValue('Uma caneca');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await form.getByRole('button', { name: 'Inserir hashtag' }).click();
    await expect.element(caption).toHaveValue('Uma caneca #');
  });
});

test('the keyboard focus stays among the hashtag chips while they are pressed', async () => {
  await openDetails({ as: aUser() });
  await write('Uma caneca 👩‍🍳');
  const press = async (target: Locator, key: string) => {
    await expect.element(target).toBeVisible();
    (target.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
  };
  await press(offeredChip('#ceramicabrasileira'), '{Enter}');
  await expect.element(caption).toHaveValue('Uma caneca 👩‍🍳\n\n#ceramicabrasileira');
  await expect.element(offeredChip('#ceramicautilitaria')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect
    .element(caption)
    .toHaveValue('Uma caneca 👩‍🍳\n\n#ceramicabrasileira #ceramicautilitaria');
  field().focus();
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(caption).toHaveValue('Uma caneca 👩‍🍳');
});

test('own hashtags are suggested first, and closing the list inserts none', async () => {
  answerWithPosts([aPost({ caption: 'Fornada #cestodebarro' })]);
  await openDetails();
  await write('Oi #c', 'e');
  await expect
    .poll(() => readTexts(options).slice(0, 2))
    .toEqual(['#cestodebarro', '#ceramicabrasileira']);
  await userEvent.keyboard('{Escape}u é azul');
  await expect.element(caption).toHaveValue('Oi #ceu é azul');
});

describe('the counters for the limits of Instagram', () => {
  const counted = form.getByText(/^\d+ de \d+ (hashtags|menções)$/);

  beforeEach(() => openDetails({ as: aUser() }));

  test.each([
    ['5 de 5 hashtags', '#a ', 5, /^(?!.*hashtags por post)/, 'false'],
    ['6 de 5 hashtags', '#a ', 6, /O Instagram aceita 5 hashtags por post desde/, 'false'],
    [
      '32 de 30 hashtags',
      '#a ',
      32,
      /O Instagram recusa mais de 30 hashtags\. Remova 2\.$/,
      'true',
    ],
    ['16 de 20 menções', '@a ', 16, /./, 'false'],
  ])('%s', async (count, word, times, description, invalid) => {
    await write('#a '.repeat(3));
    await expect.element(counted).not.toBeInTheDocument();
    await write(word.repeat(times));
    await expect.element(counted).toHaveTextContent(count);
    await expect.element(caption).toHaveAccessibleDescription(description);
    expect(field().getAttribute('aria-invalid') ?? 'false').toBe(invalid);
  });

  test('the sixth hashtag is an error where the installation refuses it', async () => {
    installLimits({ maxHashtags: 5 });
    await write('#a '.repeat(6));
    await expect.element(counted).toHaveTextContent('6 de 5 hashtags');
    await expect.element(caption).toHaveAccessibleDescription(/recusa mais de 5 .*Remova 1\.$/);
    await expect.element(caption).toHaveAttribute('aria-invalid', 'true');
  });

  test('the remaining characters are counted and announced', async () => {
    const status = form.getByRole('status').filter({ hasText: /restantes|Limite/ });
    await write('a'.repeat(2001));
    await expect.element(caption).toHaveAccessibleDescription(/^199 *restantes/);
    await expect.element(status).toHaveTextContent('Menos de 200 caracteres restantes');
    await write('a'.repeat(2212));
    await expect.element(caption).toHaveAccessibleDescription(/Limite excedido! *-12 *restantes/);
    await expect.element(status).toHaveTextContent('Limite excedido!');
  });
});

describe('the hashtag colours', () => {
  const mirror = () => {
    const found = field().parentElement?.querySelector<HTMLElement>('[inert][aria-hidden=true]');
    if (!found) throw new Error('nothing is coloured');
    return found;
  };
  const look = () => ({
    isShown: mirror().checkVisibility({ visibilityProperty: true }),
    isClear: getComputedStyle(field()).color === 'rgba(0, 0, 0, 0)',
  });
  const coloured = { isShown: true, isClear: true };
  const plain = { isShown: false, isClear: false };

  afterEach(() => sendCdp('Emulation.setEmulatedMedia', { features: [] }));

  test.each([DESK, PHONE])('match the text layout at $width px', async (size) => {
    await openDetails({ as: aUser(), size });
    for (const layout of [
      '',
      'linha\n',
      'linha\n\n\n',
      'palavra '.repeat(60),
      'x'.repeat(300),
      `fim de linha${' '.repeat(200)}`,
      `#tag_${'y'.repeat(200)} fim`,
      '👩‍👩‍👧‍👦 🇧🇷 #ção @lia.x \t tab',
      'AVA To. #AV Ty @Wa fi ffi '.repeat(30),
    ]) {
      await write(layout);
      await expect
        .poll(() => heightOfMirror(mirror()) - heightOfText(field()), {
          message: JSON.stringify(layout.slice(0, 20)),
        })
        .toBe(0);
    }
  });

  test('disappear during an input method composition and return afterwards', async () => {
    await openDetails({ as: aUser() });
    await write('Oi ');
    const composed = { text: '#cera', selectionStart: 5, selectionEnd: 5 };
    await sendCdp('Input.imeSetComposition', composed);
    await expect.element(caption).toHaveValue('Oi #cera');
    await expect.poll(look).toEqual(plain);
    await sendCdp('Input.insertText', { text: '#cerâmica' });
    await expect.element(caption).toHaveValue('Oi #cerâmica');
    await expect.poll(look).toEqual(coloured);
  });

  test('disappear in forced-colors mode', async () => {
    await openDetails({ as: aUser() });
    await write('Oi #ceramica');
    await expect.poll(look).toEqual(coloured);
    await sendCdp('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    });
    await expect.poll(look).toEqual(plain);
  });
});

function heightOfMirror(mirror: HTMLElement): number {
  mirror.style.alignSelf = 'start';
  const height = mirror.offsetHeight;
  mirror.style.alignSelf = '';
  return height;
}

function heightOfText(text: HTMLElement): number {
  text.style.height = '0';
  const height = text.scrollHeight;
  text.style.height = '';
  return height;
}
