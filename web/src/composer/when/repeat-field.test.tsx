import { scheduleDraft, schedulePost } from '@pontual/contract/posts/post-changes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  timelineEntry,
  brasiliaTimeAt,
  statusMessage,
  freezeClock,
  readFormText,
} from '../../../testing/calendar.ts';
import {
  answerComposer,
  chooseTime,
  composerDialog,
  pickPicture,
} from '../../../testing/composer-dialog.ts';
import { aConnectedUser, anId, aPost } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { answerQueue } from '../../../testing/queue.ts';
import { server } from '../../../testing/stub-server.ts';
import { setTimeZone } from '../../../testing/time-zone.ts';
import { answerWithPosts } from '../../../testing/default-answers.ts';

const premium = aConnectedUser({ plan: 'premium' });
const chip = (name: string) => page.getByRole('button', { name, exact: true });
/** Friday, 12 June, 22:30 in Brasília, which is Saturday in UTC and in Tokyo. */
const FRIDAY = brasiliaTimeAt(3, 22, 30);
const weekly = { rule: { every: 'week', weeks: 1, weekdays: [5] }, until: null };

beforeEach(async () => {
  // A zone far from Brasília, to prove that the fields mean Brasília time.
  await setTimeZone('Asia/Tokyo');
  freezeClock();
  answerComposer();
  answerQueue([]);
});

describe('in the composer', () => {
  beforeEach(() => {
    server.answer(schedulePost, ({ body }) => ({
      post: aPost({ scheduledTime: readFormText(body, 'scheduledTime') }),
      warning: null,
      textWarnings: [],
    }));
  });

  test('a weekly post describes its recurrence and is sent with its rule', async () => {
    await openPage('/schedule', { as: premium });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    await pickPicture('pão.jpg');
    await page.getByLabelText('Legenda', { exact: true }).fill('Fornada de sexta');
    await expect.element(page.getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
    await chooseTime(12, '2230');
    await chip('Toda semana').click();
    await expect
      .element(statusMessage('Repete toda sexta às 22:30'))
      .toMatchTextContent('próximos: 12/06, 19/06, 26/06.');
    await expect.element(statusMessage('Um rascunho não guarda a repetição.')).toBeVisible();
    await expect.element(chip('Sex')).toHaveAttribute('aria-disabled', 'true');
    await chip('Até uma data').click();
    await expect.element(statusMessage('Todos ficam no calendário')).toBeVisible();
    await expectAccessible();
    await chip('Sem fim').click();
    await composerDialog.getByRole('button', { name: /^Agendar/ }).click();
    await expect.poll(() => server.calls(schedulePost).length).toBe(1);
    const [call] = server.calls(schedulePost);
    expect(JSON.parse((call && readFormText(call.body, 'repeat')) ?? '')).toEqual(weekly);
    expect(call && readFormText(call.body, 'scheduledTime')).toBe(FRIDAY);
  });

  test('the two-week and monthly rules are accessible on a phone', async () => {
    await openPage('/schedule', { as: premium, size: PHONE });
    await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
    await pickPicture('pão.jpg');
    await chooseTime(12, '2230');
    await chip('A cada 2 semanas').click();
    await expect.element(statusMessage('Repete a cada 2 semanas')).toBeVisible();
    await expectAccessible();
    await chip('Todo mês').click();
    await expect.element(statusMessage('Repete todo dia 12 às 22:30')).toBeVisible();
    await expectAccessible();
  });
});

describe('in the dialog that schedules a draft', () => {
  const draft = aPost({ caption: 'Broa de milho', status: 'draft', scheduledTime: null });

  beforeEach(() => answerWithPosts([draft]));

  test('a draft may recur, and its timeline entry shows that', async () => {
    const series = { _id: anId(), ...weekly, on: '2026-06-12', isOver: false };
    const post = aPost({
      ...draft,
      status: 'scheduled',
      scheduledTime: FRIDAY,
      series: { ...series, rule: { every: 'week', weeks: 1, weekdays: [5] } },
    });
    server.answer(scheduleDraft, () => {
      answerWithPosts([post]);
      return { post, warning: null, textWarnings: [] };
    });
    await openPage('/schedule', { as: premium });
    await page.getByRole('button', { name: 'Agendar Broa de milho' }).click();
    await expect.element(page.getByText('Escolha antes o dia do primeiro post.')).toBeVisible();
    await chooseTime(12, '2230');
    await chip('Toda semana').click();
    await chip('Até uma data').click();
    await expect.element(statusMessage('Repete toda sexta às 22:30')).toBeVisible();
    await expect
      .element(page.getByText('Um rascunho não guarda a repetição.'))
      .not.toBeInTheDocument();
    await expectAccessible();
    await chip('Sem fim').click();
    await page
      .getByRole('dialog', { name: 'Agendar rascunho' })
      .getByRole('button', { name: 'Agendar', exact: true })
      .click();
    await expect.element(page.getByRole('dialog', { name: 'Rascunho Agendado!' })).toBeVisible();
    expect(server.calls(scheduleDraft)[0]?.body).toMatchObject({
      scheduledTime: FRIDAY,
      repeat: weekly,
    });
    await expect.element(timelineEntry(draft.caption)).toMatchTextContent('repete toda sexta');
  });

  test('a draft may not recur without Premium', async () => {
    await openPage('/schedule', { as: aConnectedUser({ plan: 'pro' }) });
    await page.getByRole('button', { name: 'Agendar Broa de milho' }).click();
    await expect.element(page.getByText('Horários populares')).toBeVisible();
    await expect.element(page.getByText('Repetir')).not.toBeInTheDocument();
  });
});
