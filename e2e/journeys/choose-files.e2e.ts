import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { errorCatalogue } from '@pontual/contract/errors.ts';
import { chooseFile, composerOf, openComposer, typeOption } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const chosen = (page: Page) => composerOf(page).getByRole('list', { name: 'Arquivos do post' });
const rejected = (page: Page) =>
  composerOf(page).getByRole('alert').getByRole('list', { name: 'Arquivos que não entraram' });

test.beforeEach(({ connectedUser }) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
});

test('a selection with refused files waits, with their reasons, for its owner to take the rest', async ({
  page,
  pictureFile,
}, testInfo) => {
  const large = testInfo.outputPath('enorme.jpg');
  await writeFile(large, Buffer.concat([await aPicture(), Buffer.alloc(8 * 1024 * 1024)]));
  const paper = testInfo.outputPath('conta.pdf');
  await writeFile(paper, '%PDF-1.7');
  const composer = await openComposer(page);
  await chooseFile(page, await pictureFile('antes.jpg'));
  await expect(chosen(page).getByRole('listitem')).toHaveCount(1);

  await chooseFile(page, [await pictureFile('boa.jpg'), large, paper, await pictureFile('b.jpg')]);
  await expect(rejected(page).getByRole('listitem')).toHaveText([
    /^enorme\.jpg \(8,\d MB\)\. Arquivo deve ter no máximo 8MB$/,
    /^conta\.pdf \(1 KB\)\. Formato não aceito\. Envie JPG, PNG, HEIC, MP4, MOV ou AVI\.$/,
  ]);
  await expect(composer.getByText('A seleção não entrou por causa destes arquivos:')).toBeVisible();
  await expect(chosen(page).getByRole('listitem')).toHaveText([/antes\.jpg/]);

  const takeRest = composer.getByRole('button', { name: 'Adicionar os outros 2 arquivos' });
  await expect(takeRest).toBeInViewport();
  await takeRest.press('Enter');
  await expect(rejected(page)).toBeHidden();
  await expect(chosen(page).getByRole('listitem')).toHaveText([/antes\.jpg/, /boa\.jpg/, /b\.jpg/]);
  await expect(composer.getByRole('heading', { name: 'Envie seus arquivos' })).toBeFocused();
});

test('the list of refused files is told each time, and goes away when it is dismissed, or with the next selection', async ({
  page,
  pictureFile,
}, testInfo) => {
  const paper = testInfo.outputPath('conta.pdf');
  await writeFile(paper, '%PDF-1.7');
  const composer = await openComposer(page);
  await chooseFile(page, paper);
  await expect(rejected(page).getByRole('listitem')).toHaveCount(1);
  await expect(composer.getByRole('button', { name: /^Adicionar/ })).toBeHidden();

  // Refused again in the same words, it is drawn anew: screen readers say it again.
  const before = await rejected(page).elementHandle();
  await chooseFile(page, paper);
  await expect.poll(() => before?.evaluate((list) => list.isConnected)).toBe(false);
  await expect(rejected(page).getByRole('listitem')).toHaveCount(1);
  await composer.getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect(rejected(page)).toBeHidden();

  await chooseFile(page, [paper, await pictureFile('boa.jpg')]);
  await expect(
    composer.getByRole('button', { name: 'Adicionar o outro arquivo', exact: true }),
  ).toBeVisible();
  await chooseFile(page, await pictureFile('melhor.jpg'));
  await expect(rejected(page)).toBeHidden();
  await expect(chosen(page).getByRole('listitem')).toHaveText([/melhor\.jpg/]);
});

test('a file that is there already is skipped, and that is said', async ({ page, pictureFile }) => {
  const photo = await pictureFile('caneca.jpg');
  await openComposer(page);
  await chooseFile(page, photo);
  await expect(chosen(page).getByRole('listitem')).toHaveCount(1);
  await chooseFile(page, [photo, await pictureFile('prato.jpg')]);
  await expect(chosen(page).getByRole('listitem')).toHaveCount(2);
  await expect(rejected(page).getByRole('listitem')).toHaveText([
    /^caneca\.jpg .* Já estava na lista$/,
  ]);
});

test('of eleven files the first ten are taken, once their owner wants that', async ({
  page,
  pictureFile,
}) => {
  const size = { width: 400, height: 500 };
  const photos: string[] = [];
  for (let index = 1; index <= 11; index += 1) photos.push(await pictureFile(`${index}.jpg`, size));
  const composer = await openComposer(page);
  await chooseFile(page, photos);
  await expect(rejected(page).getByRole('listitem')).toHaveText([
    /^11\.jpg .* Não cabe: um post tem até 10 arquivos\.$/,
  ]);
  await expect(chosen(page)).toBeHidden();
  await composer.getByRole('button', { name: 'Adicionar os outros 10 arquivos' }).click();
  await expect(composer.getByText('10 de 10 arquivos')).toBeVisible();
});

test('what this browser cannot show is taken all the same', async ({ page }, testInfo) => {
  const files = ['IMG_0042.HEIC', 'antigo.avi'].map((name) => testInfo.outputPath(name));
  for (const path of files) await writeFile(path, 'only a phone can read this');
  const composer = await openComposer(page);
  await chooseFile(page, files);
  await expect(chosen(page).getByRole('listitem')).toHaveCount(2);
  await expect(chosen(page)).toContainText('HEIC');
  await expect(chosen(page)).toContainText('AVI');
  const preview = composer.getByRole('complementary', { name: 'Prévia do post' });
  await expect(preview).toContainText('Este navegador não mostra esta foto');
});

test('an AVI becomes no story', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('antigo.avi');
  await writeFile(path, 'only a phone can read this');
  const composer = await openComposer(page);
  await chooseFile(page, path);
  await composer.getByRole('button', { name: 'Continuar' }).click();
  await expect(typeOption(page, 'Reels')).toBeVisible();
  await expect(typeOption(page, 'Post de Vídeo')).toBeVisible();
  await expect(typeOption(page, 'Stories')).toBeHidden();
});

test('a large file that the server does not take says why, and keeps the post from going on', async ({
  page,
  tolerate,
}, testInfo) => {
  tolerate(/4\d\d .*\/api\/uploads\//);
  const path = testInfo.outputPath('receita.mp4');
  await writeFile(path, 'Duas xícaras de farinha. '.repeat(300_000));
  const composer = await openComposer(page);
  await chooseFile(page, path);
  const refused = composer.getByRole('alert').getByRole('list', { name: 'Arquivos não aceitos' });
  await expect(refused).toContainText(errorCatalogue.MEDIA_UNREADABLE.message, { timeout: 60_000 });
  await expect(chosen(page)).toContainText('não aceito');
  await composer.getByRole('button', { name: 'Continuar' }).click();
  const problem = composer.getByText('Remova o que não foi aceito para continuar.');
  await expect(problem).toBeInViewport();
  await composer.getByRole('button', { name: 'Remover este arquivo' }).click();
  await expect(chosen(page)).toBeHidden();
  await expect(refused).toBeHidden();
  await expect(problem).toBeHidden();
});
