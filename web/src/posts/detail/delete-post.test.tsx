import { deletePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  detailsDialog,
  timelineEntry,
  brasiliaTimeAt,
  openDetails,
  freezeClock,
  tabTo,
} from '../../../testing/calendar.ts';
import { aConnectedUser, anId, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const button = detailsDialog.getByRole('button', { name: 'Excluir' });

beforeEach(() => {
  freezeClock();
  server.answer(deletePost, () => {
    answerWithPosts([]);
    return null;
  });
});

describe('a scheduled post', () => {
  const post = aPost({ scheduledTime: brasiliaTimeAt(1, 10) });
  const question = page.getByRole('alertdialog', { name: 'Excluir este post?' });

  beforeEach(async () => {
    answerWithPosts([post]);
    await openPage('/schedule', { as: aConnectedUser() });
    await openDetails(post.caption);
    await button.click();
  });

  test('stays when the confirmation is canceled', async () => {
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        'Tem certeza que deseja excluir este post agendado? Esta ação não pode ser desfeita.',
      );
    await expectAccessible();
    await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    expect(server.calls(deletePost)).toEqual([]);
  });

  test('is deleted once its owner has confirmed twice', async () => {
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect.element(page.getByText('Post Excluído')).toBeVisible();
    await expect.element(detailsDialog).not.toBeInTheDocument();
    await expect.element(timelineEntry(post.caption)).not.toBeInTheDocument();
    expect(server.calls(deletePost)).toMatchObject([{ params: { id: post._id }, query: {} }]);
  });

  test('offers a retry of the deletion when the connection fails', async () => {
    server.failConnection(deletePost);
    await question.getByRole('button', { name: 'Excluir' }).click();
    const failed = page.getByRole('alertdialog', { name: 'Erro ao Excluir' });
    await expect
      .element(failed)
      .toHaveAccessibleDescription('Não foi possível excluir o post. Tente novamente.');
    await expectAccessible();
    server.answer(deletePost, null);
    await failed.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(page.getByText('Post Excluído')).toBeVisible();
  });

  test('offers no retry of the deletion while it is pending', async () => {
    server.refuse(deletePost, 'POST_IN_PROGRESS');
    await question.getByRole('button', { name: 'Excluir' }).click();
    const failed = page.getByRole('alertdialog', { name: 'Erro ao Excluir' });
    await expect.element(failed.getByRole('button', { name: 'Fechar' })).toBeVisible();
    await expect.element(failed.getByRole('button', { name: /^Tentar/ })).not.toBeInTheDocument();
  });
});

test('a draft is deleted by keyboard alone, and the focus is not lost with it', async () => {
  const post = aPost({ status: 'draft', scheduledTime: null });
  answerWithPosts([post]);
  await openPage('/schedule', { as: aConnectedUser() });
  await tabTo(timelineEntry(post.caption).getByRole('button', { name: /Fornada/ }));
  await userEvent.keyboard('{Enter}');
  await tabTo(button);
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('alertdialog', { name: 'Excluir este rascunho?' });
  await expect
    .element(question)
    .toHaveAccessibleDescription(
      'Tem certeza que deseja excluir este rascunho? Esta ação não pode ser desfeita.',
    );
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
  await tabTo(question.getByRole('button', { name: 'Excluir' }));
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Post Excluído')).toBeVisible();
  await expect.element(timelineEntry(post.caption)).not.toBeInTheDocument();
  // The row of the post is gone, so the first focusable element of the page gets the focus.
  await expect.element(page.getByRole('button', { name: 'Prévia do perfil' })).toHaveFocus();
});

test('the deletion of a post in a series covers that post, or also the following ones', async () => {
  const rule = { every: 'week', weeks: 1, weekdays: [3] } as const;
  const series = {
    _id: anId(),
    rule: { ...rule, weekdays: [3] },
    on: '2026-06-10',
    until: null,
    isOver: false,
  };
  const post = aPost({ scheduledTime: brasiliaTimeAt(1, 10), series });
  answerWithPosts([post]);
  await openPage('/schedule', { as: aConnectedUser({ plan: 'premium' }), size: PHONE });
  await openDetails(post.caption);
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Excluir este post?' });
  await expect.element(question.getByLabelText('Só este')).toBeChecked();
  await expectAccessible();
  await question.getByText('Este e os próximos').click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText('Posts Excluídos')).toBeVisible();
  expect(server.calls(deletePost)[0]?.query).toEqual({ following: 'true' });
});
