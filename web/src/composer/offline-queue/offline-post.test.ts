import { expect, test } from 'vitest';
import { anOfflinePost, createdAt as now } from './offline-post-fixture.ts';
import {
  asDraft,
  withRetryRequested,
  deleteOfflinePostText,
  isPostExpired,
  getOfflinePostStatus,
  offlinePostText,
  type OfflinePost,
} from './offline-post.ts';

const hour = 60 * 60 * 1000;

const post: OfflinePost = anOfflinePost();

test('a queued post is not shown as scheduled', () => {
  expect(offlinePostText(post, now)).toBe(
    'Ainda não está agendado. Será agendado para hoje, 14:00, quando a internet voltar.',
  );
  expect(offlinePostText({ ...post, submitMode: 'draft' }, now)).toBe(
    'Rascunho. Será salvo quando a internet voltar.',
  );
});

test('a post whose due time passes first is late, unless it may have been created already', () => {
  const later = new Date('2026-06-10T17:00:00Z');
  expect(getOfflinePostStatus(post, later)).toBe('late');
  expect(offlinePostText(post, later)).toContain('passou antes de a internet voltar');
  expect(getOfflinePostStatus({ ...post, sentAt: now.getTime() }, later)).toBe('waits');
  expect(getOfflinePostStatus({ ...post, submitMode: 'draft' }, later)).toBe('waits');
});

test('automatic retries end one hour before the server forgets the key', () => {
  const sent = { ...post, sentAt: now.getTime() };
  const later = (hours: number) => new Date(now.getTime() + hours * hour);
  expect(getOfflinePostStatus(sent, new Date(later(23).getTime() - 1))).toBe('waits');
  expect(getOfflinePostStatus(sent, later(23))).toBe('unknown');
  expect(offlinePostText(sent, later(24))).toBe(
    'Talvez já esteja no calendário. Confira antes de enviar de novo.',
  );
  expect(offlinePostText({ ...sent, submitMode: 'draft' }, later(24))).toContain('nos rascunhos');
  expect(
    getOfflinePostStatus(
      withRetryRequested({ ...sent, submitMode: 'draft' }, later(24)),
      later(24),
    ),
  ).toBe('waits');
});

test('a post that was sent is never shown as unsent or not scheduled', () => {
  const sent = { ...post, sentAt: now.getTime() };
  for (const words of [
    offlinePostText(sent, now),
    offlinePostText({ ...sent, refusal: 'Não.' }, now),
  ]) {
    expect(words).not.toMatch(/não está agendado|Não foi agendado/);
  }
  expect(offlinePostText({ ...sent, refusal: 'Não.' }, now)).toContain(
    'Talvez já esteja no calendário',
  );
  expect(deleteOfflinePostText(post, false)).toContain('Nada foi enviado');
  expect(deleteOfflinePostText(sent, false)).toContain('talvez já esteja no calendário');
  expect(deleteOfflinePostText(sent, true)).toContain('está sendo enviado agora');
});

test('a retry by the user within the day preserves sentAt', () => {
  const sent = { ...post, sentAt: now.getTime(), refusal: 'Não.', failures: 3, againAt: 9 };
  expect(withRetryRequested(sent, now)).toEqual({
    ...sent,
    refusal: null,
    failures: 0,
    retryAt: 0,
  });
});

test('a queued post expires after 31 days', () => {
  expect(isPostExpired(post, new Date(now.getTime() + 31 * 24 * hour))).toBe(false);
  expect(isPostExpired(post, new Date(now.getTime() + 31 * 24 * hour + 1))).toBe(true);
});

test('a refusal shows the message of the server', () => {
  const refused = { ...post, refusal: 'Você atingiu o limite do plano.' };
  expect(getOfflinePostStatus(refused, now)).toBe('refused');
  expect(offlinePostText(refused, now)).toBe('Não foi agendado. Você atingiu o limite do plano.');
});

test('a draft gets a new key and loses a due time that has passed', () => {
  expect(asDraft(post, 'key-2', now)).toMatchObject({
    key: 'key-2',
    submitMode: 'draft',
    fields: { caption: 'Caneca', scheduledTime: '2026-06-10T17:00:00Z' },
  });
  expect(asDraft(post, 'key-2', new Date('2026-06-11T17:00:00Z')).fields).toEqual({
    caption: 'Caneca',
  });
});
