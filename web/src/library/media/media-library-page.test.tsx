import { listMediaLibrary, type LibraryFile } from '@pontual/contract/posts/media-library.ts';
import { saveDraft } from '@pontual/contract/posts/post-changes.ts';
import { createStore, del } from 'idb-keyval';
import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  answerComposer,
  answerPosts,
  aPhoto,
  draftButton,
  form,
  continueToDetails,
  openComposer,
  readTexts,
  tiles,
} from '../../../testing/composer.ts';
import { aConnectedUser } from '../../../testing/examples.ts';
import { aLibraryFile, answerLibrary, libraryFileName } from '../../../testing/media-library.ts';
import { DESK, openPage, PHONE, reloadPage, type Visit } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

import { buildHandoffState } from './library-handoff.ts';

const files = page.getByRole('list', { name: 'Arquivos', exact: true }).getByRole('button');
const file = (caption: string) => files.filter({ hasText: caption });
const bar = page.getByRole('region', { name: 'Selecionados' });
const restored = page.getByText('Você continua de onde parou.');
const cup = aLibraryFile({ caption: 'Caneca' });
const plate = aLibraryFile({ caption: 'Prato', height: 1350 });
const vase = aLibraryFile({ caption: 'Vaso' });

async function openMediaLibrary(
  all: readonly LibraryFile[] = [cup, plate, vase],
  visit: Visit = {},
) {
  answerComposer();
  answerLibrary(all);
  await openPage('/library', { as: aConnectedUser(), ...visit });
}

async function expectSettled(): Promise<void> {
  await expect.poll(() => (history.state as { usr?: unknown } | null)?.usr ?? null).toBeNull();
}

async function expectTiles(...expected: LibraryFile[]): Promise<void> {
  await expect
    .poll(() => readTexts(tiles))
    .toEqual(expected.map((each) => expect.stringContaining(libraryFileName(each))));
}

const press = async (target: Locator, key = '{Enter}') => {
  await expect.element(target).toBeVisible();
  (target.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
};

async function beginWith(one: LibraryFile): Promise<void> {
  await openMediaLibrary();
  await file(one.caption).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar post' }).click();
  await expect.element(tiles).toBeVisible();
  await expectSettled();
}

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('an empty library shows a message and is accessible', async () => {
    await openMediaLibrary([], { size });
    await expect.element(page.getByText('A biblioteca está vazia')).toBeVisible();
    await expectAccessible();
  });

  test('files are found by their captions and shown at full size', async () => {
    await openMediaLibrary([cup, vase], { size });
    const search = page.getByLabelText('Buscar na biblioteca');
    await search.fill('nunca escrito');
    await expect.element(page.getByText('Nada com esta busca')).toBeVisible();
    await search.fill('caneca');
    await expect.element(files).toHaveLength(1);
    await expectAccessible();
    await files.click();
    const dialog = page.getByRole('dialog', { name: 'Foto' });
    await expect.element(dialog.getByText('Caneca')).toBeVisible();
    await expectAccessible();
  });

  test('several files are selected in order, accessibly, and start a carousel', async () => {
    await openMediaLibrary([cup, plate, vase], { size });
    await press(page.getByRole('button', { name: 'Selecionar vários' }));
    await expect.element(bar).toMatchTextContent('Nenhum arquivo selecionado');
    await press(file('Prato'), ' ');
    await expect.element(bar).toMatchTextContent('1 arquivo selecionado');
    await expectAccessible();
    await file('Caneca').click();
    await file('Vaso').click();
    await file('Caneca').click();
    await expect.element(file('Vaso')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(file('Vaso')).toMatchTextContent('2º do post');
    await expect.element(bar).toMatchTextContent('2 arquivos, um carrossel');
    await expect
      .element(bar)
      .toMatchTextContent('Saem na ordem escolhida, na proporção do primeiro (4:5).');
    await bar.getByRole('button', { name: 'Criar post' }).click();
    await expectTiles(plate, vase);
  });
});

test('a post starts with one file, which a reload neither loses nor duplicates', async () => {
  await openMediaLibrary();
  await file('Caneca').click();
  await press(
    page.getByRole('dialog', { name: 'Foto' }).getByRole('button', { name: 'Criar post' }),
  );
  await expect.poll(() => location.pathname).toBe('/create-post');
  await expectTiles(cup);
  await expectSettled();
  await reloadPage();
  await expect.element(restored).toBeVisible();
  await expectTiles(cup);
});

test('a post of several files is sent without their bytes while the earlier draft is parked', async () => {
  await beginWith(cup);
  await openMediaLibrary();
  await page.getByRole('button', { name: 'Selecionar vários' }).click();
  await file('Prato').click();
  await file('Vaso').click();
  await bar.getByRole('button', { name: 'Criar post' }).click();
  await expectTiles(plate, vase);
  await expect.element(page.getByText(/está guardado e volta depois deste\.$/)).toBeVisible();
  await expect.element(restored).not.toBeInTheDocument();

  answerPosts();
  await continueToDetails(null);
  await draftButton.click();
  await expect.element(page.getByRole('heading', { name: 'Sucesso!' })).toBeVisible();
  const [call] = server.calls(saveDraft);
  expect(call?.body.getAll('media')).toEqual([]);
  expect(call?.body.get('uploadIds')).toBe(JSON.stringify([plate._id, vase._id]));
  expect(server.uploads).toEqual([]);
  await expect.poll(() => location.pathname).toBe('/schedule');
  history.replaceState(null, '', '/create-post');
  await reloadPage();
  await expectTiles(cup);
});

test('a third post is not started over two drafts, and the user sees why', async () => {
  for (const one of [vase, cup, vase]) await beginWith(one);
  const notice = page.getByText(/O que você escolheu na biblioteca não entrou/);
  await expect.element(notice).toBeVisible();
  await expectTiles(cup);
  await page.getByRole('button', { name: 'Começar de novo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Começar de novo' }).click();
  await expect.element(tiles).not.toBeInTheDocument();
  await expect.element(notice).not.toBeInTheDocument();
});

/** Simulates a page that ended before the browser had stored the file of the draft. */
async function deleteStoredFile(one: LibraryFile): Promise<void> {
  const stored = localStorage.getItem('pontual.composer.user-1') ?? '';
  const { form } = JSON.parse(stored) as { form: { files: { id: string }[] } };
  const id = form.files[0]?.id ?? '';
  await del(id, createStore('pontual-composer', 'files'));
  // The id starts with the key of the navigation that passed the file.
  history.replaceState(
    { ...history.state, key: id.split('.')[0], usr: buildHandoffState([one]) },
    '',
  );
}

test('a reload before the file is stored imports it again into the same post', async () => {
  await beginWith(vase);
  await beginWith(cup);
  await deleteStoredFile(cup);
  await reloadPage();
  await expectTiles(cup);
  await expect
    .element(page.getByText(/O outro post que você tinha começado está guardado/))
    .toBeVisible();
  await expect.element(page.getByText(/não foi possível recuperar/)).not.toBeInTheDocument();
  await expectSettled();
  await reloadPage();
  await expectTiles(cup);
});

test('a file that was removed from the library shows a message', async () => {
  await openMediaLibrary();
  await page.getByRole('button', { name: 'Selecionar vários' }).click();
  await file('Vaso').click();
  await file('Caneca').click();
  server.answerPath('GET', vase.url, () => new Response(null, { status: 404 }));
  await bar.getByRole('button', { name: 'Criar post' }).click();
  await expect
    .element(page.getByText(/^Um arquivo não abriu: nenhum post o usa mais/))
    .toBeVisible();
  await expectTiles(cup);
});

describe('in the composer', () => {
  const picker = page.getByRole('dialog', { name: 'Biblioteca de mídia' });
  const open = form.getByRole('button', { name: 'Escolher da biblioteca' });

  test('a file is added to the post by keyboard, accessibly', async () => {
    answerLibrary([cup, vase]);
    await openComposer();
    await open.click();
    await expect.element(picker).toBeVisible();
    await expect.element(files).toHaveLength(2);
    await expectAccessible();
    await press(file('Caneca'));
    await expect.element(picker).not.toBeInTheDocument();
    await expectTiles(cup);
  });

  test('a file that opens slowly is dropped when the user closes the dialog', async () => {
    answerLibrary([cup, vase]);
    const { promise, resolve } = Promise.withResolvers<Response>();
    const requestedUrls: string[] = [];
    server.answerPath('GET', cup.url, ({ url }) => {
      requestedUrls.push(url);
      return promise;
    });
    await openComposer();
    await open.click();
    await press(file('Caneca'));
    await expect.poll(() => requestedUrls).toHaveLength(1);
    await picker.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(picker).not.toBeInTheDocument();
    resolve(new Response(await aPhoto('late.jpg')));
    await server.waitForAnswers();
    await open.click();
    await press(file('Vaso'));
    await expect.element(picker).not.toBeInTheDocument();
    await expectTiles(vase);
  });

  test('a missing file shows a message', async () => {
    answerLibrary([cup]);
    server.answerPath('GET', cup.url, () => new Response(null, { status: 404 }));
    await openComposer();
    await open.click();
    await press(file('Caneca'));
    await expect
      .element(page.getByText(/^O arquivo não abriu: nenhum post o usa mais/))
      .toBeVisible();
  });
});

test('a library that fails to load can be retried by keyboard', async () => {
  server.refuse(listMediaLibrary, 'INTERNAL');
  await openPage('/library', { as: aConnectedUser() });
  const failure = page.getByRole('alert').filter({ hasText: 'carregar a biblioteca.' });
  await expect.element(failure).toBeVisible();
  await expectAccessible();
  answerLibrary([cup]);
  await retryByKeyboard(failure.getByRole('button'), listMediaLibrary);
  await expect.element(file('Caneca')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Arquivos', exact: true })).toHaveFocus();
});
