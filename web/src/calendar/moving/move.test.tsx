import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  cell,
  brasiliaTimeAt,
  statusMessage,
  freezeClock,
  answerMoves,
  readFormText,
} from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const post = aPost({ scheduledTime: brasiliaTimeAt(2, 10) });
const day = (days: number) => cell(new RegExp(`^${9 + days} de junho,`));
const refusal = page.getByRole('alertdialog', { name: 'Erro ao Atualizar' });

const sentDueTimes = () =>
  server.calls(updatePost).map(({ body }) => readFormText(body, 'scheduledTime'));

async function pickUp(): Promise<void> {
  await expect.element(day(2)).toMatchTextContent('1 post');
  (day(2).element() as HTMLElement).focus();
  await userEvent.keyboard('m');
}

beforeEach(() => {
  freezeClock();
  answerWithPosts([post]);
});

test('a post that is picked up by keyboard does not change after Escape', async () => {
  await openPage('/schedule', { as: aConnectedUser() });
  await pickUp();
  await expect
    .element(statusMessage(/10:00 Imagem.*escolha o lugar com as setas/))
    .toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(statusMessage(/O post continua em/)).toBeInTheDocument();
  expect(sentDueTimes()).toEqual([]);
});

test('a post is moved by keyboard, refused beyond the plan, dropped and moved back', async () => {
  answerMoves(post);
  await openPage('/schedule', { as: aConnectedUser() });
  await pickUp();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(day(9)).toHaveFocus();
  await expect.element(statusMessage(/O plano Gratuito agenda até/)).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').filter({ hasText: 'plano Gratuito' })).toBeVisible();
  expect(sentDueTimes()).toEqual([]);
  await userEvent.keyboard('{ArrowUp}{ArrowRight} ');
  await expect.element(statusMessage(/Movido para/)).toBeVisible();
  await expect.element(day(3)).toHaveFocus();
  await expect.element(day(3)).toMatchTextContent('1 post: 10:00');
  expect(sentDueTimes()).toEqual([brasiliaTimeAt(3, 10)]);

  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(statusMessage(/De volta para/)).toBeVisible();
  await expect.element(day(2)).toHaveFocus();
  expect(sentDueTimes()).toEqual([brasiliaTimeAt(3, 10), brasiliaTimeAt(2, 10)]);
});

test('a move that does not reach the server is reverted and reported', async () => {
  server.failConnection(updatePost);
  await openPage('/schedule', { as: aConnectedUser() });
  await pickUp();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect
    .element(refusal)
    .toHaveAccessibleDescription('Não foi possível atualizar o post. Tente novamente.');
  await expectAccessible();
  await refusal.getByRole('button', { name: 'Entendi' }).click();
  await expect.element(day(2)).toMatchTextContent('1 post: 10:00');
  await expect.element(day(3)).toMatchTextContent('sem posts');
});

test('a move that the server refuses shows the due time that stays', async () => {
  server.refuse(updatePost, 'POST_IN_PROGRESS');
  await openPage('/schedule', { as: aConnectedUser() });
  await pickUp();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(refusal).toMatchTextContent('O post continua em');
  await refusal.getByRole('button', { name: 'Entendi' }).click();
  await expect.element(day(2)).toMatchTextContent('1 post: 10:00');
});

test('on a phone a post is picked up from its day and dropped by a tap', async () => {
  const second = aPost({ scheduledTime: brasiliaTimeAt(2, 15) });
  answerWithPosts([post, second]);
  answerMoves(second, [post]);
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await cell(/^11 de junho, 2 posts/).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Mover 15:00 Imagem/ })
    .click();
  await expect.element(page.getByText('Toque no novo lugar.')).toBeVisible();
  await expectAccessible();
  await day(5).click();
  await expect.element(day(5)).toMatchTextContent('1 post: 15:00');
  await expect.element(page.getByText('Toque no novo lugar.')).not.toBeInTheDocument();
  expect(server.calls(updatePost)[0]?.params).toEqual({ id: second._id });
  expect(sentDueTimes()).toEqual([brasiliaTimeAt(5, 15)]);
});
