import { listLibrary, type LibraryFile } from '@pontual/contract/library.ts';
import { deletePost } from '@pontual/contract/post-changes.ts';
import { listPosts } from '@pontual/contract/posts.ts';
import type { Page } from '@playwright/test';
import { call, draft, schedule, type Account } from '../api.ts';
import { expectNoBarriers, looks, wear } from '../barriers.ts';
import { formOf, goOn } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { aPicture } from '../pictures.ts';

const DAY = 86_400_000;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const size of sizes) {
  test(`a picture of an earlier post is found and used again at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    await schedule(stack.url, connectedUser.token, {
      caption,
      scheduledTime: new Date(Date.now() + DAY),
      picture: await aPicture(),
    });
    await page.setViewportSize(size);
    await page.goto('/dashboard');
    if (size.width < 900) await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await page
      .getByRole('link', { name: 'Biblioteca', exact: true })
      .locator('visible=true')
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Biblioteca de mídia' }),
    ).toBeVisible();
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
    await goOn(page, 'Post de Imagem');
    await formOf(page).getByLabel('Legenda').fill('De novo');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page).toHaveURL('/schedule');
    expect(sent.filter((path) => path.startsWith('/api/uploads'))).toEqual([]);
    const { posts } = await call(stack.url, listPosts, { token: connectedUser.token });
    expect(posts.map(({ mediaItems }) => mediaItems.length)).toEqual([1, 1]);
    await page.goto('/library');
    await expect(files).toHaveCount(1);
    await expect(files).toContainText('2 posts');
  });
}

test('a file that opens slowly is left out by whoever goes on without it; one that is gone says so', async ({
  page,
  stack,
  connectedUser,
  caption,
  tolerate,
}) => {
  tolerate(/404 .*\/media\//);
  const { token } = connectedUser;
  const gone = await draft(stack.url, token, { caption, picture: await aPicture() });
  const post = await draft(stack.url, token, { caption, picture: await aPicture() });
  const wire = await wireTo(stack.url, 100_000_000);
  await logIn(page, wire, connectedUser);
  await page.goto(`${wire.url}/create-post`);
  const open = page.getByRole('button', { name: 'Escolher da biblioteca' });
  const picker = page.getByRole('dialog', { name: 'Biblioteca de mídia' });
  const [file] = post.mediaItems;
  wire.holdAnswersTo(`GET ${new URL(file?.url ?? '', wire.url).pathname}`);
  await open.click();
  const [request] = await Promise.all([
    page.waitForRequest(
      (asked) => asked.resourceType() === 'fetch' && /\/media\//.test(asked.url()),
    ),
    filesIn(page).first().press('Enter'),
  ]);
  await picker.getByRole('button', { name: 'Cancelar' }).click();
  await expect(picker).toHaveCount(0);
  wire.release();
  await request.response();
  await expect(tray(page)).toHaveCount(0);

  await open.click();
  await expect(filesIn(page)).toHaveCount(2);
  const path = deletePost.path.replace(':id', gone._id);
  await call(stack.url, { ...deletePost, path }, { token });
  await filesIn(page).last().press('Enter');
  await expect(page.getByText('O arquivo não abriu: nenhum post o usa mais')).toBeVisible();
  wire.close();
});

const filesIn = (page: Page) => page.getByRole('list', { name: 'Arquivos' }).getByRole('button');
const tray = (page: Page) => page.getByRole('list', { name: 'Arquivos do post' });
/** What was chosen is in the composer and kept: the history brings it no more. */
const expectSettled = (page: Page) =>
  expect.poll(() => page.evaluate('history.state?.usr ?? null')).toBeNull();
const bar = (page: Page) => page.getByRole('region', { name: 'Selecionados' });

/** So many posts of a picture each; gives how the composer calls their files, the newest first. */
async function fillLibrary(url: string, { token }: Account, captions: string[]): Promise<string[]> {
  for (const [index, caption] of captions.entries()) {
    const picture = await aPicture({ width: 1080, height: index % 2 === 0 ? 1080 : 1350 });
    await schedule(url, token, { caption, picture, scheduledTime: new Date(Date.now() + DAY) });
  }
  const { files } = await call(url, listLibrary, { token });
  return files.map(({ _id }) => `biblioteca-${_id.slice(-6)}`);
}

for (const size of sizes) {
  test(`a post begins with files of the library, in their order, at ${size.width} px`, async ({
    page,
    stack,
    connectedUser,
  }) => {
    const { token } = connectedUser;
    const names = await fillLibrary(stack.url, connectedUser, ['Caneca', 'Prato', 'Vaso']);
    const [vase = '', plate = '', cup = ''] = names;
    await page.setViewportSize(size);

    await test.step('with one, that a reload does not lose', async () => {
      await page.goto('/library');
      await filesIn(page).filter({ hasText: 'Caneca' }).click();
      const dialog = page.getByRole('dialog', { name: 'Foto' });
      await Promise.all([
        // For three seconds.
        expect(page.getByText('Imagem. Tipo detectado automaticamente')).toBeVisible(),
        dialog.getByRole('button', { name: 'Criar post' }).press('Enter'),
      ]);
      await expect(page).toHaveURL('/create-post');
      // Kept by now or not.
      await page.reload();
      await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
      await expect(tray(page)).toContainText(cup);
      // It is told once: not again by the history.
      await expectSettled(page);
      await page.reload();
      await expect(page.getByText('Você continua de onde parou.')).toBeVisible();
      await expect(tray(page)).toContainText(cup);
      await expect(tray(page).getByRole('listitem')).toHaveCount(1);
    });

    const sent: string[] = [];
    await test.step('with several, while the post that was begun waits', async () => {
      await page.goto('/library');
      await expect(filesIn(page)).toHaveCount(3);
      await page.getByRole('button', { name: 'Selecionar vários' }).press('Enter');
      await expect(bar(page)).toContainText('Nenhum arquivo selecionado');
      await filesIn(page).filter({ hasText: 'Prato' }).press('Space');
      await expect(bar(page)).toContainText('1 arquivo selecionado');
      await filesIn(page).filter({ hasText: 'Caneca' }).click();
      await filesIn(page).filter({ hasText: 'Vaso' }).click();
      await filesIn(page).filter({ hasText: 'Caneca' }).click();
      await expect(
        filesIn(page).and(page.locator('[aria-pressed=true]')).filter({ hasText: 'Vaso' }),
      ).toContainText('2º do post');
      await expect(bar(page)).toContainText('2 arquivos, um carrossel');
      await expect(bar(page)).toContainText(
        'Saem na ordem escolhida, na proporção do primeiro (4:5).',
      );
      // What is sent ahead is sent as soon as it is chosen.
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
      });
      await bar(page).getByRole('button', { name: 'Criar post' }).click();
      await expect(page).toHaveURL('/create-post');
      await expect(tray(page).getByRole('listitem')).toHaveText([
        new RegExp(plate),
        new RegExp(vase),
      ]);
      await expect(page.getByText('está guardado e volta depois deste.')).toBeVisible();
      await expect(page.getByText('Você continua de onde parou.')).toHaveCount(0);
    });

    await test.step('which is sent without its bytes', async () => {
      await goOn(page, null);
      await formOf(page).getByLabel('Legenda').fill('Os dois juntos');
      await page.getByRole('button', { name: 'Salvar rascunho' }).click();
      await expect(page).toHaveURL('/schedule');
      expect(sent.filter((path) => path.startsWith('/api/uploads'))).toEqual([]);
      const { posts } = await call(stack.url, listPosts, { token });
      expect(posts.find(({ caption }) => caption === 'Os dois juntos')).toMatchObject({
        mediaType: 'CAROUSEL',
        mediaItems: [{ type: 'image' }, { type: 'image' }],
      });
      // The one that waited is next.
      await page.goto('/create-post');
      await expect(tray(page)).toContainText(cup);
    });
  });
}

/** Begins a post with the file under this caption. */
async function beginWith(page: Page, caption: string): Promise<void> {
  await page.goto('/library');
  await filesIn(page).filter({ hasText: caption }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar post' }).click();
  await expect(tray(page)).toBeVisible();
  await expectSettled(page);
}

test('a third post is not begun over two that wait, and says so', async ({
  page,
  stack,
  connectedUser,
}) => {
  const [, cup = ''] = await fillLibrary(stack.url, connectedUser, ['Caneca', 'Vaso']);
  for (const caption of ['Vaso', 'Caneca', 'Vaso']) await beginWith(page, caption);
  await expect(page.getByText('O que você escolheu na biblioteca não entrou')).toBeVisible();
  await expect(tray(page).getByRole('listitem')).toHaveText([new RegExp(cup)]);
  await page.getByRole('button', { name: 'Começar de novo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Começar de novo' }).click();
  await expect(tray(page)).toBeHidden();
  await expect(page.getByText('O que você escolheu na biblioteca não entrou')).toHaveCount(0);
});

/** The post in front is left as by a page that ends before the browser has written its files. */
const unwritten = (files: readonly LibraryFile[]) => `new Promise((resolve) => {
  const place = Object.keys(localStorage).find((name) => /^pontual\\.composer\\.[^.]+$/.test(name));
  const [{ id }] = JSON.parse(localStorage.getItem(place)).form.files;
  const usr = { library: ${JSON.stringify(files)} };
  history.replaceState({ ...history.state, key: id.split('.')[0], usr }, '');
  const opening = indexedDB.open('pontual-composer');
  opening.onsuccess = () => {
    const writing = opening.result.transaction('files', 'readwrite');
    writing.objectStore('files').delete(id);
    writing.oncomplete = () => resolve();
  };
})`;

test('a reload before the files are kept brings them again, into the same post', async ({
  page,
  stack,
  connectedUser,
}) => {
  const { token } = connectedUser;
  const [vase = '', cup = ''] = await fillLibrary(stack.url, connectedUser, ['Caneca', 'Vaso']);
  await beginWith(page, 'Vaso');
  await beginWith(page, 'Caneca');
  const { files } = await call(stack.url, listLibrary, { token });
  await page.evaluate(unwritten(files.filter(({ caption }) => caption === 'Caneca')));
  await page.reload();
  await expect(tray(page).getByRole('listitem')).toHaveText([new RegExp(cup)]);
  await expect(page.getByText('O outro post que você tinha começado está guardado')).toBeVisible();
  await expect(page.getByText('não foi possível recuperar')).toHaveCount(0);
  await expectSettled(page);
  await page.reload();
  await expect(tray(page).getByRole('listitem')).toHaveText([new RegExp(cup)]);
  await page.getByRole('button', { name: 'Começar de novo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Começar de novo' }).click();
  await page.goto('/create-post');
  await expect(tray(page).getByRole('listitem')).toHaveText([new RegExp(vase)]);
});

test('a file that left the library meanwhile is not missed in silence', async ({
  page,
  stack,
  connectedUser,
  tolerate,
}) => {
  tolerate(/404 .*\/media\/f\//);
  const { token } = connectedUser;
  const [, cup = ''] = await fillLibrary(stack.url, connectedUser, ['Caneca', 'Vaso']);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Selecionar vários' }).click();
  await filesIn(page).filter({ hasText: 'Vaso' }).click();
  await filesIn(page).filter({ hasText: 'Caneca' }).click();
  const { posts } = await call(stack.url, listPosts, { token });
  const gone = posts.find(({ caption }) => caption === 'Vaso')?._id ?? '';
  const path = deletePost.path.replace(':id', gone);
  await call(stack.url, { ...deletePost, path }, { token });
  await bar(page).getByRole('button', { name: 'Criar post' }).click();
  await expect(page.getByText('Um arquivo não abriu: nenhum post o usa mais')).toBeVisible();
  await expect(tray(page).getByRole('listitem')).toHaveText([new RegExp(cup)]);
});

for (const look of looks) {
  test(`/library has no barriers, ${look.theme} at ${look.size.width} px`, async ({
    page,
    stack,
    connectedUser,
    caption,
  }) => {
    await wear(page, look);
    await page.goto('/library');
    await expect(page.getByText('A biblioteca está vazia')).toBeVisible();
    await expectNoBarriers(page, look);
    await schedule(stack.url, connectedUser.token, {
      caption,
      scheduledTime: new Date(Date.now() + DAY),
      picture: await aPicture(),
    });
    const file = page.getByRole('list', { name: 'Arquivos' }).getByRole('button');
    await expect(file).toBeVisible();
    await expectNoBarriers(page, look);
    await file.click();
    const dialog = page.getByRole('dialog', { name: 'Foto' });
    await expect(dialog).toBeVisible();
    await expectNoBarriers(page, look);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Selecionar vários' }).click();
    await expectNoBarriers(page, look);
    await file.click();
    await expect(bar(page)).toContainText('1 arquivo selecionado');
    await expectNoBarriers(page, look);
    await page.goto('/create-post');
    await page.getByRole('button', { name: 'Escolher da biblioteca' }).click();
    await expect(
      page
        .getByRole('dialog', { name: 'Biblioteca de mídia' })
        .getByRole('list', { name: 'Arquivos' })
        .getByRole('button'),
    ).toBeVisible();
    await expectNoBarriers(page, look);
  });
}
