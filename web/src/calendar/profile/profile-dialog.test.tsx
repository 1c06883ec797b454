import { listPosts } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { detailsDialog, brasiliaTimeAt, freezeClock } from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

test('the profile shows the newest post first, and each opens by keyboard', async () => {
  freezeClock();
  answerWithPosts([
    aPost({ caption: 'Hoje à noite', scheduledTime: brasiliaTimeAt(0, 20) }),
    aPost({ caption: 'Amanhã', scheduledTime: brasiliaTimeAt(1, 20) }),
  ]);
  await openPage('/schedule', { as: aConnectedUser() });
  await page.getByRole('button', { name: 'Prévia do perfil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prévia do perfil' });
  await expect.element(dialog.getByText('@atelie.barro')).toBeVisible();
  const tiles = dialog.getByRole('list', { name: 'Posts do perfil' }).getByRole('button');
  await expect.element(tiles).toHaveLength(2);
  await expect.element(tiles.first()).toHaveAccessibleName(/Amanhã/);
  await expect.element(tiles.last()).toHaveAccessibleName(/Hoje à noite/);
  await expectAccessible();
  tiles.last().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(detailsDialog).toMatchTextContent(/Hoje à noite/);
});

test('a profile that fails to load can be retried by keyboard', async () => {
  freezeClock();
  answerWithPosts([aPost({ caption: 'Amanhã', scheduledTime: brasiliaTimeAt(1, 20) })]);
  await openPage('/schedule', { as: aConnectedUser() });
  await expect.element(page.getByText('Amanhã').first()).toBeVisible();
  server.refuse(listPosts, 'INTERNAL');
  await page.getByRole('button', { name: 'Prévia do perfil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prévia do perfil' });
  const failure = dialog.getByRole('alert');
  await expect.element(failure).toMatchTextContent('A prévia não carregou.');
  await expectAccessible();
  answerWithPosts([aPost({ caption: 'Amanhã', scheduledTime: brasiliaTimeAt(1, 20) })]);
  await retryByKeyboard(failure.getByRole('button', { name: 'Tentar de novo' }), listPosts);
  await expect.element(dialog.getByRole('list', { name: 'Posts do perfil' })).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: /Amanhã/ })).toBeVisible();
});
