import { listSeries, stopSeries } from '@pontual/contract/series.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoBarriers } from '../testing/barriers.ts';
import { details, hourOf, openDetails, stopClock } from '../testing/calendar.ts';
import { aConnectedUser, aPost } from '../testing/examples.ts';
import { openPage, PHONE } from '../testing/open-page.tsx';
import { answerQueue, aSeries, daily } from '../testing/queue.ts';
import { server } from '../testing/stub-server.ts';
import { answerWithPosts } from '../testing/usual-answers.ts';

const premium = aConnectedUser({ plan: 'premium' });
const series = aSeries();
const post = aPost({
  caption: series.caption,
  scheduledTime: hourOf(3, 22, 30),
  series: { _id: series._id, rule: series.rule, on: '2026-06-12', until: null, isOver: false },
});
const listed = { ...series, next: [{ postId: post._id, at: hourOf(3, 22, 30) }] };
const asked = page.getByRole('alertdialog', { name: 'Parar de repetir?' });

beforeEach(() => {
  stopClock();
  answerWithPosts([post]);
  server.answer(listSeries, { series: [listed] });
});

test('a post that repeats is stopped from its details, and what is scheduled stays', async () => {
  server.answer(stopSeries, () => {
    answerWithPosts([{ ...post, series: post.series && { ...post.series, isOver: true } }]);
    server.answer(listSeries, { series: [] });
    return null;
  });
  await openPage('/schedule', { as: premium });
  await openDetails(post.caption);
  await expect.element(details.getByText('Repete toda sexta')).toBeVisible();
  await expectNoBarriers();
  await details.getByRole('button', { name: 'Parar de repetir' }).click();
  await expect
    .element(asked)
    .toMatchTextContent('Os que já estão agendados continuam no calendário.');
  await expectNoBarriers();
  await asked.getByRole('button', { name: 'Parar de repetir' }).click();
  await expect.element(details.getByText(/A repetição terminou\.$/)).toBeVisible();
  expect(server.calls(stopSeries)).toMatchObject([{ params: { id: series._id } }]);
});

test('all that repeats is listed beside the queue, and leads to its next post', async () => {
  answerQueue(daily(9));
  const router = await openPage('/queue', { as: premium, size: PHONE });
  const all = page.getByRole('region', { name: 'Repetições' });
  await expect.element(all).toMatchTextContent('Broa de milho');
  await expect.element(all).toMatchTextContent('Repete toda sexta às 22:30');
  await expectNoBarriers();
  await all.getByRole('button', { name: 'Parar de repetir: Broa de milho' }).click();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  await all.getByRole('link').click();
  await expect.element(details.getByText('Repete toda sexta')).toBeVisible();
  expect(router.state.location.pathname).toBe('/schedule');
});

test('a series of which no more posts are made says why', async () => {
  const problem = 'O plano Premium terminou. Nenhum post novo é criado.';
  server.answer(listSeries, { series: [{ ...listed, problem }] });
  await openPage('/schedule', { as: premium });
  await openDetails(post.caption);
  await expect.element(details.getByText(problem)).toBeVisible();
  await expectNoBarriers();
});
