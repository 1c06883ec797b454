import { expect, test } from 'vitest';
import { buildPushMessage } from './push.presenter.ts';

const pushContent = {
  kind: 'at_risk',
  code: 'token-460',
  post_id: null,
  caption: null,
  scheduled_time: null,
  media_type: null,
  username: null,
  message: 'Uma frase.',
  action: 'wait',
  created_at: new Date('2026-11-25T13:00:00Z'),
  manual_publishing: false,
  workspace_id: 'w1',
} as const;
const postContent = {
  ...pushContent,
  post_id: 'p1',
  scheduled_time: new Date('2026-11-25T13:30:00Z'),
};

test.each([
  ['an account', pushContent, 'Em risco: sua conta do Instagram', '/schedule'],
  [
    'a known account',
    { ...pushContent, username: 'cafe.serra' },
    'Em risco: @cafe.serra',
    '/schedule',
  ],
  [
    'an account to be connected',
    { ...pushContent, action: 'reconnect' as const },
    'Em risco: sua conta do Instagram',
    '/dashboard',
  ],
  [
    'a series that stopped',
    { ...pushContent, code: 'series-stalled' },
    'Um post que se repete parou',
    '/queue',
  ],
  ['a post at risk', postContent, 'Em risco: post das 10:30', '/schedule?post=p1'],
  [
    'a post that may be published',
    { ...postContent, kind: 'failed' as const, code: 'unverifiable' },
    'Não sabemos se foi publicado: post das 10:30',
    '/schedule?post=p1',
  ],
  [
    'a post that a pause has held',
    { ...postContent, code: 'held' },
    'Não publicado: post das 10:30',
    '/schedule?post=p1',
  ],
])('%s has its own title and links to its recovery page', (_what, news, title, path) => {
  expect(buildPushMessage(news)).toMatchObject({ title, path });
});

test('a message about a series does not replace one about the account', () => {
  const { tag } = buildPushMessage({ ...pushContent, code: 'series-stalled' });
  expect(tag).not.toBe(buildPushMessage(pushContent).tag);
});
