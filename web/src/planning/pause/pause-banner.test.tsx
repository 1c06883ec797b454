import {
  getPause,
  listHeldPosts,
  pausePublishing,
  resumePublishing,
  rescheduleHeldPosts,
  type PauseState,
} from '@pontual/contract/planning/pause.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { brasiliaTimeAt, freezeClock } from '../../../testing/calendar.ts';
import { chooseTime } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const banner = page.getByRole('main').getByText(/^Publicações pausadas desde hoje/);
const pauseDialog = page.getByRole('dialog', { name: 'Pausar todas as publicações?' });
const heldDialog = page.getByRole('dialog', { name: 'Posts que não saíram na pausa' });
const paused = (overrides: Partial<PauseState> = {}): PauseState => ({
  pause: { since: brasiliaTimeAt(0, 14), until: null },
  held: 0,
  underWay: 0,
  ...overrides,
});
const notPaused: PauseState = { pause: null, held: 0, underWay: 0 };
const post = aPost({
  caption: 'Na pausa',
  status: 'draft',
  scheduledTime: brasiliaTimeAt(0, 14, 10),
});

beforeEach(() => freezeClock());

test('the pause button shifts no other button when its state loads late', async () => {
  server.answer(getPause, notPaused);
  const release = server.hold(getPause);
  await openPage('/schedule', { as: aConnectedUser() });
  const bulkLink = page.getByRole('link', { name: 'Agendar vários' });
  await expect.element(page.getByRole('button', { name: 'Pausar tudo' })).toBeDisabled();
  const { left } = bulkLink.element().getBoundingClientRect();
  release();
  await expect.element(page.getByRole('button', { name: 'Pausar tudo' })).toBeEnabled();
  expect(bulkLink.element().getBoundingClientRect().left).toBe(left);
});

test('no pause button is shown when its state cannot be loaded', async () => {
  server.failConnection(getPause);
  await openPage('/schedule', { as: aConnectedUser() });
  await expect.element(page.getByRole('link', { name: 'Agendar vários' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pausar tudo' })).not.toBeInTheDocument();
});

test('publishing is paused after a confirmation, and the focus moves to the end of the pause', async () => {
  server.answer(pausePublishing, () => {
    server.answer(getPause, paused());
    return paused();
  });
  await openPage('/schedule', { as: aConnectedUser() });
  await page.getByRole('button', { name: 'Pausar tudo' }).click();
  await expect
    .element(pauseDialog)
    .toHaveAccessibleDescription(/O que já está a caminho do Instagram sai assim mesmo\./);
  await expectAccessible();
  await pauseDialog.getByRole('button', { name: 'Pausar tudo' }).click();
  await expect.element(banner).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fim da pausa' })).toHaveFocus();
  expect(server.calls(pausePublishing)[0]?.body).toEqual({ until: null });
});

test('a missing end is refused at its fields', async () => {
  await openPage('/schedule', { as: aConnectedUser(), size: PHONE });
  await page.getByRole('button', { name: 'Pausar tudo' }).click();
  await pauseDialog.getByRole('button', { name: 'Escolher dia e hora' }).click();
  await pauseDialog.getByRole('button', { name: 'Pausar tudo' }).click();
  await expect.element(pauseDialog.getByRole('alert')).toMatchTextContent('Selecione data e hora');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(pauseDialog).not.toBeInTheDocument();
  expect(server.calls(pausePublishing)).toEqual([]);
});

test('a pause that starts elsewhere is shown with its end on every page', async () => {
  await openPage('/plans', { as: aConnectedUser() });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  server.answer(
    getPause,
    paused({ pause: { since: brasiliaTimeAt(0, 14), until: brasiliaTimeAt(0, 20) } }),
  );
  server.emitLiveEvent({ kind: 'posts' });
  await expect.element(banner).toMatchTextContent('até hoje, 20:00');
});

test('the end of a pause can be changed', async () => {
  server.answer(getPause, paused({ held: 1 }));
  server.answer(pausePublishing, ({ body: { until } }) => {
    const changed = paused({ pause: { since: brasiliaTimeAt(0, 14), until }, held: 1 });
    server.answer(getPause, changed);
    return changed;
  });
  await openPage('/schedule', { as: aConnectedUser() });
  await expect
    .element(banner)
    .toMatchTextContent(/desde hoje, 14:00\. 1 post não saiu por causa da pausa/);
  await page.getByRole('button', { name: 'Fim da pausa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar o fim da pausa' });
  await dialog.getByRole('button', { name: 'Escolher dia e hora' }).click();
  await expectAccessible();
  await chooseTime(12, '1830');
  await dialog.getByRole('button', { name: 'Mudar o fim' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(banner).toMatchTextContent('até sexta, 12 de junho, 18:30. 1 post');
  expect(server.calls(pausePublishing)[0]?.body).toEqual({ until: brasiliaTimeAt(3, 18, 30) });
});

describe('a post missed during a pause', () => {
  beforeEach(() => {
    server.answer(listHeldPosts, {
      posts: [{ post, proposedTime: brasiliaTimeAt(1, 14, 10) }],
      total: 1,
    });
    server.answer(rescheduleHeldPosts, () => {
      server.answer(getPause, notPaused);
      return { scheduled: 1, left: 0 };
    });
  });

  test('is resolved when publishing is resumed', async () => {
    server.answer(getPause, paused({ held: 1 }));
    server.answer(resumePublishing, () => {
      server.answer(getPause, { ...notPaused, held: 1 });
      return { ...notPaused, held: 1 };
    });
    await openPage('/dashboard', { as: aConnectedUser(), size: PHONE });
    await page.getByRole('button', { name: 'Retomar' }).click();
    await expect
      .element(heldDialog.getByRole('listitem'))
      .toMatchTextContent(/Era hoje 14:10\. Vai amanhã, 14:10\./);
    await expectAccessible();
    await heldDialog.getByRole('button', { name: 'Reagendar 1 post' }).click();
    await expect.element(heldDialog).not.toBeInTheDocument();
    await expect.element(banner).not.toBeInTheDocument();
    expect(server.calls(rescheduleHeldPosts)[0]?.body).toEqual({
      posts: [{ postId: post._id, scheduledTime: brasiliaTimeAt(1, 14, 10) }],
    });
  });

  test('can be retried by keyboard if it fails to load', async () => {
    server.answer(getPause, { ...notPaused, held: 1 });
    server.refuse(listHeldPosts, 'INTERNAL');
    await openPage('/plans', { as: aConnectedUser() });
    await page.getByRole('button', { name: 'Escolher horários' }).click();
    const failure = heldDialog.getByRole('alert');
    await expect.element(failure).toMatchTextContent('Os posts não carregaram.');
    await expectAccessible();
    server.answer(listHeldPosts, { posts: [{ post, proposedTime: null }], total: 1 });
    await retryByKeyboard(failure.getByRole('button'), listHeldPosts);
    await expect.element(heldDialog.getByRole('list')).toHaveFocus();
  });

  test('can stay a draft once the pause has ended by itself', async () => {
    server.answer(getPause, { ...notPaused, held: 1 });
    await openPage('/plans', { as: aConnectedUser() });
    const left = page.getByText(/^1 post não saiu/);
    await expect.element(left.first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retomar' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Escolher horários' }).click();
    await heldDialog.getByRole('group').getByText('Deixar como rascunhos').click();
    await heldDialog.getByRole('button', { name: 'Deixar como rascunho', exact: true }).click();
    await expect.element(left).not.toBeInTheDocument();
    expect(server.calls(rescheduleHeldPosts)[0]?.body).toEqual({
      posts: [{ postId: post._id, scheduledTime: null }],
    });
  });
});
