import { confirmInstagramAccount, forcePublish } from '@pontual/contract/posts/post-changes.ts';
import { getPost, type Post } from '@pontual/contract/posts/posts.ts';
import { SEQUENCE_TEXT } from '@pontual/contract/posts/sequence-text.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  openDetails,
  statusMessage,
  freezeClock,
} from '../../../testing/calendar.ts';
import { aConnectedUser, anId, aPost, aUser, PICTURE } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';
import { installLimits } from '../../../testing/installed-limits.ts';

const question = page.getByRole('alertdialog');

beforeEach(() => freezeClock());

test('the details open from the timeline by keyboard, have a URL, and close', async () => {
  const post = aPost({ caption: 'Fornada da tarde', scheduledTime: brasiliaTimeAt(0, 18) });
  answerWithPosts([post]);
  const router = await openPage('/schedule', { as: aConnectedUser() });
  const row = timelineEntry(post.caption).getByRole('button', { name: /Fornada da tarde/ });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(detailsDialog).toMatchTextContent('Fornada da tarde');
  expect(router.state.location.search).toBe(`?post=${post._id}`);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(detailsDialog).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  await expect.element(row).toHaveFocus();
  await row.click();
  await expect.element(detailsDialog).toBeVisible();
  await router.navigate(-1);
  await expect.element(detailsDialog).not.toBeInTheDocument();
});

test('the URL of a post opens it on a phone, without accessibility violations', async () => {
  const post = aPost({ caption: 'Fornada da tarde', scheduledTime: brasiliaTimeAt(0, 18) });
  answerWithPosts([post]);
  await openPage(`/schedule?post=${post._id}`, { as: aConnectedUser(), size: PHONE });
  await expect.element(detailsDialog).toMatchTextContent('Fornada da tarde');
  await expectAccessible();
});

test('posts with one due time are told to go out in sequence, and a draft is none of them', async () => {
  const [post, other] = [18, 18].map((hour) => aPost({ scheduledTime: brasiliaTimeAt(0, hour) }));
  const draft = aPost({ status: 'draft', scheduledTime: brasiliaTimeAt(0, 18) });
  const note = detailsDialog.getByText(new RegExp(SEQUENCE_TEXT));
  const open = async (posts: Post[]) => {
    answerWithPosts(posts);
    await openPage(`/schedule?post=${post?._id}`, { as: aConnectedUser() });
    await expect.element(detailsDialog).toMatchTextContent('Fornada da manhã');
  };
  installLimits({ publishGapSeconds: 8 });
  await open([post, other].flatMap((one) => one ?? []));
  await expect.element(note).toBeVisible();
  await open([post, draft].flatMap((one) => one ?? []));
  await expect.element(note).not.toBeInTheDocument();
});

test('a missing post shows an error', async () => {
  server.refuse(getPost, 'NOT_FOUND');
  const router = await openPage(`/schedule?post=${anId()}`, { as: aConnectedUser() });
  await expect.element(detailsDialog.getByText('Post não encontrado')).toBeVisible();
  await expectAccessible();
  await detailsDialog.getByRole('button', { name: 'Voltar ao calendário' }).click();
  await expect.element(detailsDialog).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('a post that Instagram refused shows the reason, and is not published again', async () => {
  const cause = 'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.';
  const post = aPost({
    status: 'failed',
    scheduledTime: brasiliaTimeAt(0, 9),
    errorMessage: cause,
    errorAction: 'change_media',
    manualPublishing: 'offered',
  });
  answerWithPosts([post]);
  const at = brasiliaTimeAt(0, 9);
  server.answer(getPost, {
    post,
    history: [{ at, kind: 'failed', text: `Falhou: ${cause}`, by: null }],
    firstComment: null,
    approval: null,
  });
  await openPage('/schedule', { as: aConnectedUser() });
  await expect.element(timelineEntry(post.caption)).toMatchTextContent('Falhou');
  await expect.element(timelineEntry(post.caption)).toMatchTextContent(cause);
  await openDetails(post.caption);
  const history = detailsDialog.getByRole('listitem').filter({ hasText: `Falhou: ${cause}` });
  await expect.element(history).toBeVisible();
  await expect
    .element(detailsDialog.getByRole('button', { name: 'Publicar agora' }))
    .not.toBeInTheDocument();
  await expect.element(detailsDialog.getByRole('button', { name: 'Trocar arquivo' })).toBeVisible();
  await expectAccessible();
});

describe('publishing now', () => {
  const post = aPost({ scheduledTime: brasiliaTimeAt(0, 18) });

  beforeEach(() => answerWithPosts([post]));

  test('needs a confirmation, and the details show the result', async () => {
    const published = {
      ...post,
      status: 'published',
      publishedAt: brasiliaTimeAt(0, 14, 33),
      permalink: 'https://www.instagram.com/p/abc/',
    } satisfies Post;
    server.answer(forcePublish, () => {
      answerWithPosts([published]);
      return { post: { ...post, status: 'pending' as const } };
    });
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails(post.caption);
    await detailsDialog.getByRole('button', { name: 'Publicar agora' }).click();
    await expect.element(question).toMatchTextContent('e não hoje às 18:00');
    await expectAccessible();
    await question.getByRole('button', { name: 'Publicar agora' }).click();
    await expect.element(statusMessage(/^Status: Publicado/)).toBeInTheDocument();
    expect(server.calls(forcePublish)[0]?.body).toEqual({ postId: post._id });
    await expect
      .element(detailsDialog.getByRole('link', { name: /Ver no Instagram/ }))
      .toHaveAttribute('href', published.permalink);
    await expect
      .element(detailsDialog.getByRole('button', { name: 'Publicar agora' }))
      .not.toBeInTheDocument();
  });

  test('shows a refusal, and can be canceled', async () => {
    server.refuse(forcePublish, 'POST_NOT_PUBLISHABLE');
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails(post.caption);
    await detailsDialog.getByRole('button', { name: 'Publicar agora' }).click();
    await question.getByRole('button', { name: 'Publicar agora' }).click();
    await expect
      .element(question.getByRole('alert'))
      .toMatchTextContent('Só posts agendados, ou que não saíram, podem ser publicados agora.');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(question).not.toBeInTheDocument();
  });
});

test('posts created for another account wait until the user confirms the connected one', async () => {
  const waits = {
    errorAction: 'confirm_account',
    errorMessage: 'Agendado com outra conta.',
  } as const;
  const first = aPost({ caption: 'Primeira', scheduledTime: brasiliaTimeAt(0, 18), ...waits });
  const second = aPost({ caption: 'Segunda', scheduledTime: brasiliaTimeAt(1, 18), ...waits });
  answerWithPosts([first, second]);
  server.answer(confirmInstagramAccount, () => {
    const free = { errorAction: null, errorMessage: null };
    answerWithPosts([
      { ...first, ...free },
      { ...second, ...free },
    ]);
    return { confirmed: 2 };
  });
  await openPage('/schedule', { as: aConnectedUser() });
  const ask = { name: 'Publicar em @atelie.barro' };
  await expect.element(timelineEntry('Segunda').getByRole('button', ask)).toBeVisible();
  await timelineEntry('Primeira').getByRole('button', ask).click();
  await expect
    .element(question)
    .toMatchTextContent('2 posts esperam, porque foram agendados com outra conta');
  await expectAccessible();
  await question.getByRole('button', ask).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(timelineEntry('Segunda').getByRole('button', ask)).not.toBeInTheDocument();
  await expect
    .element(timelineEntry('Primeira').getByRole('button', { name: /Primeira/ }))
    .toHaveFocus();
});

describe('the media of a post', () => {
  const [picture] = aPost().mediaItems;
  if (picture === undefined) throw new Error('a post has a picture');
  const video = { ...picture, type: 'video', width: 540, height: 960, durationMs: 3000 } as const;
  const shown = detailsDialog.getByLabelText('Reels do post');

  test('a carousel shows four of its items, and the others on demand', async () => {
    answerWithPosts([
      aPost({
        mediaType: 'CAROUSEL',
        scheduledTime: brasiliaTimeAt(0, 18),
        mediaItems: Array.from({ length: 6 }, () => picture),
        fit: Array.from({ length: 6 }, () => null),
      }),
    ]);
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails('Fornada da manhã');
    const items = detailsDialog
      .getByRole('list', { name: 'Itens do carrossel' })
      .getByRole('button');
    await expect.element(items).toHaveLength(5);
    await expect.element(items.last()).toHaveTextContent('+2');
    await detailsDialog.getByRole('button', { name: 'Próximo item' }).click();
    await expect.element(detailsDialog.getByText(/2\/6$/)).toBeVisible();
    await expectAccessible();
    (items.last().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(items).toHaveLength(6);
    await expect.element(items.nth(4)).toHaveFocus();
    await expect.element(detailsDialog.getByText(/5\/6$/)).toBeVisible();
  });

  test('a reel shows its cover until it plays', async () => {
    answerWithPosts([
      aPost({
        mediaType: 'REELS',
        scheduledTime: brasiliaTimeAt(0, 18),
        mediaItems: [{ ...video, coverUrl: PICTURE }],
        reelsConfig: { shareToFeed: true, thumbOffset: null, audioName: null, collaborators: [] },
      }),
    ]);
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails('Fornada da manhã');
    await expect.element(shown).toHaveAttribute('poster', PICTURE);
    await expectAccessible();
  });

  test('a reel shows the frame that was chosen as its cover', async () => {
    answerWithPosts([
      aPost({
        mediaType: 'REELS',
        scheduledTime: brasiliaTimeAt(0, 18),
        mediaItems: [{ ...video, coverUrl: PICTURE }],
        reelsConfig: { shareToFeed: true, thumbOffset: 2500, audioName: null, collaborators: [] },
      }),
    ]);
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails('Fornada da manhã');
    await expect.element(shown).not.toHaveAttribute('poster');
    await expect.element(shown).toHaveAttribute('src', `${PICTURE}#t=2.5`);
  });
});

test('a demo post shows that it is not published, and how to connect an account', async () => {
  answerWithPosts([
    aPost({ demo: true, instagramAccountId: null, scheduledTime: brasiliaTimeAt(0, 18) }),
  ]);
  await openPage('/schedule', { as: aUser() });
  await openDetails('Fornada da manhã');
  await expect
    .element(detailsDialog)
    .toMatchTextContent('o post NÃO será publicado até que uma conta seja conectada');
  await expect.element(detailsDialog.getByRole('button', { name: 'Conectar conta' })).toBeVisible();
  await expectAccessible();
});

test('a post that fails to load can be retried by keyboard', async () => {
  const post = aPost({ caption: 'Fornada da tarde', scheduledTime: brasiliaTimeAt(0, 18) });
  server.refuse(getPost, 'INTERNAL');
  await openPage(`/schedule?post=${post._id}`, { as: aConnectedUser() });
  await expect.element(detailsDialog.getByText('O post não carregou')).toBeVisible();
  await expect.element(detailsDialog).toMatchTextContent('Tente de novo em instantes.');
  await expectAccessible();
  server.answer(getPost, { post, history: [], firstComment: null, approval: null });
  const again = detailsDialog.getByRole('button', { name: 'Tentar de novo' });
  await retryByKeyboard(again, getPost);
  await expect.element(detailsDialog).toMatchTextContent('Fornada da tarde');
  await expect.poll(() => detailsDialog.element().contains(document.activeElement)).toBe(true);
});
