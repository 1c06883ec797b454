import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import {
  checkManualPublication,
  markPublished,
  startManualPublishing,
} from '@pontual/contract/planning/manual-publishing.ts';
import { forcePublish } from '@pontual/contract/posts/post-changes.ts';
import { getPost, type Post } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { brasiliaTimeAt, freezeClock } from '../../../testing/calendar.ts';
import { ACCOUNT_ID, aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const failedPost = aPost({
  caption: 'Fornada recusada',
  status: 'failed',
  scheduledTime: brasiliaTimeAt(0, 9),
  errorMessage: 'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.',
  errorAction: 'change_media',
  manualPublishing: 'offered',
});
const manualPost = { ...failedPost, manualPublishing: 'manual' } satisfies Post;
const publishedPost = {
  ...failedPost,
  status: 'published',
  manualPublishing: null,
  errorMessage: null,
  errorAction: null,
} satisfies Post;
const heading = (name: string) => page.getByRole('heading', { name });
const startManualButton = page.getByRole('button', { name: 'Vou publicar eu mesmo' });
const alreadyPublishedButton = page.getByRole('button', { name: 'Já publiquei' });

function answerPost<T extends Post>(post: T): T {
  answerWithPosts([post]);
  return post;
}
const open = (visit = {}) =>
  openPage(`/manual-publishing/${failedPost._id}`, { as: aConnectedUser(), ...visit });

beforeEach(() => {
  freezeClock();
  answerPost(failedPost);
  server.answer(startManualPublishing, () => ({ post: answerPost(manualPost) }));
});

test('the page shows the reason and the post, and offers its media and caption', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  await open();
  await expect.element(heading('Publicar eu mesmo')).toBeVisible();
  await expect.element(page.getByText(/só aceita imagens entre 4:5/)).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Prévia do post' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Baixar mídia' }))
    .toHaveAttribute('download', 'pontual-1.jpg');
  await expectAccessible();
  await page.getByRole('button', { name: 'Copiar legenda' }).click();
  await expect.element(page.getByText('Copiado.')).toBeVisible();
  expect(copied).toEqual([failedPost.caption]);
});

test('a manual post is searched on the account until it is found', async () => {
  server.answer(checkManualPublication, () => ({
    post: answerPost(manualPost),
    look: 'not_seen' as const,
  }));
  await open({ size: PHONE });
  await startManualButton.click();
  await expect.element(heading('É com você')).toHaveFocus();
  await alreadyPublishedButton.click();
  await expect
    .element(page.getByText(/Ainda não encontramos este post em @atelie\.barro/))
    .toBeVisible();
  await expectAccessible();
  const permalink = 'https://www.instagram.com/p/abc/';
  server.answer(checkManualPublication, () => ({
    post: answerPost({ ...publishedPost, permalink }),
    look: 'seen' as const,
  }));
  await page.getByRole('button', { name: 'Procurar de novo' }).click();
  await expect.element(heading('Publicado')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Ver no Instagram/ }))
    .toHaveAttribute('href', permalink);
});

test('a post that is not found can be marked as published', async () => {
  server.answer(checkManualPublication, () => ({
    post: answerPost(manualPost),
    look: 'not_seen' as const,
  }));
  server.answer(markPublished, () => ({ post: answerPost(publishedPost) }));
  await open();
  await alreadyPublishedButton.click();
  await page.getByRole('button', { name: 'Marcar como publicado' }).click();
  await expect.element(heading('Publicado')).toHaveFocus();
  await expect.element(page.getByText(/^Este post está como publicado/)).toBeVisible();
  await expectAccessible();
});

test('an unreadable account is reported, and can be reconnected', async () => {
  server.answer(checkManualPublication, () => ({
    post: answerPost(manualPost),
    look: 'unreadable' as const,
  }));
  await open();
  await alreadyPublishedButton.click();
  await expect.element(page.getByText(/Não conseguimos olhar a conta agora/)).toBeVisible();
  server.refuse(getInstagramAuthUrl, 'INTERNAL');
  await page.getByRole('button', { name: 'Conectar conta' }).click();
  const queries = () => server.calls(getInstagramAuthUrl).map(({ query }) => query);
  await expect.poll(queries).toMatchObject([{ account: ACCOUNT_ID }]);
});

test('a post whose manual publishing is canceled is tried again', async () => {
  server.answer(forcePublish, () => ({ post: answerPost({ ...publishedPost, permalink: null }) }));
  answerPost(manualPost);
  await open();
  await page.getByRole('button', { name: 'Tentar de novo agora' }).click();
  await expect.element(heading('Publicado')).toBeVisible();
  expect(server.calls(forcePublish)[0]?.body).toEqual({ postId: failedPost._id });
});

describe('on a phone', () => {
  test('one press copies the caption and shares the files, and Pontual stops its attempts', async () => {
    const handedOn: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const sheet = {
      canShare: () => true,
      share: ({ files = [] }: ShareData) => {
        handedOn.push(...files.map(({ name }) => name));
        return Promise.resolve();
      },
    };
    // A desktop browser has no share sheet.
    Object.defineProperties(navigator, {
      canShare: { configurable: true, value: sheet.canShare },
      share: { configurable: true, value: sheet.share },
    });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'canShare');
      Reflect.deleteProperty(navigator, 'share');
    });
    await open({ size: PHONE });
    const share = page.getByRole('button', { name: 'Compartilhar no Instagram' });
    await expect.element(share).toBeInViewport();
    await expectAccessible();
    await share.click();
    await expect.element(page.getByText('Legenda copiada. Cole no Instagram.')).toBeVisible();
    await expect.element(heading('É com você')).toBeVisible();
    expect(handedOn).toEqual(['pontual-1.jpg']);
    expect(server.calls(startManualPublishing)).toHaveLength(1);
  });
});

test('a post that fails to load can be retried by keyboard', async () => {
  server.refuse(getPost, 'INTERNAL');
  await openPage(`/manual-publishing/${failedPost._id}`, { as: aConnectedUser() });
  await expect.element(page.getByText('O post não carregou')).toBeVisible();
  await expectAccessible();
  answerPost(failedPost);
  await retryByKeyboard(page.getByRole('button', { name: 'Tentar de novo' }), getPost);
  await expect.element(startManualButton).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});
