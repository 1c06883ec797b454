import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { brasiliaTimeAt, freezeClock } from '../../../testing/calendar.ts';
import { aFile, answerComposer, aPhoto, chooseFiles } from '../../../testing/composer.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { slowUploads } from '../../../testing/slow-uploads.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const MEGABYTE = 1024 * 1024;

const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
const timeline = page.getByRole('region', { name: 'Timeline' });

/** Opens the calendar from the dashboard, so that Back stays in the application; one post has failed. */
async function openTimeline(overrides: Partial<Post>): Promise<Post> {
  freezeClock();
  const post = aPost({
    status: 'failed',
    ready: false,
    scheduledTime: brasiliaTimeAt(0, 9),
    errorMessage: 'O Instagram não aceitou o post.',
    ...overrides,
  });
  answerWithPosts([post]);
  answerComposer();
  const router = await openPage('/dashboard', { as: aConnectedUser() });
  await router.navigate('/schedule');
  return post;
}

/** Creates a large photo: a small picture followed by 6 MB that decoders ignore. */
const createLargePhoto = async (): Promise<File> =>
  new File([await aPhoto('vitrine.jpg'), aFile('room.jpg', 6 * MEGABYTE)], 'vitrine.jpg', {
    type: 'image/jpeg',
  });

describe('another file', () => {
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  const button = timeline.getByRole('button', { name: 'Trocar arquivo' });
  const progress = dialog.getByRole('progressbar', { name: 'Enviando vitrine.jpg' });

  test('that is uploading asks before Esc, Back or closing the tab, and its upload is canceled', async () => {
    const uploads = slowUploads();
    await openTimeline({ errorAction: 'change_media' });
    await button.click();
    await expect.element(dialog.getByText('Arquivo atual')).toBeVisible();
    await chooseFiles(await createLargePhoto(), dialog);
    await expect.poll(() => uploads.startedUrls).toHaveLength(1);
    await expect.element(progress).toBeVisible();
    await expectAccessible();

    const stay = question.getByRole('button', { name: 'Continuar enviando' });
    await userEvent.keyboard('{Escape}');
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        'O arquivo ainda está sendo enviado. Se você sair agora, o envio para e o post continua como está.',
      );
    await stay.click();
    await expect.element(question).not.toBeInTheDocument();
    history.back();
    await stay.click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.poll(() => location.pathname).toBe('/schedule');
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await expect.element(progress).toBeVisible();

    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await expect.poll(() => uploads.canceledPaths).toEqual(['/api/uploads/upload-1']);
    uploads.release();
  });

  test('that is large is uploaded before the form that replaces the first file', async () => {
    const post = await openTimeline({ errorAction: 'change_media' });
    server.answer(updatePost, { post, warning: null, textWarnings: [] });
    await button.click();
    await chooseFiles(await createLargePhoto(), dialog);
    await expect.poll(() => server.uploads).toEqual(['vitrine.jpg']);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Post Atualizado!' })).toBeVisible();
    const [call] = server.calls(updatePost);
    expect(call?.body.getAll('media')).toEqual([]);
    expect(call?.body.has('uploadIds')).toBe(true);
  });
});

test('typed text that is not saved is not lost by Back', async () => {
  await openTimeline({ errorAction: 'edit' });
  await timeline.getByRole('button', { name: 'Editar legenda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  const text = dialog.getByLabelText('Legenda', { exact: true });
  await text.fill('Fornada nova');
  history.back();
  await expect
    .element(question)
    .toMatchTextContent('O texto que você escreveu ainda não foi salvo');
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect.element(text).toHaveValue('Fornada nova');
  history.back();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect.poll(() => location.pathname).toBe('/dashboard');
});
