import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  answerPosts,
  aPhoto,
  chooseFiles,
  chooseTomorrow,
  form,
  continueToDetails,
  openComposer,
  sendButton,
  readFormText,
} from '../../testing/composer.ts';
import { server } from '../../testing/stub-server.ts';

const fitSection = form.getByRole('region', { name: 'Proporção' });
const choice = fitSection.getByRole('group', { name: 'Como ajustar larga.jpg' });
const fitPreview = fitSection.getByAltText('larga.jpg, como vai sair');

const aPanorama = () => aPhoto('larga.jpg', { width: 1800, height: 600 });

/** Returns the size of a picture relative to its frame; a value above 1 is clipped. */
function visibleShareOf(picture: Locator): { across: number; down: number } {
  const image = picture.element() as HTMLImageElement;
  const shown = image.getBoundingClientRect();
  const frame = image.parentElement?.getBoundingClientRect();
  if (frame === undefined) throw new Error('no frame');
  return { across: shown.width / frame.width, down: shown.height / frame.height };
}

beforeEach(() => openComposer());

test('a photo too wide for the feed is cropped or padded, as the preview shows', async () => {
  await chooseFiles(await aPanorama());
  await expect
    .element(fitSection)
    .toMatchTextContent('aceita imagens de 4:5 a 1,91:1. Esta sai em 1,91:1.');
  await expect.element(choice.getByRole('radio', { name: 'Cortar' })).toBeChecked();
  await expect
    .element(fitSection)
    .toMatchTextContent('Sai sem 36% da largura, cortada pelo centro.');
  await expect.poll(() => visibleShareOf(fitPreview).across).toBeCloseTo(3 / 1.91, 1);
  expect(visibleShareOf(fitPreview).down).toBeCloseTo(1, 1);
  await expectAccessible();

  await choice.getByText('Com bordas').click();
  await expect
    .element(fitSection)
    .toMatchTextContent('Sai inteira, com bordas brancas em cima e embaixo.');
  await expect.poll(() => visibleShareOf(fitPreview).across).toBeCloseTo(1, 1);
  expect(visibleShareOf(fitPreview).down).toBeCloseTo(1.91 / 3, 1);
  await continueToDetails();
  await expect.element(choice.getByRole('radio', { name: 'Com bordas' })).toBeChecked();
});

test('a story is sent with the chosen padding', async () => {
  answerPosts();
  await chooseFiles(await aPanorama());
  await continueToDetails('Stories');
  await expect.element(fitSection).toMatchTextContent('Stories ocupam a tela inteira, em 9:16.');
  await choice.getByText('Com bordas').click();
  await chooseTomorrow();
  await sendButton.click();
  await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  const [call] = server.calls(schedulePost);
  expect(call && readFormText(call.body, 'fit')).toBe('["pad"]');
});

test('a carousel announces that all items get the ratio of the first', async () => {
  await chooseFiles([await aPhoto('retrato.jpg', { width: 80, height: 100 }), await aPanorama()]);
  await expect
    .element(fitSection)
    .toMatchTextContent('Todos os itens saem na proporção do primeiro (4:5).');
  await expect.element(fitSection.getByRole('listitem')).toHaveLength(1);
  await expect.poll(() => visibleShareOf(fitPreview).across).toBeCloseTo(3 / 0.8, 1);
  (
    form.getByRole('button', { name: 'Mover larga.jpg', exact: true }).element() as HTMLElement
  ).focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(fitSection)
    .toMatchTextContent('Todos os itens saem na proporção do primeiro (1,91:1).');
  await expect.element(fitSection.getByRole('listitem')).toHaveLength(2);
});
