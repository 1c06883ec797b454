import { listPosts, postStats } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { timelineEntry, brasiliaTimeAt, freezeClock, timeline } from '../../testing/calendar.ts';
import { chooseOption } from '../../testing/choose-option.ts';
import { aConnectedUser, aPost } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { retryByKeyboard } from '../../testing/retry-by-keyboard.ts';
import { server } from '../../testing/stub-server.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';

const status = timeline.getByLabelText('Status');
const type = timeline.getByLabelText('Tipo');
const captions = ['Pão agendado', 'Rascunho de bolo', 'Carrossel no ar'] as const;

const shownCaptions = () => captions.filter((caption) => timelineEntry(caption).query() !== null);

beforeEach(() => freezeClock());

describe('with a scheduled post, a draft and a published carousel', () => {
  const [scheduled, draft, published] = captions;

  beforeEach(async () => {
    answerWithPosts([
      aPost({ caption: scheduled, scheduledTime: brasiliaTimeAt(1, 10) }),
      aPost({ caption: draft, status: 'draft', scheduledTime: null }),
      aPost({
        caption: published,
        status: 'published',
        mediaType: 'CAROUSEL',
        scheduledTime: brasiliaTimeAt(0, 12),
        publishedAt: brasiliaTimeAt(0, 12),
      }),
    ]);
    await openPage('/schedule', { as: aConnectedUser() });
  });

  test('the timeline can be filtered by status, and the filter removed', async () => {
    await expect.poll(shownCaptions).toEqual([...captions]);
    await chooseOption(status, 'Rascunhos');
    await expect.poll(shownCaptions).toEqual([draft]);
    await chooseOption(status, 'Publicados');
    await expect.poll(shownCaptions).toEqual([published]);
    await chooseOption(status, 'Todos os status');
    await expect.poll(shownCaptions).toEqual([...captions]);
  });

  test('the type can be chosen by keyboard; an empty result offers to clear the filter', async () => {
    const byKeyboard = async (keys: string) => {
      (type.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('option', { selected: true })).toHaveFocus();
      await userEvent.keyboard(`${keys}{Enter}`);
      await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
      await expect.element(type).toHaveFocus();
    };
    await expect.poll(shownCaptions).toEqual([...captions]);
    await byKeyboard('Car');
    await expect.poll(shownCaptions).toEqual([published]);
    await byKeyboard('Ree');
    await expect.poll(shownCaptions).toEqual([]);
    await expect.element(timeline.getByText('Nenhum post com este filtro')).toBeVisible();
    await expectAccessible();
    await timeline.getByRole('button', { name: 'Mostrar todos' }).click();
    await expect.poll(shownCaptions).toEqual([...captions]);
  });
});

test('a URL can select the failed posts, until another status is chosen', async () => {
  const failed = {
    status: 'failed',
    scheduledTime: brasiliaTimeAt(0, 9),
    errorMessage: 'Recusado.',
  } as const;
  answerWithPosts([
    aPost({ caption: 'Falhou cedo', ...failed }),
    aPost({ caption: 'Ainda vem', scheduledTime: brasiliaTimeAt(1, 9) }),
  ]);
  const router = await openPage('/schedule?status=failed#timeline', { as: aConnectedUser() });
  await expect.element(status).toMatchTextContent('Com falha');
  await expect.element(timelineEntry('Falhou cedo')).toMatchTextContent('Falhou');
  await expect.element(timelineEntry('Ainda vem')).not.toBeInTheDocument();
  await chooseOption(status, 'Todos os status');
  await expect.element(timelineEntry('Ainda vem')).toBeVisible();
  await expect.poll(() => router.state.location.search).toBe('');
});

test('a timeline that fails to load says so, and can be loaded again', async () => {
  server.refuse(listPosts, 'INTERNAL');
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await expect.element(timeline.getByText('A timeline não carregou')).toBeVisible();
  await expectAccessible();
  answerWithPosts([aPost({ caption: 'Pão agendado', scheduledTime: brasiliaTimeAt(1, 10) })]);
  await retryByKeyboard(timeline.getByRole('button', { name: 'Tentar de novo' }), listPosts);
  await expect.element(timelineEntry('Pão agendado')).toBeVisible();
  await expect.element(timeline.getByRole('heading', { name: 'Timeline' })).toHaveFocus();
});

describe('in a workspace without approvals', () => {
  const post = aPost({ caption: 'Pão agendado', scheduledTime: brasiliaTimeAt(1, 10) });

  test('the filter has no approval status, and gets it with the first approval', async () => {
    answerWithPosts([post]);
    await openPage('/schedule', { as: aConnectedUser({ plan: 'pro' }) });
    await expect.element(timelineEntry(post.caption)).toBeVisible();
    await expect.element(page.getByText(/aprovação/)).not.toBeInTheDocument();
    const choice = page.getByRole('option', { name: 'Esperam aprovação' });
    await status.click();
    await expect.element(page.getByRole('option', { name: 'Agendados' })).toBeVisible();
    await expect.element(choice).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');

    answerWithPosts([{ ...post, awaiting: true }]);
    server.answer(postStats, { ...noStats, total: 1, scheduled: 1, awaiting: 1 });
    server.emitLiveEvent({ kind: 'posts' });
    await expect.element(timeline.getByText('Espera aprovação', { exact: true })).toBeVisible();
    await chooseOption(status, 'Esperam aprovação');
    await expect.element(status).toMatchTextContent('Esperam aprovação');
    await expect.element(timelineEntry(post.caption)).toBeVisible();
  });
});

const noStats = {
  total: 0,
  scheduled: 0,
  published: 0,
  drafts: 0,
  failed: 0,
  thisWeek: 0,
  thisMonth: 0,
  awaiting: null,
  nextPost: null,
};
