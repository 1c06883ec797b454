import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { addSlots, getQueue, moveInQueue, removeSlot } from '@pontual/contract/planning/queue.ts';
import { listSeries, stopSeries } from '@pontual/contract/planning/series.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  detailsDialog,
  brasiliaTimeAt,
  statusMessage,
  freezeClock,
} from '../../../testing/calendar.ts';
import { answerComposer, readTime, pickPicture } from '../../../testing/composer-dialog.ts';
import { aConnectedUser, anId, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { answerQueue, aSeries, dailySlots } from '../../../testing/queue.ts';
import { server } from '../../../testing/stub-server.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const premium = aConnectedUser({ plan: 'premium' });
const week = page.getByRole('region', { name: 'Horários da semana' });
const queued = page.getByRole('region', { name: 'Na fila' });
const add = week.getByRole('button', { name: 'Adicionar' });
const alert = week.getByRole('alert').filter({ hasText: /./ });
const queueLegend = page.getByText('Sua fila');
const repeatGroup = page.getByRole('group', { name: 'Repetir' });

beforeEach(() => freezeClock());

describe('weekly slots', () => {
  test('are added and removed, and Ctrl+Z undoes it', async () => {
    answerQueue([]);
    server.answer(addSlots, ({ body }) => {
      const slots = body.slots.map((slot) => ({ _id: anId(), ...slot }));
      answerQueue(slots);
      return { slots };
    });
    await openPage('/queue', { as: premium });
    await expect.element(page.getByText('A fila começa pelos horários')).toBeVisible();
    await expectAccessible();
    await week.getByRole('button', { name: 'Dom' }).click();
    await week.getByRole('button', { name: 'Sáb' }).click();
    await add.click();
    await expect.element(statusMessage(/7 horários adicionados/)).toBeVisible();
    await expect.element(week.getByText('7 horários', { exact: true })).toBeVisible();
    const added = server.calls(addSlots)[0]?.body.slots ?? [];
    expect(added.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);

    server.answer(removeSlot, () => {
      const slots = dailySlots(18).slice(1);
      answerQueue(slots);
      return { slots };
    });
    await week.getByRole('button', { name: 'Remover quarta às 18:00' }).click();
    await expect.element(week.getByText('6 horários', { exact: true })).toBeVisible();
    await expect.element(week.getByRole('heading', { name: 'Horários da semana' })).toHaveFocus();
    server.answer(addSlots, () => {
      const slots = dailySlots(18);
      answerQueue(slots);
      return { slots };
    });
    // With Caps Lock, the key is an uppercase Z.
    await userEvent.keyboard('{Control>}Z{/Control}');
    await expect.element(week.getByText('7 horários', { exact: true })).toBeVisible();
    expect(server.calls(addSlots).at(-1)?.body.slots).toEqual([{ weekday: 3, minute: 1080 }]);
  });

  test('without a day, or duplicated, are refused with a message', async () => {
    answerQueue([{ _id: anId(), weekday: 5, minute: 18 * 60 }]);
    await openPage('/queue', { as: premium, size: PHONE });
    for (const day of ['Seg', 'Ter', 'Qua', 'Qui']) {
      await week.getByRole('button', { name: day, exact: true }).click();
    }
    await add.click();
    await expect.element(alert).toHaveTextContent('Esses horários já estão na semana.');
    await week.getByRole('button', { name: 'Sex', exact: true }).click();
    await add.click();
    await expect.element(alert).toHaveTextContent('Escolha pelo menos um dia.');
    await expectAccessible();
    expect(server.calls(addSlots)).toEqual([]);
  });

  test('have no recommendation before posts have statistics', async () => {
    answerQueue(dailySlots(18));
    await openPage('/queue', { as: premium });
    const best = page.getByRole('region', { name: 'Seus melhores horários' });
    await expect
      .element(best)
      .toMatchTextContent('Ainda não há posts seus com números do Instagram.');
    await expect.element(best).toMatchTextContent('quando pelo menos 5 posts saíram nele');
  });
});

describe('posts in queue slots', () => {
  const first = aPost({ caption: 'Fornada', scheduledTime: brasiliaTimeAt(1, 9) });
  const second = aPost({ caption: 'Caneca dupla', scheduledTime: brasiliaTimeAt(1, 15) });
  const slots = dailySlots(9, 15);

  beforeEach(() => {
    answerWithPosts([first, second]);
    answerQueue(slots, [first, second]);
  });

  test('swap slots, and the focus follows the moved post', async () => {
    server.answer(moveInQueue, () => {
      const up = { ...second, scheduledTime: first.scheduledTime };
      const down = { ...first, scheduledTime: second.scheduledTime };
      answerQueue(slots, [up, down]);
      return { post: up, swapped: down };
    });
    await openPage('/queue', { as: premium });
    const up = queued.getByRole('button', { name: 'Mover para antes: Caneca dupla' });
    await up.click();
    await expect
      .element(statusMessage(/^Post movido para .*, trocado com o post/))
      .toBeInTheDocument();
    expect(server.calls(moveInQueue)[0]?.body).toEqual({
      postId: second._id,
      scheduledTime: brasiliaTimeAt(1, 9),
    });
    await expect.element(up).toHaveFocus();
    await expect.element(up).toHaveAttribute('aria-disabled', 'true');
  });

  test('get their own due time, and free their slot', async () => {
    server.answer(moveInQueue, () => {
      answerQueue(slots, [first]);
      return { post: { ...second, scheduledTime: brasiliaTimeAt(8, 15) }, swapped: null };
    });
    await openPage('/queue', { as: premium });
    await queued.getByRole('button', { name: 'Tirar da fila: Caneca dupla' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tirar da fila' });
    await expect
      .element(dialog.getByRole('button', { name: /^Próximo horário livre/ }))
      .toBeVisible();
    await expectAccessible();
    const move = dialog.getByRole('button', { name: 'Mover para este horário' });
    await move.click();
    await expect
      .element(dialog.getByText('O post já está neste horário. Escolha outro.'))
      .toBeVisible();
    await dialog.getByRole('button', { name: '1 semana' }).click();
    await move.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(queued.getByText('Caneca dupla')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Criar post para Amanhã, 15:00' }))
      .toBeVisible();
  });

  test('keep their slots when a move is refused', async () => {
    server.refuse(moveInQueue, 'SLOT_TAKEN');
    await openPage('/queue', { as: premium });
    await queued.getByRole('button', { name: 'Mover para depois: Caneca dupla' }).click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: errorCatalogue.SLOT_TAKEN.message }))
      .toBeVisible();
    await expect.element(queued.getByText('Caneca dupla')).toBeVisible();
  });

  test('open, a free slot starts a post, and a phone has no accessibility violations', async () => {
    const router = await openPage('/queue', { as: premium, size: PHONE });
    await expect.element(queued.getByText('Fornada')).toBeVisible();
    await expectAccessible();
    await queued.getByRole('button').filter({ hasText: 'Fornada' }).first().click();
    await expect.element(detailsDialog).toMatchTextContent('Agendado');
    await userEvent.keyboard('{Escape}');
    await expect.element(detailsDialog).not.toBeInTheDocument();
    answerComposer();
    await page
      .getByRole('link', { name: /^Criar post para .*, 09:00$/ })
      .first()
      .click();
    await expect.poll(() => router.state.location.pathname).toBe('/create-post');
    await pickPicture('foto.jpg');
    await expect.poll(readTime).toBe('09:00');
  });

  test('that await approval are marked', async () => {
    answerQueue(slots, [{ ...first, awaiting: true }]);
    await openPage('/queue', { as: premium });
    await expect
      .element(page.getByRole('button', { name: /Agendado Espera aprovação Fornada/ }))
      .toBeVisible();
    await expectAccessible();
  });
});

test('by keyboard the focus moves to the first of the slots shown on demand', async () => {
  answerQueue(dailySlots(9));
  await openPage('/queue', { as: premium });
  const free = queued.getByRole('link', { name: /^Criar post para/ });
  await expect.element(free).toHaveLength(12);
  const more = page.getByRole('button', { name: 'Mostrar mais 16 horários' });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(free.nth(12)).toHaveFocus();
});

test('the composer offers the next free slot', async () => {
  const first = aPost({ scheduledTime: brasiliaTimeAt(1, 9) });
  answerQueue(dailySlots(9), [first]);
  answerWithPosts([first]);
  await openPage('/create-post', { as: premium });
  await pickPicture('foto.jpg');
  await expect.element(queueLegend).toBeVisible();
  await expect.element(repeatGroup).toBeVisible();
  await page.getByRole('button', { name: /^Próximo horário livre/ }).click();
  await expect.poll(readTime).toBe('09:00');
  await expect
    .element(page.getByRole('button', { name: /^Data / }))
    .toMatchTextContent('11 de junho');
});

describe('without Premium', () => {
  const pro = aConnectedUser({ plan: 'pro' });

  test('the queue links to the plans, and the dashboard does not mention it', async () => {
    server.answer(listSeries, { series: [] });
    const router = await openPage('/dashboard', { as: pro });
    await expect.element(page.getByRole('link', { name: 'Ver Analytics' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ver Fila' })).not.toBeInTheDocument();
    await router.navigate('/queue');
    await expect.element(page.getByRole('heading', { name: 'Fila não disponível' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/plans');
  });

  test('the composer shows neither the queue nor recurring posts', async () => {
    // Both modules load here, so the test does not pass only because they are still loading.
    await Promise.all([
      import('../../composer/when/suggested-times.tsx'),
      import('../../composer/when/repeat-field.tsx'),
    ]);
    await openPage('/create-post', { as: pro });
    await pickPicture('foto.jpg');
    await page.getByRole('button', { name: 'Amanhã 19:00', exact: true }).click();
    await expect.poll(readTime).toBe('19:00');
    await expect.element(queueLegend).not.toBeInTheDocument();
    await expect.element(repeatGroup).not.toBeInTheDocument();
  });

  test('existing series can still be listed and stopped on one page', async () => {
    server.answer(planLimits, { limits: limitsByPlan.free });
    const series = aSeries();
    server.answer(listSeries, { series: [series] });
    server.answer(stopSeries, () => {
      server.answer(listSeries, { series: [] });
      return null;
    });
    await openPage('/queue', { as: aConnectedUser() });
    await expect.element(page.getByText('Fila não disponível')).toBeVisible();
    const all = page.getByRole('region', { name: 'Repetições' });
    await all.getByRole('button', { name: 'Parar de repetir: Broa de milho' }).click();
    const question = page.getByRole('alertdialog', { name: 'Parar de repetir?' });
    await question.getByRole('button', { name: 'Parar de repetir' }).click();
    await expect.element(all).toMatchTextContent('Nenhum post se repete.');
    await expect.element(all.getByRole('heading', { name: 'Repetições' })).toHaveFocus();
    expect(server.calls(stopSeries)).toMatchObject([{ params: { id: series._id } }]);
  });
});

test('a queue that fails to load can be loaded again', async () => {
  answerQueue(dailySlots(9));
  server.refuse(getQueue, 'INTERNAL');
  await openPage('/queue', { as: premium });
  await expect.element(page.getByText('Erro ao carregar a fila')).toBeVisible();
  await expectAccessible();
  answerQueue(dailySlots(9));
  await page.getByRole('button', { name: /^Tentar/ }).click();
  await expect.element(queued).toBeVisible();
});
