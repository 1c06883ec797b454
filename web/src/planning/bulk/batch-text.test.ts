import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { expect, test } from 'vitest';
import {
  publishingPeriodText,
  remainingText,
  rowTimeText,
  scheduledText,
  spanText,
} from './batch-text.ts';

const now = new Date('2026-11-28T12:00:00-03:00');
const batchOf = (firstTime: string | null, lastTime = firstTime): Batch => ({
  _id: 'lote',
  createdAt: now.toISOString(),
  createdBy: null,
  posts: 2,
  undoable: 2,
  firstTime,
  lastTime,
  instagramAccountId: null,
  undoneAt: null,
});

test.each([
  ['2026-12-05T18:30:00-03:00', 'sáb, 05/12, 18:30'],
  // 23:30 in Brasília is already the next day in UTC.
  ['2026-12-31T23:30:00-03:00', 'qui, 31/12, 23:30'],
  ['2027-11-24T18:30:00-03:00', 'qua, 24/11/2027, 18:30'],
])('a post at %s is listed at %s', (at, text) => {
  expect(rowTimeText(new Date(at), now)).toBe(text);
});

test.each([
  [batchOf(null), ''],
  [batchOf('2026-12-05T18:30:00-03:00'), 'em 5 de dezembro'],
  [batchOf('2027-11-24T18:30:00-03:00'), 'em 24 de novembro de 2027'],
  [
    batchOf('2026-12-28T18:30:00-03:00', '2027-01-03T18:30:00-03:00'),
    'de 28 de dezembro a 3 de janeiro de 2027',
  ],
])('the dates of a batch include the year when it is not the current one', (batch, text) => {
  expect(spanText(batch, now)).toBe(text);
});

test.each([
  [1, 1, null, 'Sai em 5 de dezembro, horário de Brasília. Agendado em', 'Ainda por sair.'],
  [1, 0, null, 'Sai em 5 de dezembro, horário de Brasília. Agendado em', 'Não está mais por sair.'],
  [2, 2, null, 'Saem em 5 de dezembro, horário de Brasília. Agendados em', 'Todos ainda por sair.'],
  [2, 1, null, 'Saem em 5 de dezembro, horário de Brasília. Agendados em', '1 ainda por sair.'],
  [1, 0, now, 'Sai em 5 de dezembro, horário de Brasília. Agendado em', 'Lote desfeito.'],
])('a batch of %i, of which %i are left', (posts, undoable, undone, begin, left) => {
  const undoneAt = undone?.toISOString() ?? null;
  const batch = { ...batchOf('2026-12-05T18:30:00-03:00'), posts, undoable, undoneAt };
  expect(`${publishingPeriodText(batch, now)} ${scheduledText(batch)}`).toBe(
    `${begin} 28/11/2026 às 12:00`,
  );
  expect(remainingText(batch)).toBe(left);
});
