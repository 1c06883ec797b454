import { listSeries, stopSeries } from '@pontual/contract/planning/series.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  detailsDialog,
  brasiliaTimeAt,
  openDetails,
  freezeClock,
} from '../../../testing/calendar.ts';
import { aConnectedUser, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { answerQueue, aSeries, dailySlots } from '../../../testing/queue.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const premium = aConnectedUser({ plan: 'premium' });
const series = aSeries();
const post = aPost({
  caption: series.caption,
  scheduledTime: brasiliaTimeAt(3, 22, 30),
  series: { _id: series._id, rule: series.rule, on: '2026-06-12', until: null, isOver: false },
});
const listedSeries = { ...series, next: [{ postId: post._id, at: brasiliaTimeAt(3, 22, 30) }] };
const stopDialog = page.getByRole('alertdialog', { name: 'Parar de repetir?' });

beforeEach(() => {
  freezeClock();
  answerWithPosts([post]);
  server.answer(listSeries, { series: [listedSeries] });
});

test('a series is stopped from the details of a post, and scheduled posts stay', async () => {
  server.answer(stopSeries, () => {
    answerWithPosts([{ ...post, series: post.series && { ...post.series, isOver: true } }]);
    server.answer(listSeries, { series: [] });
    return null;
  });
  await openPage('/schedule', { as: premium });
  await openDetails(post.caption);
  await expect.element(detailsDialog.getByText('Repete toda sexta')).toBeVisible();
  await expectAccessible();
  await detailsDialog.getByRole('button', { name: 'Parar de repetir' }).click();
  await expect
    .element(stopDialog)
    .toMatchTextContent('Os que já estão agendados continuam no calendário.');
  await expectAccessible();
  await stopDialog.getByRole('button', { name: 'Parar de repetir' }).click();
  await expect.element(detailsDialog.getByText(/A repetição terminou\.$/)).toBeVisible();
  expect(server.calls(stopSeries)).toMatchObject([{ params: { id: series._id } }]);
});

test('all series are listed beside the queue, and link to their next post', async () => {
  answerQueue(dailySlots(9));
  const router = await openPage('/queue', { as: premium, size: PHONE });
  const all = page.getByRole('region', { name: 'Repetições' });
  await expect.element(all).toMatchTextContent('Broa de milho');
  await expect.element(all).toMatchTextContent('Repete toda sexta às 22:30');
  await expectAccessible();
  await all.getByRole('button', { name: 'Parar de repetir: Broa de milho' }).click();
  await stopDialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(stopDialog).not.toBeInTheDocument();
  await all.getByRole('link').click();
  await expect.element(detailsDialog.getByText('Repete toda sexta')).toBeVisible();
  expect(router.state.location.pathname).toBe('/schedule');
});

test('a series that creates no more posts shows the reason', async () => {
  const issue = 'O plano Premium terminou. Nenhum post novo é criado.';
  server.answer(listSeries, { series: [{ ...listedSeries, issue }] });
  await openPage('/schedule', { as: premium });
  await openDetails(post.caption);
  await expect.element(detailsDialog.getByText(issue)).toBeVisible();
  await expectAccessible();
});
