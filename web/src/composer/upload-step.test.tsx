import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  aFile,
  aPhoto,
  chooseFiles,
  form,
  continueToDetails,
  heading,
  openComposer,
  readTexts,
  tiles,
  typeOption,
} from '../../testing/composer.ts';
import { PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const MEGABYTE = 1024 * 1024;

const visibleAlert = form.getByRole('alert').filter({ hasText: /./ });
const rejected = visibleAlert
  .getByRole('list', { name: 'Arquivos que não entraram' })
  .getByRole('listitem');
const matchNames = (names: readonly string[]) => names.map((name) => expect.stringContaining(name));

beforeEach(() => openComposer());

test('a selection with refused files shows the reasons and lets the user add the remaining files', async () => {
  await chooseFiles(await aPhoto('antes.jpg'));
  await expect.element(tiles).toHaveLength(1);
  await chooseFiles([
    await aPhoto('boa.jpg'),
    aFile('enorme.jpg', 8.2 * MEGABYTE),
    aFile('conta.pdf'),
    await aPhoto('b.jpg'),
  ]);
  await expect
    .poll(() => readTexts(rejected))
    .toEqual([
      'enorme.jpg (8,2 MB). Arquivo deve ter no máximo 8MB',
      'conta.pdf (1 KB). Formato não aceito. Envie JPG, PNG, HEIC, MP4, MOV ou AVI.',
    ]);
  await expect
    .element(form.getByText('A seleção não entrou por causa destes arquivos:'))
    .toBeVisible();
  expect(readTexts(tiles)).toEqual(matchNames(['antes.jpg']));
  await expectAccessible();

  const takeRest = form.getByRole('button', { name: 'Adicionar os outros 2 arquivos' });
  await expect.element(takeRest).toBeInViewport();
  (takeRest.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rejected).not.toBeInTheDocument();
  await expect.poll(() => readTexts(tiles)).toEqual(matchNames(['antes.jpg', 'boa.jpg', 'b.jpg']));
  await expect.element(heading('Envie seus arquivos')).toHaveFocus();
});

test('the list of refused files is announced each time and can be dismissed', async () => {
  await chooseFiles(aFile('conta.pdf'));
  await expect.element(rejected).toHaveLength(1);
  await expect.element(form.getByRole('button', { name: /^Adicionar/ })).not.toBeInTheDocument();
  const before = rejected.element();
  await chooseFiles(aFile('conta.pdf'));
  await expect.poll(() => before.isConnected).toBe(false);
  await expect.element(rejected).toHaveLength(1);
  await form.getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect.element(rejected).not.toBeInTheDocument();
});

test('the list of refused files disappears with the next accepted selection', async () => {
  await chooseFiles([aFile('conta.pdf'), await aPhoto('boa.jpg')]);
  const takeRest = form.getByRole('button', { name: 'Adicionar o outro arquivo', exact: true });
  await expect.element(takeRest).toBeVisible();
  await chooseFiles(await aPhoto('melhor.jpg'));
  await expect.element(rejected).not.toBeInTheDocument();
  await expect.poll(() => readTexts(tiles)).toEqual(matchNames(['melhor.jpg']));
});

test('a file that is already in the post is skipped and reported', async () => {
  const photo = await aPhoto('caneca.jpg');
  await chooseFiles(photo);
  await expect.element(tiles).toHaveLength(1);
  await chooseFiles([photo, await aPhoto('prato.jpg')]);
  await expect.element(tiles).toHaveLength(2);
  await expect
    .poll(() => readTexts(rejected))
    .toEqual([expect.stringMatching(/^caneca\.jpg .* Já estava na lista$/)]);
});

test('of eleven files the user can add the first ten', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `${index + 1}.jpg`);
  await chooseFiles(await Promise.all(names.map((name) => aPhoto(name))));
  await expect
    .poll(() => readTexts(rejected))
    .toEqual([expect.stringMatching(/^11\.jpg .* Não cabe: um post tem até 10 arquivos\.$/)]);
  await expect.element(tiles).not.toBeInTheDocument();
  await form.getByRole('button', { name: 'Adicionar os outros 10 arquivos' }).click();
  await expect.element(form.getByText('10 de 10 arquivos')).toBeVisible();
});

describe('files that this browser cannot show', () => {
  test('are accepted, and the preview says so', async () => {
    await chooseFiles([aFile('IMG_0042.HEIC'), aFile('antigo.avi')]);
    await expect.poll(() => readTexts(tiles)).toEqual(matchNames(['HEIC', 'AVI']));
    await expect
      .element(page.getByRole('complementary', { name: 'Prévia do post' }))
      .toMatchTextContent('Este navegador não mostra esta foto');
  });

  test('cannot become a story as an AVI', async () => {
    await chooseFiles(aFile('antigo.avi'));
    await form.getByRole('button', { name: 'Continuar' }).click();
    await expect.element(typeOption('Reels')).toBeVisible();
    await expect.element(typeOption('Post de Vídeo')).toBeVisible();
    await expect.element(typeOption('Stories')).not.toBeInTheDocument();
  });

  test('have the first frame as their cover', async () => {
    await chooseFiles(aFile('antigo.avi'));
    await continueToDetails('Reels');
    await expect
      .element(page.getByRole('complementary', { name: 'Prévia do post' }))
      .toMatchTextContent('Este navegador não mostra este vídeo');
    await expect.element(form).toMatchTextContent('A capa será o primeiro quadro.');
  });
});

describe('a file that Instagram would not accept', () => {
  test.each([
    ['a photo over 8 MB', aFile('enorme.jpg', 9 * MEGABYTE), /enorme\.jpg.* máximo 8MB/],
    [
      'a video over 300 MB',
      aFile('fornada.mp4', 412 * MEGABYTE),
      /fornada\.mp4 \(412 MB\)\. Arquivo deve ter no máximo 300MB/,
    ],
    [
      'a text that calls itself a photo',
      aFile('receita.jpg'),
      new RegExp(errorCatalogue.MEDIA_UNREADABLE.message),
    ],
  ])('%s is refused, and the earlier files stay', async (_, file, reason) => {
    await chooseFiles(await aPhoto('boa.jpg'));
    await expect.element(tiles).toHaveLength(1);
    await chooseFiles(file);
    await expect.element(visibleAlert).toMatchTextContent(reason);
    expect(readTexts(tiles)).toEqual(matchNames(['boa.jpg']));
  });

  test('is refused by the server for a large file and prevents the next step', async () => {
    const { status, message } = errorCatalogue.MEDIA_UNREADABLE;
    const refusal = { success: false, code: 'MEDIA_UNREADABLE', message };
    server.answerPath('POST', '/api/uploads', () => Response.json(refusal, { status }));
    await chooseFiles(aFile('receita.mp4', 6 * MEGABYTE));
    const refused = form.getByRole('list', { name: 'Arquivos não aceitos' });
    await expect.element(refused).toMatchTextContent(message);
    await expect.element(tiles).toMatchTextContent('não aceito');
    await form.getByRole('button', { name: 'Continuar' }).click();
    const stepError = form.getByText('Remova o que não foi aceito para continuar.');
    await expect.element(stepError).toBeInViewport();
    await form.getByRole('button', { name: 'Remover este arquivo' }).click();
    await expect.element(tiles).not.toBeInTheDocument();
    await expect.element(refused).not.toBeInTheDocument();
    await expect.element(stepError).not.toBeInTheDocument();
  });
});

test('the first step requires a file', async () => {
  await form.getByRole('button', { name: 'Continuar' }).click();
  await expect.element(visibleAlert).toMatchTextContent('Selecione pelo menos um arquivo');
  await expect.element(heading('Envie seus arquivos')).toBeVisible();
});

test('the file list on a phone is accessible', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await chooseFiles([await aPhoto('a.jpg'), await aPhoto('b.jpg')]);
  await expect.element(tiles).toHaveLength(2);
  await expectAccessible();
});
