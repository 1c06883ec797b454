import { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { waitUntilSettled } from '../../testing/accessibility.ts';
import {
  answerPosts,
  aPhoto,
  chooseFiles,
  chooseTomorrow,
  form,
  continueToDetails,
  heading,
  openComposer,
  sendButton,
  readTexts,
  tiles,
} from '../../testing/composer.ts';
import { centerOf, mouse } from '../../testing/pointer-input.ts';
import { server } from '../../testing/stub-server.ts';

const names = ['um.jpg', 'dois.jpg', 'tres.jpg', 'quatro.jpg'];
const [first, second, third, fourth] = ['um.jpg', 'dois.jpg', 'tres.jpg', 'quatro.jpg'] as const;

const grip = (name: string) => form.getByRole('button', { name: `Mover ${name}`, exact: true });
const focus = (name: string) => (grip(name).element() as HTMLElement).focus();
const moveAnnouncement = form.getByRole('status').filter({ hasText: 'posição' });
const tile = (name: string) => tiles.filter({ hasText: name });

async function expectOrder(...order: string[]): Promise<void> {
  await expect
    .poll(() => readTexts(tiles))
    .toEqual(order.map((name) => expect.stringContaining(name)));
}

async function chooseFour(): Promise<void> {
  await openComposer();
  await chooseFiles(await Promise.all(names.map((name) => aPhoto(name))));
  await expectOrder(first, second, third, fourth);
  await waitUntilSettled();
}

describe('with a mouse', () => {
  beforeEach(chooseFour);

  test('a photo is dragged to the front, and the post is sent in that order', async () => {
    answerPosts();
    const [from, to] = [centerOf(tile(third)), centerOf(tile(first))];
    await mouse.press(from);
    await mouse.drag(from, to);
    await mouse.release(to);
    await expectOrder(third, first, second, fourth);
    await expect.element(moveAnnouncement).toHaveTextContent('tres.jpg, posição 1 de 4');
    await continueToDetails(null);
    await chooseTomorrow();
    await sendButton.click();
    await expect.element(heading('Post Agendado!')).toBeVisible();
    const [call] = server.calls(schedulePost);
    const sent = call?.body.getAll('media').map((file) => (file as File).name);
    expect(sent).toEqual([third, first, second, fourth]);
  });

  test('Esc returns a dragged photo to its position', async () => {
    const [from, to] = [centerOf(tile(first)), centerOf(tile(third))];
    await mouse.press(from);
    await mouse.drag(from, to);
    await expect.element(tile(first)).toMatchTextContent(/^3/);
    await userEvent.keyboard('{Escape}');
    await mouse.release(to);
    await expect.element(tile(first)).toMatchTextContent(/^1/);
    await expectOrder(first, second, third, fourth);
    await expect.element(heading('Envie seus arquivos')).toBeVisible();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });
});

test('the arrow keys move a photo, which keeps the focus, and the new position is announced', async () => {
  await chooseFour();
  focus(first);
  await userEvent.keyboard('{ArrowRight}');
  await expectOrder(second, first, third, fourth);
  await expect.element(grip(first)).toHaveFocus();
  await expect.element(moveAnnouncement).toHaveTextContent('um.jpg, posição 2 de 4');
  await userEvent.keyboard('{End}');
  await expectOrder(second, third, fourth, first);
  await expect.element(grip(first)).toHaveFocus();
  await expect.element(moveAnnouncement).toHaveTextContent('um.jpg, posição 4 de 4');
  await userEvent.keyboard('{ArrowRight}');
  await expectOrder(second, third, fourth, first);
  await userEvent.keyboard('{Home}');
  await expectOrder(first, second, third, fourth);
});

test('buttons move a photo without dragging', async () => {
  await chooseFour();
  await grip(fourth).click();
  const places = form.getByRole('group', { name: 'Posição de quatro.jpg' });
  await places.getByRole('button', { name: 'Mover para o início' }).click();
  await expectOrder(fourth, first, second, third);
  const onwards = places.getByRole('button', { name: 'Mover uma posição para a frente' });
  await onwards.click();
  await expectOrder(first, fourth, second, third);
  await expect.element(onwards).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(places).not.toBeInTheDocument();
  await expect.element(grip(fourth)).toHaveFocus();
});

test('all photos are removed at once', async () => {
  await chooseFour();
  await form.getByRole('button', { name: 'Remover todos' }).click();
  await expect.element(tiles).not.toBeInTheDocument();
  await expect.element(heading('Envie seus arquivos')).toHaveFocus();
});
