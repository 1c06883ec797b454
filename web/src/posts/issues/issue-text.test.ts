import type { Issue } from '@pontual/contract/posts/issues.ts';
import { expect, test } from 'vitest';
import { issueText, retryResultTexts, blockedSinceText } from './issue-text.ts';

/** 9 June, 14:32 in Brasília. */
const now = new Date('2026-06-09T17:32:00Z');
const today = '2026-06-09T21:00:00.000Z';

const anIssue = (overrides: Partial<Issue>): Issue => ({
  id: 'x',
  kind: 'needs_reconnect',
  severity: 'now',
  account: { instagramAccountId: '1', username: 'cafe.serra' },
  reason: 'O motivo.',
  since: null,
  postIds: ['a'],
  total: 0,
  failed: 0,
  firstDue: null,
  mediaType: null,
  lastDue: null,
  action: 'reconnect',
  canDismiss: false,
  ...overrides,
});
const issueTexts = (overrides: Partial<Issue>) => {
  const { title, detail, button } = issueText(anIssue(overrides), now);
  return [`${title} ${detail}`, button];
};

test.each<[Partial<Issue>, string]>([
  [{ total: 9, firstDue: today }, '9 posts em risco, o primeiro hoje, 18:00.'],
  [{ total: 1, firstDue: '2026-06-10T15:00:00.000Z' }, '1 post em risco, amanhã, 12:00.'],
  [
    { total: 2, firstDue: '2026-06-12T11:00:00.000Z', failed: 1 },
    '2 posts em risco, o primeiro em 12 de junho, 08:00. 1 post não foi publicado.',
  ],
  [{ failed: 3 }, '3 posts não foram publicados.'],
  [{}, 'Nada é publicado nesta conta até ela ser reconectada.'],
])(
  'an account that must be reconnected shows what it puts at risk, and when (%#)',
  (overrides, detail) => {
    expect(issueTexts(overrides)).toEqual([
      `@cafe.serra precisa ser reconectada. ${detail}`,
      'Reconectar @cafe.serra',
    ]);
  },
);

test('a restricted account shows where to resolve it', () => {
  expect(issueTexts({ kind: 'restricted', total: 2, firstDue: today })).toEqual([
    'O Instagram restringiu @cafe.serra. 2 posts em risco, o primeiro hoje, 18:00. Resolva o aviso no aplicativo do Instagram.',
    'Já resolvi, testar',
  ]);
  expect(issueTexts({ kind: 'restricted' })[0]).toBe(
    'O Instagram restringiu @cafe.serra. Resolva o aviso no aplicativo do Instagram.',
  );
});

test.each<[Partial<Issue>, string, string]>([
  [
    { total: 1, mediaType: 'REELS', lastDue: today, action: 'correct_post' },
    'Reels de hoje, 18:00, não foi publicado em @cafe.serra. O motivo.',
    'Corrigir o post',
  ],
  [
    { total: 1, mediaType: 'IMAGE', lastDue: today, account: null },
    'Post de imagem de hoje, 18:00, não foi publicado. O motivo.',
    'Ver o post',
  ],
  [
    { total: 3, lastDue: today },
    '3 posts não foram publicados em @cafe.serra. O motivo. O último: hoje, 18:00.',
    'Ver os 3 posts',
  ],
  [
    { total: 3, lastDue: today, reason: null },
    '3 posts não foram publicados em @cafe.serra. O último: hoje, 18:00.',
    'Ver os 3 posts',
  ],
])('failed posts are described by account, number and day (%#)', (overrides, sentence, button) => {
  expect(issueTexts({ kind: 'failed', action: 'review_posts', ...overrides })).toEqual([
    sentence,
    button,
  ]);
});

test.each<[Partial<Issue>, string, string]>([
  [
    { total: 1, mediaType: 'REELS', lastDue: today },
    'Não sabemos se o reels de hoje, 18:00, foi publicado em @cafe.serra. Veja no perfil se ele está lá antes de publicar de novo, para não publicar duas vezes.',
    'Ver o post',
  ],
  [
    { total: 1, mediaType: 'IMAGE', lastDue: today, account: null },
    'Não sabemos se o post de imagem de hoje, 18:00, foi publicado. Veja no perfil se ele está lá antes de publicar de novo, para não publicar duas vezes.',
    'Ver o post',
  ],
  [
    { total: 3, lastDue: today },
    'Não sabemos se 3 posts foram publicados em @cafe.serra. Veja no perfil se eles estão lá antes de publicar de novo, para não publicar duas vezes.',
    'Ver os 3 posts',
  ],
])('an unknown outcome is not called a failure (%#)', (overrides, sentence, button) => {
  expect(issueTexts({ kind: 'unknown_outcome', action: 'review_posts', ...overrides })).toEqual([
    sentence,
    button,
  ]);
});

test('posts that are going to fail show when', () => {
  const due = { kind: 'at_risk', firstDue: today, lastDue: today } as const;
  expect(issueTexts({ ...due, total: 1, mediaType: 'CAROUSEL', action: 'correct_post' })).toEqual([
    'Carrossel de hoje, 18:00, precisa de você em @cafe.serra. O motivo.',
    'Corrigir o post',
  ]);
  expect(issueTexts({ ...due, total: 2, action: 'review_posts' })).toEqual([
    '2 posts precisam de você em @cafe.serra. O motivo. O primeiro: hoje, 18:00.',
    'Ver o primeiro post',
  ]);
});

test('the text of an account that must be reconnected has the day and time of the refusal', () => {
  const since = '2026-06-09T17:05:00.000Z';
  expect(blockedSinceText({ kind: 'needs_reconnect', since }, now)).toBe(
    'Sem acesso desde hoje, 14:05',
  );
  expect(blockedSinceText({ kind: 'needs_reconnect', since: null }, now)).toBe('Sem acesso');
  expect(blockedSinceText({ kind: 'restricted', since: null }, now)).toMatch(/restringiu/);
});

test('the result of a test describes the account', () => {
  expect(Object.values(retryResultTexts).map((words) => words('cafe.serra'))).toEqual([
    'O Instagram aceita posts de @cafe.serra de novo.',
    'O Instagram ainda restringe @cafe.serra. Resolva o aviso no aplicativo do Instagram.',
    '@cafe.serra precisa ser reconectada. Até lá, nada é publicado nela.',
    'Não conseguimos confirmar se @cafe.serra já pode publicar. Para saber já, publique um post agora.',
  ]);
});
