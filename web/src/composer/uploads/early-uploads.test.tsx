import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  aFile,
  answerPosts,
  aPhoto,
  chooseFiles,
  chooseTomorrow,
  form,
  continueToDetails,
  openComposer,
  sendButton,
  readTexts,
  tiles,
} from '../../../testing/composer.ts';
import { slowUploads } from '../../../testing/slow-uploads.ts';
import { server } from '../../../testing/stub-server.ts';

const MEGABYTE = 1024 * 1024;

test('a small photo is uploaded early beside a large video, and the ids follow the order of the files', async () => {
  await openComposer();
  answerPosts();
  await chooseFiles([await aPhoto('caneca.jpg'), aFile('fornada.mp4', 6 * MEGABYTE)]);
  await expect.element(tiles).toHaveLength(2);
  const grip = form.getByRole('button', { name: 'Mover fornada.mp4', exact: true });
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect
    .poll(() => readTexts(tiles))
    .toEqual([expect.stringContaining('fornada.mp4'), expect.stringContaining('caneca.jpg')]);
  await expect.poll(() => server.uploads.toSorted()).toEqual(['caneca.jpg', 'fornada.mp4']);
  await continueToDetails(null);
  await chooseTomorrow();
  await sendButton.click();
  await expect.element(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  const [call] = server.calls(schedulePost);
  expect(call?.body.getAll('media')).toEqual([]);
  const ids = JSON.parse(call?.body.get('uploadIds') as string) as string[];
  expect(ids.map((id) => server.uploadNames.get(id))).toEqual(['fornada.mp4', 'caneca.jpg']);
});

describe('a large video during its upload', () => {
  const discard = page.getByRole('button', { name: 'Descartar' });

  test('shows its progress accessibly and is cancelled when the user removes it', async () => {
    const uploads = slowUploads();
    await openComposer();
    await chooseFiles(aFile('fornada.mp4', 6 * MEGABYTE));
    const progress = tiles.getByRole('progressbar', { name: 'Enviando fornada.mp4' });
    await expect.element(progress).toBeInTheDocument();
    await expect.poll(() => uploads.startedUrls).toHaveLength(1);
    await expectAccessible();
    await form.getByRole('button', { name: 'Remover fornada.mp4' }).click();
    await expect.element(tiles).not.toBeInTheDocument();
    await expect.poll(() => uploads.canceledPaths).toEqual(['/api/uploads/upload-1']);
    uploads.release();
  });

  test('is cancelled when the post is discarded', async () => {
    const uploads = slowUploads();
    await openComposer();
    await chooseFiles(aFile('fornada.mp4', 6 * MEGABYTE));
    await expect.poll(() => uploads.startedUrls).toHaveLength(1);
    await page.getByRole('button', { name: 'Calendário' }).click();
    await discard.click();
    await expect.poll(() => location.pathname).toBe('/schedule');
    await expect.poll(() => uploads.canceledPaths).toEqual(['/api/uploads/upload-1']);
    uploads.release();
  });
});
