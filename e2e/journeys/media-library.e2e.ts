import { listMediaLibrary } from '@pontual/contract/posts/media-library.ts';
import { listPosts } from '@pontual/contract/posts/posts.ts';
import type { Page } from '@playwright/test';
import { call, schedule, type TestUser } from '../support/api.ts';
import { getForm, continueToDetails } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const DAY = 86_400_000;

test('a picture of an earlier post is found and used again at 390 px', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    caption,
    scheduledTime: new Date(Date.now() + DAY),
    picture: await createPicture(),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('link', { name: 'Biblioteca', exact: true }).locator('visible=true').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Biblioteca de mídia' })).toBeVisible();
  const files = page.getByRole('list', { name: 'Arquivos' }).getByRole('button');
  await expect(files).toHaveCount(1);
  await page.getByLabel('Buscar na biblioteca').fill('nunca escrito');
  await expect(page.getByText('Nada com esta busca')).toBeVisible();
  await page.getByLabel('Buscar na biblioteca').fill(caption.slice(0, 12));
  await files.click();
  const dialog = page.getByRole('dialog', { name: 'Foto' });
  await expect(dialog.getByText(caption)).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  await page.goto('/create-post');
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).click();
  const picker = page.getByRole('dialog', { name: 'Biblioteca de mídia' });
  await picker.getByRole('list', { name: 'Arquivos' }).getByRole('button').press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Arquivos do post' })).toContainText('biblioteca-');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' || request.method() === 'PATCH') {
      sent.push(new URL(request.url()).pathname);
    }
  });
  await continueToDetails(page, 'Post de Imagem');
  await getForm(page).getByLabel('Legenda').fill('De novo');
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page).toHaveURL('/schedule');
  expect(sent.filter((path) => path.startsWith('/api/uploads'))).toEqual([]);
  const { posts } = await call(stack.url, listPosts, { token: connectedUser.token });
  expect(posts.map(({ mediaItems }) => mediaItems.length)).toEqual([1, 1]);
  await page.goto('/library');
  await expect(files).toHaveCount(1);
  await expect(files).toContainText('2 posts');
});

const getFiles = (page: Page) => page.getByRole('list', { name: 'Arquivos' }).getByRole('button');
const getComposerFiles = (page: Page) => page.getByRole('list', { name: 'Arquivos do post' });
const expectSettled = (page: Page) =>
  expect.poll(() => page.evaluate('history.state?.usr ?? null')).toBeNull();
const getSelectionBar = (page: Page) => page.getByRole('region', { name: 'Selecionados' });

async function fillLibrary(
  url: string,
  { token }: TestUser,
  captions: string[],
): Promise<string[]> {
  for (const [index, caption] of captions.entries()) {
    const picture = await createPicture({ width: 1080, height: index % 2 === 0 ? 1080 : 1350 });
    await schedule(url, token, { caption, picture, scheduledTime: new Date(Date.now() + DAY) });
  }
  const { files } = await call(url, listMediaLibrary, { token });
  return files.map(({ _id }) => `biblioteca-${_id.slice(-6)}`);
}

test('a post starts with files of the media library, in their order', async ({
  page,
  stack,
  connectedUser,
}) => {
  const { token } = connectedUser;
  const names = await fillLibrary(stack.url, connectedUser, ['Caneca', 'Prato', 'Vaso']);
  const [vase = '', plate = '', cup = ''] = names;

  await test.step('a post starts with one file, which a reload preserves', async () => {
    await page.goto('/library');
    await getFiles(page).filter({ hasText: 'Caneca' }).click();
    const dialog = page.getByRole('dialog', { name: 'Foto' });
    await Promise.all([
      expect(page.getByText('Imagem. Tipo detectado automaticamente')).toBeVisible(),
      dialog.getByRole('button', { name: 'Criar post' }).press('Enter'),
    ]);
    await expect(page).toHaveURL('/create-post');
    await page.reload();
    await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
    await expect(getComposerFiles(page)).toContainText(cup);
    await expectSettled(page);
    await page.reload();
    await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
    await expect(getComposerFiles(page)).toContainText(cup);
    await expect(getComposerFiles(page).getByRole('listitem')).toHaveCount(1);
  });

  const sent: string[] = [];
  await test.step('a post starts with several files, and the earlier draft is preserved', async () => {
    await page.goto('/library');
    await expect(getFiles(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Selecionar vários' }).press('Enter');
    await expect(getSelectionBar(page)).toContainText('Nenhum arquivo selecionado');
    await getFiles(page).filter({ hasText: 'Prato' }).press('Space');
    await expect(getSelectionBar(page)).toContainText('1 arquivo selecionado');
    await getFiles(page).filter({ hasText: 'Caneca' }).click();
    await getFiles(page).filter({ hasText: 'Vaso' }).click();
    await getFiles(page).filter({ hasText: 'Caneca' }).click();
    await expect(
      getFiles(page).and(page.locator('[aria-pressed=true]')).filter({ hasText: 'Vaso' }),
    ).toContainText('2º do post');
    await expect(getSelectionBar(page)).toContainText('2 arquivos, um carrossel');
    await expect(getSelectionBar(page)).toContainText(
      'Saem na ordem escolhida, na proporção do primeiro (4:5).',
    );
    // Files are uploaded as soon as they are chosen.
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await getSelectionBar(page).getByRole('button', { name: 'Criar post' }).click();
    await expect(page).toHaveURL('/create-post');
    await expect(getComposerFiles(page).getByRole('listitem')).toHaveText([
      new RegExp(plate),
      new RegExp(vase),
    ]);
    await expect(page.getByText('está guardado e volta depois deste.')).toBeVisible();
    await expect(page.getByText('Você continua de onde parou.')).toHaveCount(0);
  });

  await test.step('the post is sent without uploading its files again', async () => {
    await continueToDetails(page, null);
    await getForm(page).getByLabel('Legenda').fill('Os dois juntos');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page).toHaveURL('/schedule');
    expect(sent.filter((path) => path.startsWith('/api/uploads'))).toEqual([]);
    const { posts } = await call(stack.url, listPosts, { token });
    expect(posts.find(({ caption }) => caption === 'Os dois juntos')).toMatchObject({
      mediaType: 'CAROUSEL',
      mediaItems: [{ type: 'image' }, { type: 'image' }],
    });
    await page.goto('/create-post');
    await expect(getComposerFiles(page)).toContainText(cup);
  });
});
