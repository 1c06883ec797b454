import { forcePublish, updatePost } from '@pontual/contract/posts/post-changes.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  timelineEntry,
  brasiliaTimeAt,
  freezeClock,
  readFormText,
} from '../../../testing/calendar.ts';
import { answerComposer } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { aPictureFile } from '../../../testing/files.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const updatedDialog = page.getByRole('dialog', { name: 'Post Atualizado!' });
const failure = {
  status: 'failed',
  scheduledTime: brasiliaTimeAt(0, 9),
  errorMessage: 'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.',
} as const;
const duplicate = {
  _id: '018f0000-0000-7000-8000-000000000002',
  mediaType: 'IMAGE' as const,
  caption: 'Chegou a fornada',
  scheduledTime: brasiliaTimeAt(2, 9),
  isPublished: false,
  permalink: null,
  thumbnailUrl: null,
};

beforeEach(() => {
  freezeClock();
  answerComposer();
});

describe('a post whose file was refused', () => {
  const post = aPost({ ...failure, errorAction: 'change_media' });
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  const save = dialog.getByRole('button', { name: 'Salvar' });
  const complaint = dialog.getByRole('alert').filter({ hasText: /./ });

  const choose = async (file: File) =>
    userEvent.upload(dialog.getByLabelText(/^(Escolher arquivo|Trocar)$/), file);

  async function open(): Promise<void> {
    await timelineEntry(post.caption).getByRole('button', { name: 'Trocar arquivo' }).click();
    await expect.element(dialog).toBeVisible();
  }

  beforeEach(() => {
    answerWithPosts([post]);
    server.answer(updatePost, { post, warning: null, textWarnings: [] });
  });

  test('accepts another one, and reports what is missing and what does not fit', async () => {
    await openPage('/schedule', { as: aConnectedUser() });
    await open();
    await expect.element(dialog).toHaveAccessibleDescription(/só aceita imagens entre 4:5/);
    await save.click();
    await expect.element(complaint).toMatchTextContent('Selecione pelo menos um arquivo');
    await expectAccessible();
    await choose(await aPictureFile('larga.jpg', { width: 1600, height: 600 }));
    const shape = dialog.getByRole('region', { name: 'Proporção' });
    await expect.element(shape).toMatchTextContent('Esta sai em 1,91:1.');
    await expect.element(complaint).not.toBeInTheDocument();
    await choose(await aPictureFile('boa.jpg', { width: 1080, height: 1080 }));
    await expect.element(dialog.getByText('boa.jpg')).toBeVisible();
    await expect.element(shape).not.toBeInTheDocument();

    await userEvent.keyboard('{Escape}');
    const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await save.click();
    await expect.element(updatedDialog.getByRole('button', { name: 'Fechar' })).toHaveFocus();
    await expectAccessible();
    const [call] = server.calls(updatePost);
    const media = call?.body.getAll('media') ?? [];
    expect(media.map((file) => file instanceof File && file.name)).toEqual(['boa.jpg']);
  });

  test('is published at once after the fix, and its row gets the focus', async () => {
    server.answer(forcePublish, () => {
      const published = {
        ...post,
        status: 'published',
        errorMessage: null,
        errorAction: null,
      } as const;
      answerWithPosts([published]);
      return { post: published };
    });
    await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
    await open();
    await choose(await aPictureFile('boa.jpg', { width: 1080, height: 1080 }));
    await expect.element(dialog.getByText('boa.jpg')).toBeVisible();
    await expectAccessible();
    await save.click();
    await updatedDialog.getByRole('button', { name: 'Publicar agora' }).click();
    await expect.element(updatedDialog).not.toBeInTheDocument();
    expect(server.calls(forcePublish)[0]?.body).toEqual({ postId: post._id });
    await expect
      .element(timelineEntry(post.caption).getByRole('button').filter({ hasText: post.caption }))
      .toHaveFocus();
  });

  test('shows the duplicates of its new file', async () => {
    server.answer(findDuplicates, ({ body }) => ({
      similar: body.fingerprints?.length
        ? [{ ...duplicate, sharesMedia: true, sharesCaption: false }]
        : [],
    }));
    await openPage('/schedule', { as: aConnectedUser() });
    await open();
    await choose(await aPictureFile('de-novo.jpg', { width: 1080, height: 1080 }));
    const found = dialog.getByRole('region', { name: 'Já publiquei isso?' });
    await expect.element(found.getByRole('link')).toMatchTextContent(/^Imagem quase igual/);
    await expect.element(save).toBeEnabled();
    await expectAccessible();
  });
});

describe('a post whose caption was refused', () => {
  const post = aPost({ ...failure, errorAction: 'edit' });
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  const text = dialog.getByLabelText('Legenda', { exact: true });
  const save = dialog.getByRole('button', { name: 'Salvar' });

  test('needs a different caption, and shows its duplicates', async () => {
    answerWithPosts([post]);
    server.answer(updatePost, { post, warning: null, textWarnings: [] });
    server.answer(findDuplicates, ({ body }) => ({
      similar: body.caption?.startsWith('Chegou')
        ? [{ ...duplicate, sharesMedia: false, sharesCaption: true }]
        : [],
    }));
    await openPage('/schedule', { as: aConnectedUser() });
    await timelineEntry(post.caption).getByRole('button', { name: 'Editar legenda' }).click();
    await save.click();
    await expect.element(text).toHaveAccessibleDescription(/ainda é a mesma/);
    await expect.element(text).toHaveFocus();
    await expectAccessible();
    await text.fill('Chegou a fornada!');
    const found = dialog.getByRole('region', { name: 'Já publiquei isso?' });
    await expect.element(found.getByRole('link')).toMatchTextContent(/^Legenda quase igual/);
    await save.click();
    await expect.element(updatedDialog).toBeVisible();
    const [call] = server.calls(updatePost);
    expect(call && readFormText(call.body, 'caption')).toBe('Chegou a fornada!');
  });
});

test('the caption editor opens with its suggestions, so that its buttons do not move', async () => {
  const post = aPost({ ...failure, caption: 'Fornada de pão', errorAction: 'edit' });
  answerWithPosts([post]);
  await openPage('/schedule', { as: aConnectedUser() });
  const hashtagsAtFirst = new Promise<number>((resolve) => {
    const look = () => {
      const dialog = document.querySelector('[role=dialog]');
      if (dialog === null) return;
      observer.disconnect();
      resolve(dialog.querySelectorAll('li button').length);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await timelineEntry(post.caption).getByRole('button', { name: 'Editar legenda' }).click();
  expect(await hashtagsAtFirst).toBeGreaterThan(0);
});

test('a scheduled post gets another file before its due time, and stays scheduled', async () => {
  const post = aPost({
    scheduledTime: brasiliaTimeAt(0, 18),
    errorMessage: 'O som deste vídeo tem direitos autorais.',
    errorAction: 'change_media',
  });
  answerWithPosts([post]);
  const mended = { ...post, errorMessage: null, errorAction: null };
  server.answer(updatePost, () => {
    answerWithPosts([mended]);
    return { post: mended, warning: null, textWarnings: [] };
  });
  await openPage('/schedule', { as: aConnectedUser() });
  const button = timelineEntry(post.caption).getByRole('button', { name: 'Trocar arquivo' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  await userEvent.upload(
    dialog.getByLabelText('Escolher arquivo', { exact: true }),
    await aPictureFile('outra.jpg', { width: 1080, height: 1080 }),
  );
  await expect.element(dialog.getByText('outra.jpg')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('Post Atualizado!').first()).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).not.toBeInTheDocument();
  await expect
    .element(timelineEntry(post.caption).getByRole('button').filter({ hasText: post.caption }))
    .toHaveFocus();
});
