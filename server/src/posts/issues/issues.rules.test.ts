import { describe, expect, test } from 'vitest';
import { deriveIssues, type StoppedAccount, type PostWithIssue } from './issues.rules.ts';

const HOUR = 3_600_000;
const now = new Date('2026-06-09T17:32:00Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);

const aStoppedAccount = (overrides: Partial<StoppedAccount> = {}): StoppedAccount => ({
  ig_user_id: '1',
  username: 'cafe.serra',
  needs_reconnect: true,
  login: 'facebook',
  reconnect_code: 'app-removed',
  reconnect_since: inMs(-HOUR),
  throttle_code: null,
  post_ids: [],
  total: 0,
  first_due: null,
  ...overrides,
});
const aRestrictedAccount = (overrides: Partial<StoppedAccount> = {}) =>
  aStoppedAccount({
    needs_reconnect: false,
    reconnect_code: null,
    throttle_code: '25/2207050',
    ...overrides,
  });

let postCount = 0;
const aPostWithIssue = (overrides: Partial<PostWithIssue> = {}): PostWithIssue => {
  postCount += 1;
  return {
    id: `post-${postCount}`,
    media_type: 'IMAGE',
    status: 'failed',
    scheduled_time: inMs(-HOUR),
    error_code: '36003/2207009',
    error_message: 'O Instagram só aceita imagens entre 4:5 e 1,91:1. Recorte a imagem.',
    error_action: 'change_media',
    account: '2',
    username: 'linho.azul',
    ...overrides,
  };
};
const aPostWithoutAccess = (overrides: Partial<PostWithIssue> = {}) =>
  aPostWithIssue({
    error_code: 'app-removed',
    error_message: 'O acesso da Pontual à conta foi removido no Facebook.',
    error_action: 'reconnect',
    account: '1',
    username: 'cafe.serra',
    ...overrides,
  });
const idsOf = (accounts: readonly StoppedAccount[], posts: readonly PostWithIssue[]) =>
  deriveIssues(accounts, posts, now).map(({ id }) => id);

test('an account without a page is explained in the words of Instagram', () => {
  const reasonOf = (login: 'facebook' | 'instagram') =>
    deriveIssues([aStoppedAccount({ login, reconnect_code: '190/460' })], [], now)[0]?.reason;
  expect(reasonOf('facebook')).toContain('A senha do Facebook mudou');
  expect(reasonOf('instagram')).toContain('A senha do Instagram mudou');
});

describe('an account that publishes nothing', () => {
  test('is one issue with its posts at risk, the first due time and the start of the issue', () => {
    const account = aStoppedAccount({ post_ids: ['a', 'b'], total: 2, first_due: inMs(HOUR) });
    expect(deriveIssues([account], [], now)).toEqual([
      {
        id: 'needs_reconnect:1',
        kind: 'needs_reconnect',
        severity: 'now',
        account: { instagramAccountId: '1', username: 'cafe.serra' },
        reason: expect.stringContaining('removido no Facebook'),
        since: inMs(-HOUR).toISOString(),
        postIds: ['a', 'b'],
        total: 2,
        failed: 0,
        firstDue: inMs(HOUR).toISOString(),
        mediaType: null,
        lastDue: null,
        action: 'reconnect',
        canDismiss: false,
      },
    ]);
  });

  test('has the reason that Instagram gave, or else the reason of its state', () => {
    const restricted = deriveIssues([aRestrictedAccount()], [], now);
    expect(restricted[0]).toMatchObject({
      kind: 'restricted',
      action: 'retry_account',
      since: null,
      reason: 'O Instagram restringiu esta conta. Abra o Instagram e resolva o aviso.',
    });
    const unsaid = deriveIssues([aRestrictedAccount({ throttle_code: null })], [], now);
    expect(unsaid[0]?.reason).toMatch(/bloqueou a publicação/);
  });

  test('absorbs the posts that failed because of it, and no others', () => {
    const posts = [
      aPostWithoutAccess(),
      aPostWithoutAccess(),
      aPostWithIssue({ account: '1' }),
      aPostWithIssue(),
    ];
    expect(deriveIssues([aStoppedAccount()], posts, now)).toMatchObject([
      { id: 'needs_reconnect:1', failed: 2 },
      { id: 'failed:1:36003/2207009', total: 1 },
      { id: 'failed:2:36003/2207009', total: 1 },
    ]);
  });

  test('absorbs its posts that show its cause before their due time', () => {
    const waiting = aPostWithoutAccess({ status: 'scheduled', scheduled_time: inMs(HOUR / 2) });
    const account = aStoppedAccount({
      post_ids: [waiting.id],
      total: 1,
      first_due: waiting.scheduled_time,
    });
    expect(deriveIssues([account], [waiting], now)).toMatchObject([{ total: 1, failed: 0 }]);
  });

  test('leaves ordinary failures behind once it is connected again', () => {
    expect(deriveIssues([], [aPostWithoutAccess()], now)).toMatchObject([
      { kind: 'failed', canDismiss: true, account: { username: 'cafe.serra' } },
    ]);
  });
});

test('a scheduled post is no longer at risk once its account works again', () => {
  const codes = ['app-removed', '25/2207050'];
  const waiting = codes.map((code) => aPostWithIssue({ status: 'scheduled', error_code: code }));
  expect(deriveIssues([], waiting, now)).toEqual([]);
  const alone = aPostWithIssue({ status: 'scheduled', error_code: 'no-account', account: null });
  expect(deriveIssues([], [alone], now)).toMatchObject([{ kind: 'at_risk', total: 1 }]);
});

describe('failed posts', () => {
  test('are one issue for each account and reason', () => {
    const other = { error_code: '506', error_message: 'Repetido' };
    const posts = [
      aPostWithIssue(),
      aPostWithIssue(),
      aPostWithIssue(other),
      aPostWithIssue({ account: '3', username: 'x' }),
    ];
    expect(deriveIssues([], posts, now)).toMatchObject([
      { id: 'failed:2:36003/2207009', total: 2, mediaType: null, canDismiss: true },
      { id: 'failed:2:506', total: 1, mediaType: 'IMAGE', reason: 'Repetido' },
      { id: 'failed:3:36003/2207009', total: 1 },
    ]);
  });

  test('with one code and different messages have no common reason, and neither have internal errors', () => {
    const items = ['Foto 1', 'Foto 2'].map((name) =>
      aPostWithIssue({ error_message: `${name}: ruim` }),
    );
    expect(deriveIssues([], items, now)).toMatchObject([{ total: 2, reason: null }]);
    const ours = ['ab', 'cd'].map((code) =>
      aPostWithIssue({ status: 'error', error_code: code, error_message: `cite ${code}` }),
    );
    expect(deriveIssues([], ours, now)).toMatchObject([
      { id: 'failed:2:our-fault', total: 2, reason: null },
    ]);
  });

  test('are not called failed while the outcome of their publication is unknown', () => {
    const unknown = aPostWithIssue({
      status: 'error',
      error_code: 'unverifiable',
      error_message: 'Não conseguimos confirmar se este post foi publicado.',
      error_action: 'try_again',
    });
    expect(deriveIssues([], [aPostWithIssue(), unknown], now)).toMatchObject([
      {
        id: 'unknown_outcome:2:unverifiable',
        kind: 'unknown_outcome',
        severity: 'now',
        firstDue: null,
        action: 'review_posts',
        canDismiss: true,
      },
      { kind: 'failed', total: 1 },
    ]);
  });

  test.each<[Partial<PostWithIssue>, string]>([
    [{ error_action: 'change_media' }, 'correct_post'],
    [{ error_action: 'edit' }, 'correct_post'],
    [{ status: 'error', error_action: 'try_again' }, 'review_posts'],
    [{ status: 'expired', error_action: 'edit' }, 'review_posts'],
    [{ error_action: null }, 'review_posts'],
  ])('offer a correction only where a change by their author helps (%#)', (overrides, action) => {
    expect(deriveIssues([], [aPostWithIssue(overrides)], now)).toMatchObject([{ action }]);
    const several = [aPostWithIssue(overrides), aPostWithIssue(overrides)];
    expect(deriveIssues([], several, now)).toMatchObject([{ action: 'review_posts' }]);
  });

  test('list their last due time and their posts in order', () => {
    const posts = [aPostWithIssue({ scheduled_time: inMs(-2 * HOUR) }), aPostWithIssue()];
    expect(deriveIssues([], posts, now)[0]).toMatchObject({
      postIds: posts.map(({ id }) => id),
      lastDue: inMs(-HOUR).toISOString(),
      firstDue: null,
    });
  });

  test('without a known account are an issue without an account', () => {
    const post = aPostWithIssue({ account: null, username: null, error_code: 'no-account' });
    expect(deriveIssues([], [post], now)).toMatchObject([{ account: null, total: 1 }]);
  });
});

describe('the order of issues', () => {
  test('puts the earliest due time first, then issues without a due time, accounts before failures', () => {
    const accounts = [
      aStoppedAccount({ ig_user_id: '1', username: 'b', first_due: inMs(5 * HOUR), total: 1 }),
      aStoppedAccount({ ig_user_id: '5', username: 'a' }),
      aRestrictedAccount({ ig_user_id: '6', username: 'c', first_due: inMs(HOUR), total: 1 }),
    ];
    expect(idsOf(accounts, [aPostWithIssue()])).toEqual([
      'restricted:6',
      'needs_reconnect:1',
      'needs_reconnect:5',
      'failed:2:36003/2207009',
    ]);
  });

  test('puts severity first: due times within a day come before later ones', () => {
    const late = {
      status: 'scheduled',
      error_code: 'copyright',
      scheduled_time: inMs(25 * HOUR),
    } as const;
    const soon = { ...late, account: '3', scheduled_time: inMs(HOUR) };
    const issues = deriveIssues(
      [],
      [aPostWithIssue(late), aPostWithIssue(), aPostWithIssue(soon)],
      now,
    );
    expect(issues.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual([
      'at_risk now',
      'failed now',
      'at_risk soon',
    ]);
    expect(issues[0]?.canDismiss).toBe(false);
  });

  test('sorts equal issues by account name, then by the latest failure', () => {
    const posts = [
      aPostWithIssue({ username: 'b', error_code: 'x', scheduled_time: inMs(-3 * HOUR) }),
      aPostWithIssue({ username: 'b', error_code: 'y' }),
      aPostWithIssue({ account: '3', username: 'a' }),
    ];
    expect(idsOf([], posts)).toEqual(['failed:3:36003/2207009', 'failed:2:y', 'failed:2:x']);
  });
});
