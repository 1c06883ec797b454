import { listHashtagGroups } from '@pontual/contract/posts/hashtag-groups.ts';
import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import {
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  openDetails,
  freezeClock,
  NOW,
  readFormText,
} from '../../../testing/calendar.ts';
import { answerComposer, chooseTime } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const editButton = detailsDialog.getByRole('button', { name: 'Editar post' });
const caption = detailsDialog.getByLabelText('Legenda', { exact: true });
const save = detailsDialog.getByRole('button', { name: 'Salvar', exact: true });
const saved = page.getByRole('dialog', { name: 'Post Atualizado!' });
const failed = page.getByRole('alertdialog', { name: 'Erro ao Atualizar' });
const sentBodies = () => server.calls(updatePost).map(({ body }) => body);

async function openEditor(post: Post, visit: Partial<Parameters<typeof openPage>[1]> = {}) {
  answerWithPosts([post]);
  server.answer(updatePost, { post, warning: null, textWarnings: [] });
  await openPage('/schedule', { as: aConnectedUser(), ...visit });
  await openDetails(post.caption);
  await editButton.click();
}

beforeEach(() => {
  freezeClock();
  answerComposer();
  server.answer(listHashtagGroups, { groups: [] });
});

describe('a scheduled post', () => {
  const post = aPost({ scheduledTime: brasiliaTimeAt(1, 10) });

  test('is edited in one form, and its row gets the focus back', async () => {
    await openEditor(post);
    await expect.element(detailsDialog.getByRole('heading', { name: 'Editar post' })).toHaveFocus();
    await caption.fill('Fornada mudada');
    await chooseTime(12, '1830');
    await expectAccessible();
    await save.click();
    await expect.element(saved).toBeVisible();
    await expect.element(detailsDialog).not.toBeInTheDocument();
    const [body] = sentBodies();
    expect(body && readFormText(body, 'caption')).toBe('Fornada mudada');
    expect(body && readFormText(body, 'scheduledTime')).toBe(brasiliaTimeAt(3, 18, 30));
    const row = timelineEntry(post.caption).getByRole('button').filter({ hasText: post.caption });
    await expect.element(row).toHaveFocus();
  });

  test('shows the success for 1.5 s, then closes with the dialog below', async () => {
    await openEditor(post);
    await caption.fill('Fornada mudada');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
    await save.click();
    // An assertion that polls would advance the fake timers, by 50 ms each time.
    while (saved.query() === null) {
      vi.advanceTimersByTime(0);
      await waitUntilSettled();
    }
    vi.advanceTimersByTime(1499);
    await waitUntilSettled();
    expect(saved.query()).not.toBeNull();
    vi.advanceTimersByTime(1);
    await expect.element(saved).not.toBeInTheDocument();
    await expect.element(detailsDialog).not.toBeInTheDocument();
  });

  test('moves the focus to the heading of the page when its row has moved to another day', async () => {
    await openEditor(post);
    const moved = { ...post, scheduledTime: brasiliaTimeAt(3, 10) };
    server.answer(updatePost, () => {
      answerWithPosts([moved]);
      return { post: moved, warning: null, textWarnings: [] };
    });
    await caption.fill('Fornada mudada');
    await save.click();
    await expect.element(saved).toBeVisible();
    await expect.element(detailsDialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('keeps unsaved changes on Escape and on Back', async () => {
    await openEditor(post, { size: PHONE });
    await caption.fill('Fornada mudada');
    const question = page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });
    await userEvent.keyboard('{Escape}');
    await expect.element(question).toMatchTextContent('O que você mudou ainda não foi salvo');
    await expectAccessible();
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect.element(question).not.toBeInTheDocument();
    history.back();
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(caption).toHaveValue('Fornada mudada');
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect.element(editButton).toBeVisible();
    expect(sentBodies()).toEqual([]);
  });

  test('with a caption that is too long, or a due time in the past, is not sent', async () => {
    await openEditor(post);
    await caption.fill('a'.repeat(2201));
    await save.click();
    await expect.element(caption).toHaveFocus();
    await expect
      .element(caption)
      .toHaveAccessibleDescription(/Legenda deve ter no máximo 2200 caracteres/);
    await caption.fill('Fornada de novo');
    await chooseTime(9, '0000');
    await save.click();
    await expect.element(detailsDialog.getByText(/Este horário já passou/).first()).toBeVisible();
    await expectAccessible();
    expect(sentBodies()).toEqual([]);
  });

  test('is sent again with its changes after the connection failed', async () => {
    await openEditor(post);
    await caption.fill('Fornada de novo');
    server.failConnection(updatePost);
    await save.click();
    await expect
      .element(failed)
      .toHaveAccessibleDescription('Não foi possível atualizar o post. Tente novamente.');
    await expectAccessible();
    server.answer(updatePost, { post, warning: null, textWarnings: [] });
    await failed.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(saved).toBeVisible();
    const last = sentBodies().at(-1);
    expect(last && readFormText(last, 'caption')).toBe('Fornada de novo');
  });

  test('that shows another account gets the #publi reminder', async () => {
    await openEditor(
      aPost({ caption: 'Em parceria com @loja', scheduledTime: brasiliaTimeAt(1, 10) }),
    );
    const insert = detailsDialog.getByRole('button', { name: 'Inserir #publi' });
    await expect.element(insert).toBeVisible();
    await expectAccessible();
    await insert.click();
    await expect.element(caption).toHaveValue('#publi Em parceria com @loja');
    await expect.element(caption).toHaveFocus();
    await expect.element(insert).not.toBeInTheDocument();
  });
});

test('an edit near the due time of its post warns of a delay, and after the due time is refused', async () => {
  const post = aPost({ scheduledTime: brasiliaTimeAt(0, 14, 33) });
  vi.setSystemTime(Date.parse(brasiliaTimeAt(0, 14, 33)) - 30_000);
  await openEditor(post);
  await expect
    .element(detailsDialog.getByText(/^Falta menos de 1 minuto para a hora deste post/))
    .toBeVisible();
  await caption.fill('Tarde demais');
  await expectAccessible();
  const refusal = 'Este post já foi publicado e não pode mais ser editado.';
  answerWithPosts([{ ...post, status: 'published', publishedAt: brasiliaTimeAt(0, 14, 33) }]);
  server.refuse(updatePost, 'POST_NOT_EDITABLE');
  server.emitLiveEvent({ kind: 'posts' });
  await expect.element(detailsDialog.getByText(refusal)).toBeVisible();
  await save.click();
  await expect.element(failed).toHaveAccessibleDescription(refusal);
  await expect.element(failed.getByRole('button', { name: /^Tentar/ })).not.toBeInTheDocument();
  await failed.getByRole('button', { name: 'Voltar ao Formulário' }).click();
  await detailsDialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await editButton.click();
  const refusalDialog = page.getByRole('dialog', { name: 'Post publicado' });
  await expect.element(refusalDialog).toHaveAccessibleDescription(refusal);
  await userEvent.keyboard('{Escape}');
  await expect.element(refusalDialog).not.toBeInTheDocument();
  await expect.element(editButton).toHaveFocus();
  await expect
    .element(detailsDialog.getByRole('button', { name: 'Excluir' }))
    .not.toBeInTheDocument();
});

test('a draft can lose its due time', async () => {
  await openEditor(aPost({ status: 'draft', scheduledTime: brasiliaTimeAt(1, 10) }));
  await detailsDialog.getByRole('button', { name: 'Remover data e hora' }).click();
  await save.click();
  await expect.element(saved).toBeVisible();
  const [body] = sentBodies();
  expect(body && readFormText(body, 'scheduledTime')).toBe('');
});

test('a caption shows its duplicates, and never the post itself', async () => {
  const other = aPost({ scheduledTime: brasiliaTimeAt(2, 9) });
  server.answer(findDuplicates, ({ body }) => ({
    similar: body.caption?.startsWith('Chegou')
      ? [
          {
            _id: other._id,
            mediaType: 'IMAGE' as const,
            caption: 'Chegou a fornada',
            scheduledTime: brasiliaTimeAt(2, 9),
            isPublished: false,
            permalink: null,
            thumbnailUrl: null,
            sharesMedia: false,
            sharesCaption: true,
          },
        ]
      : [],
  }));
  const post = aPost({ scheduledTime: brasiliaTimeAt(1, 10) });
  await openEditor(post);
  await caption.fill('Chegou a fornada!');
  const found = detailsDialog.getByRole('region', { name: 'Já publiquei isso?' });
  await expect.element(found.getByRole('link')).toMatchTextContent(/^Legenda quase igual/);
  await expectAccessible();
  expect(server.calls(findDuplicates).at(-1)?.body).toMatchObject({ postId: post._id });
  await caption.fill('Outro assunto');
  await expect.element(found).not.toBeInTheDocument();
});

describe('a post of a series', () => {
  const series = {
    _id: '018f0000-0000-7000-8000-000000000001',
    rule: { every: 'week' as const, weeks: 1, weekdays: [3] },
    on: '2026-06-10',
    until: null,
    isOver: false,
  };

  test('asks whether the following posts change too', async () => {
    await openEditor(aPost({ scheduledTime: brasiliaTimeAt(1, 10), series }), {
      as: aConnectedUser({ plan: 'premium' }),
    });
    await caption.fill('Broa de milho');
    await save.click();
    const question = page.getByRole('alertdialog', { name: 'Salvar em quais posts?' });
    await expect.element(question.getByLabelText('Só este')).toBeChecked();
    await expectAccessible();
    await question.getByText('Este e os próximos').click();
    await question.getByRole('button', { name: 'Salvar' }).click();
    await expect.element(saved).toBeVisible();
    const [body] = sentBodies();
    expect(body && readFormText(body, 'following')).toBe('true');
  });
});
