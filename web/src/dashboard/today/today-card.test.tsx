import { listPosts } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { detailsDialog, freezeClock, tabTo } from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { setTimeZone } from '../../../testing/time-zone.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

/** 31 December 2026, 23:30, and 1 January 2027, 00:10, in Brasília. */
const LAST = '2027-01-01T02:30:00.000Z';
const FIRST = '2027-01-01T03:10:00.000Z';

const today = page.getByRole('region', { name: 'Hoje' });
const dots = today.getByRole('list', { name: 'Posts de hoje' }).getByRole('button');

describe.each(['Asia/Tokyo', 'America/Los_Angeles'])('with a browser in %s', (zone) => {
  const last = aPost({ caption: 'Último', scheduledTime: LAST });
  const first = aPost({ caption: 'Primeiro', scheduledTime: FIRST });

  beforeEach(async () => {
    await setTimeZone(zone);
    answerWithPosts([last, first]);
  });

  test('the line shows the day in Brasília', async () => {
    freezeClock(new Date('2027-01-01T02:58:00Z'));
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(today).toMatchTextContent('quinta, 31 de dezembro');
    await expect.element(dots).toHaveLength(1);
    await expect.element(dots).toHaveAccessibleName(/^23:30 .*Último/);
  });

  test('the line moves to the next day at midnight, also while the server is unreachable', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-01T02:59:58.500Z') });
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(dots).toHaveAccessibleName(/Último/);
    server.failConnection(listPosts);
    // The page updates its clock when the next minute begins: in a second and a half.
    vi.setSystemTime('2027-01-01T03:00:00.100Z');
    await expect.element(today).toMatchTextContent('sexta, 1 de janeiro');
    const failed = today.getByRole('alert');
    await expect.element(failed).toMatchTextContent('Não foi possível carregar os posts de hoje.');
    await expect.element(today.getByText('Nenhum post hoje.')).not.toBeInTheDocument();
    answerWithPosts([last, first]);
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(dots).toHaveAccessibleName(/^00:10 .*Primeiro/);
    await expect.element(dots).toHaveLength(1);
    await expect.element(failed).not.toBeInTheDocument();
  });
});

describe('an hour before the last post of the year', () => {
  const draft = aPost({ caption: 'Fornada de fim de ano', status: 'draft', scheduledTime: LAST });

  beforeEach(() => freezeClock(new Date(Date.parse(LAST) - 3_600_000)));

  test('a post that is created elsewhere appears without a reload', async () => {
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(today).toMatchTextContent('Nenhum post hoje.');
    answerWithPosts([draft]);
    server.emitLiveEvent({ kind: 'posts' });
    await expect
      .element(dots)
      .toHaveAccessibleName('23:30 Imagem, Fornada de fim de ano, rascunho');
  });

  test('a post opens by keyboard, and returns the focus', async () => {
    answerWithPosts([draft]);
    const router = await openPage('/dashboard', { as: aConnectedUser() });
    await tabTo(dots);
    await userEvent.keyboard('{Enter}');
    await expect.element(detailsDialog).toMatchTextContent(draft.caption);
    expect(router.state.location.search).toBe(`?post=${draft._id}`);
    await userEvent.keyboard('{Escape}');
    await expect.element(detailsDialog).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('');
    await expect.element(dots).toHaveFocus();
  });

  test('posts at the same time are stacked, and their count links to the calendar', async () => {
    answerWithPosts(Array.from({ length: 5 }, () => aPost({ scheduledTime: LAST })));
    const router = await openPage('/dashboard', { as: aConnectedUser(), size: PHONE });
    await expect.element(dots).toHaveLength(3);
    const boxes = dots.elements().map((dot) => dot.getBoundingClientRect());
    const tops = boxes.map(({ top }) => top);
    expect(tops).toEqual(tops.toSorted((a, b) => b - a));
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    await expectAccessible();
    const rest = today.getByRole('link', {
      name: 'Mais 2 posts a partir de 23:30, no calendário',
    });
    await expect.element(rest).toHaveTextContent('+2');
    await rest.click();
    await expect.poll(() => router.state.location.pathname).toBe('/schedule');
  });
});
