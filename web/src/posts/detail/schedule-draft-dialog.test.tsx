import { scheduleDraft } from '@pontual/contract/posts/post-changes.ts';
import { findDuplicates } from '@pontual/contract/planning/duplicates.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { timelineEntry, brasiliaTimeAt, freezeClock, tabTo } from '../../../testing/calendar.ts';
import { chooseTime } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost, aUser } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const dialog = page.getByRole('dialog', { name: 'Agendar rascunho' });
const done = page.getByRole('dialog', { name: 'Rascunho Agendado!' });
const send = dialog.getByRole('button', { name: 'Agendar', exact: true });
const draft = aPost({ caption: 'Bolo de fubá', status: 'draft', scheduledTime: null });

function answerScheduling(overrides: Partial<Post> = {}): void {
  server.answer(scheduleDraft, ({ body: { scheduledTime, demo } }) => {
    const post = {
      ...draft,
      status: 'scheduled',
      scheduledTime,
      demo,
      ...overrides,
    } satisfies Post;
    answerWithPosts([post]);
    return { post, warning: null, textWarnings: [] };
  });
}

async function open(): Promise<void> {
  await page.getByRole('button', { name: 'Agendar Bolo de fubá' }).click();
  await expect.element(dialog.getByText('Horários populares')).toBeVisible();
}

beforeEach(() => {
  freezeClock();
  server.answer(findDuplicates, { similar: [] });
  answerWithPosts([draft]);
});

test('a draft is scheduled from the card, and a request needs a due time', async () => {
  answerScheduling();
  await openPage('/schedule', { as: aConnectedUser() });
  await open();
  await send.click();
  await expect.element(dialog.getByText('Data e hora são obrigatórias')).toBeVisible();
  await expectAccessible();
  expect(server.calls(scheduleDraft)).toEqual([]);
  await chooseTime(12, '1830');
  await send.click();
  // Its name and its description are announced.
  await expect.element(done).toHaveFocus();
  await expect.element(done).toHaveAccessibleDescription(/18:30/);
  expect(server.calls(scheduleDraft)).toMatchObject([
    { params: { id: draft._id }, body: { scheduledTime: brasiliaTimeAt(3, 18, 30), demo: false } },
  ]);
  await expect.element(done).not.toBeInTheDocument();
  await expect.element(timelineEntry(draft.caption)).toMatchTextContent('Agendado');
  await expect.element(timelineEntry(draft.caption)).toMatchTextContent('18:30');
  const card = page.getByRole('button', { name: 'Agendar Bolo de fubá' });
  await expect.element(card).not.toBeInTheDocument();
});

describe('a draft with a due time', () => {
  const timed = { ...draft, scheduledTime: brasiliaTimeAt(1, 9) };

  beforeEach(() => answerWithPosts([timed]));

  test('becomes a demo post for a user without an account, by keyboard', async () => {
    server.refuse(scheduleDraft, 'INSTAGRAM_NOT_CONNECTED');
    await openPage('/schedule', { as: aUser() });
    await tabTo(page.getByRole('button', { name: 'Agendar Bolo de fubá' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toBeVisible();
    await tabTo(send);
    await userEvent.keyboard('{Enter}');
    const question = page.getByRole('dialog', { name: 'Quase lá!' });
    await expect.element(question).toBeVisible();
    await expectAccessible();
    answerScheduling();
    await tabTo(question.getByRole('button', { name: 'Continuar Explorando (Demo)' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(done).toMatchTextContent('Conta do Instagram não conectada');
    expect(server.calls(scheduleDraft).at(-1)?.body).toMatchObject({ demo: true });
  });

  test('keeps its due time when the month is full, and when the connection fails', async () => {
    server.refuse(scheduleDraft, 'LIMIT_EXCEEDED');
    await openPage('/schedule', { as: aConnectedUser() });
    await open();
    await send.click();
    const limit = page.getByRole('alertdialog', { name: 'Limite Atingido' });
    await expect.element(limit).toMatchTextContent('Você chegou ao limite do seu plano.');
    await expectAccessible();
    await limit.getByRole('button', { name: 'Voltar ao Formulário' }).click();

    server.failConnection(scheduleDraft);
    await send.click();
    const failed = page.getByRole('alertdialog', { name: 'Erro ao Agendar' });
    await expect.element(failed).toBeVisible();
    answerScheduling();
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(done).toBeVisible();
    expect(server.calls(scheduleDraft).at(-1)?.body.scheduledTime).toBe(brasiliaTimeAt(1, 9));
  });

  test('shows its duplicates, and can still be scheduled', async () => {
    server.answer(findDuplicates, {
      similar: [
        {
          _id: draft._id,
          mediaType: 'IMAGE',
          caption: 'Bolo de fubá!',
          scheduledTime: brasiliaTimeAt(5, 9),
          isPublished: false,
          permalink: null,
          thumbnailUrl: null,
          sharesMedia: false,
          sharesCaption: true,
        },
      ],
    });
    await openPage('/schedule', { as: aConnectedUser() });
    await open();
    const found = dialog.getByRole('region', { name: 'Já publiquei isso?' });
    const link = found.getByRole('link', { name: /^Legenda quase igual/ });
    await expect.element(link).toMatchTextContent('Agendado para 14/06/2026, 09:00');
    await expect.element(link).toHaveAttribute('href', `/schedule?post=${draft._id}`);
    await expect.element(send).toBeEnabled();
    await expectAccessible();
  });
});
