import { expect, test } from 'vitest';
import { aPost } from '../posts/post-fixture.ts';
import { dayCellLabel, getDayAction } from './day-cell-label.ts';

const now = new Date('2026-06-09T17:32:00Z');

const posts = [
  aPost({ mediaType: 'STORIES', scheduledTime: '2026-06-12T11:00:00.000Z' }),
  aPost({ scheduledTime: '2026-06-12T15:00:00.000Z' }),
  aPost({ scheduledTime: '2026-06-12T21:00:00.000Z' }),
  aPost({ scheduledTime: '2026-06-12T23:30:00.000Z' }),
];

test.each([
  [
    '2026-06-12',
    posts,
    '12 de junho, 4 posts: 08:00 Stories agendado, 12:00 Imagem agendado, mais 2',
  ],
  ['2026-06-12', posts.slice(0, 1), '12 de junho, 1 post: 08:00 Stories agendado'],
  ['2026-06-17', [], '17 de junho, sem posts. Criar post'],
  ['2026-06-07', [], '7 de junho, sem posts'],
  ['2026-06-17', null, '17 de junho'],
  ['2027-01-01', [], '1 de janeiro, sem posts. Criar post'],
])('the cell of %s has a label (%#)', (day, ofDay, name) => {
  expect(dayCellLabel(day, ofDay, { now })).toBe(name);
});

test('a post that needs approval says so instead of scheduled, and a draft in addition to its state', () => {
  const photo = aPost({ scheduledTime: '2026-06-12T15:00:00.000Z', awaiting: true });
  const draft = { ...photo, scheduledTime: '2026-06-12T21:00:00.000Z', status: 'draft' } as const;
  expect(dayCellLabel('2026-06-12', [photo], { now })).toBe(
    '12 de junho, 1 post: 12:00 Imagem, espera aprovação',
  );
  expect(dayCellLabel('2026-06-12', [photo, draft], { now })).toBe(
    '12 de junho, 2 posts: 12:00 Imagem, espera aprovação, 18:00 Sem arquivo rascunho, espera aprovação',
  );
});

test('the label reports that a post without its own entry has failed', () => {
  const failed = aPost({ status: 'failed', scheduledTime: '2026-06-12T23:45:00.000Z' });
  expect(dayCellLabel('2026-06-12', [...posts, failed], { now })).toBe(
    '12 de junho, 5 posts: 08:00 Stories agendado, 12:00 Imagem agendado, mais 3, com falhas',
  );
});

test('a post at risk says so in addition to its state', () => {
  const isAtRisk = () => true;
  expect(dayCellLabel('2026-06-12', posts.slice(0, 1), { now, isAtRisk })).toBe(
    '12 de junho, 1 post: 08:00 Stories agendado, em risco',
  );
});

test.each([
  [posts, '12 de junho, 4 posts: 08:00 Stories agendado, 12:00 Imagem agendado, mais 2'],
  [[], '12 de junho, sem posts. Criar post'],
  [null, '12 de junho'],
])('the name of a date ends the label (%#)', (ofDay, name) => {
  const occasion = 'Dia dos Namorados';
  expect(dayCellLabel('2026-06-12', ofDay, { now, occasion })).toBe(`${name}. ${occasion}`);
});

test('with several accounts each post names its account', () => {
  const nameOf = ({ instagramAccountId: id }: { instagramAccountId: string | null }) =>
    id === '2' ? '@cafe.serra' : '@atelie.barro';
  const ofDay = [
    aPost({ scheduledTime: '2026-06-12T15:00:00.000Z', instagramAccountId: '2' }),
    aPost({ scheduledTime: '2026-06-12T21:00:00.000Z' }),
  ];
  expect(dayCellLabel('2026-06-12', ofDay, { now, nameOf })).toBe(
    '12 de junho, 2 posts: 12:00 Imagem agendado em @cafe.serra, 18:00 Imagem agendado em @atelie.barro',
  );
});

test.each([
  ['2026-06-08', 'none'],
  ['2026-06-09', 'create'],
  ['2026-06-10', 'create'],
])('an empty %s, seen on 9 June, has the action: %s', (day, use) => {
  expect(getDayAction(day, [], now)).toBe(use);
});

test('a day whose posts are not loaded has no action', () => {
  expect(getDayAction('2026-06-10', null, now)).toBe('none');
});
