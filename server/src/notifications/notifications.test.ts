// One file, because every case adds rows to one outbox and reads the emails that result.
import type { PublicationState } from '../platform/database/rows.ts';
import { sql } from 'kysely';
import type { PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import type { Email } from '../platform/mail/mailer.ts';
import { freePort } from '../../testing/free-port.ts';
import {
  PUBLIC_URL,
  HOUR_MS,
  UNFIT_CODE,
  testDatabase,
  mailer,
  mailerTo,
  createTestNotifications,
  addNotifications,
  aWorkspace,
  aPost,
  aConnection,
  aNotification,
  fetchEmails,
  storedEmails,
  useNotificationsWorld,
} from '../../testing/notifications.ts';
import { setPublished } from '../../testing/published-posts.ts';
import { createNotificationsRepository } from './notifications.repository.ts';
import { notify } from './notify.ts';

useNotificationsWorld();

test('a member who switched an email off does not get it, and the other members do', async () => {
  const owner = await aWorkspace(2);
  const { db } = testDatabase.database;
  await sql`update users set notify_failed = false where id = ${owner.userId}`.execute(db);
  const notifications = createTestNotifications();
  const failed = await aPost(owner, { status: 'failed' });
  await addNotifications([aNotification(owner.workspaceId, { postId: failed })]);
  await notifications.deliver(owner.workspaceId);
  const [mail, ...more] = await fetchEmails(owner);
  expect([mail?.to, more]).toEqual([owner.emails[1], []]);

  const atRisk = await aPost(owner);
  await addNotifications([aNotification(owner.workspaceId, { postId: atRisk })]);
  await notifications.deliver(owner.workspaceId);
  expect((await fetchEmails(owner)).at(-1)?.to).toBe(owner.emails.join(', '));
});

describe('one notification', () => {
  test('results in one email to every member, with the button of its recovery action', async () => {
    const owner = await aWorkspace(2);
    const postId = await aPost(owner);
    const notifications = createTestNotifications();
    await addNotifications([aNotification(owner.workspaceId, { postId })]);
    await notifications.deliver(owner.workspaceId);
    await notifications.deliver(owner.workspaceId);

    const [mail, ...others] = await fetchEmails(owner);
    expect(others).toEqual([]);
    expect(mail?.to.split(', ')).toEqual(owner.emails);
    expect(mail?.subject).toBe('Seu post das 10:30 precisa de você');
    for (const body of [mail?.html, mail?.text]) {
      expect(body).toContain('O Instagram não aceita o formato desta imagem.');
      expect(body).toContain('Reels, terça, 9 de junho, 10:30 (horário de Brasília)');
      expect(body).toContain('Caneca dupla');
      expect(body).toContain('Abrir o post');
    }
    expect(mail?.html).toContain(`href="${PUBLIC_URL}/schedule?post=${postId}"`);
    expect(mail?.text).toContain(`Abrir o post: ${PUBLIC_URL}/schedule?post=${postId}`);
  });

  test.each<{
    status: PostStatus;
    dueAt: string;
    action: PostAction;
    subject: string;
    state?: 'reconciling';
    attemptedAccount?: string;
  }>([
    {
      status: 'failed',
      dueAt: '2026-06-09T13:30:00Z',
      action: 'edit',
      subject: 'Seu post das 10:30 não foi publicado em @cafe.serra',
    },
    {
      status: 'expired',
      dueAt: '2026-06-09T04:05:00Z',
      action: 'edit',
      subject: 'Seu post da 01:05 não foi publicado em @cafe.serra',
    },
    {
      status: 'pending',
      dueAt: '2020-06-09T13:30:00Z',
      action: 'wait',
      subject: 'Seu post das 10:30 ainda não foi publicado em @cafe.serra',
    },
    {
      status: 'pending',
      state: 'reconciling',
      attemptedAccount: 'cafe.serra',
      dueAt: '2020-06-09T13:30:00Z',
      action: 'wait',
      subject: 'Ainda não sabemos se seu post das 10:30 foi publicado em @cafe.serra',
    },
    {
      status: 'scheduled',
      dueAt: '2099-06-09T13:30:00Z',
      action: 'wait',
      subject: 'Seu post das 10:30 em @cafe.serra pode atrasar',
    },
    {
      status: 'published',
      dueAt: '2020-06-09T13:30:00Z',
      action: 'wait',
      subject: 'Seu post das 10:30 foi publicado em @cafe.serra',
    },
  ])(
    'of a post with status $status has the subject “$subject”',
    async ({ subject, action, ...post }) => {
      const owner = await aWorkspace();
      const postId = await aPost(owner, { ...post, instagramAccount: 'cafe.serra' });
      const notifications = createTestNotifications();
      await addNotifications([aNotification(owner.workspaceId, { postId, action })]);
      await notifications.deliver(owner.workspaceId);
      const [mail, ...others] = await fetchEmails(owner);
      expect([mail?.subject, others]).toEqual([subject, []]);
      expect(mail?.text).toContain('Reels em @cafe.serra, terça, 9 de junho');
    },
  );

  test.each<{ code: string; action: PostAction; subject: string; href: string }>([
    {
      code: '190',
      action: 'reconnect',
      subject: '@atelie precisa ser reconectada',
      href: '/dashboard',
    },
    {
      code: 'other-account',
      action: 'confirm_account',
      subject: 'Escolha a conta dos seus posts',
      href: '/schedule',
    },
    {
      code: 'token-ending',
      action: 'reconnect',
      subject: 'A autorização de @atelie está perto do fim',
      href: '/dashboard',
    },
  ])(
    'about the account with code $code links to $href',
    async ({ code, action, subject, href }) => {
      const owner = await aWorkspace();
      const id = await aConnection(
        owner,
        code === 'token-ending' ? { days: 3 } : { refused: true },
      );
      const notifications = createTestNotifications();
      await addNotifications([
        aNotification(owner.workspaceId, { code, action, dedupeKey: `${code}:${id}` }),
      ]);
      await notifications.deliver(owner.workspaceId);
      const [mail] = await fetchEmails(owner);
      expect(mail?.subject).toBe(subject);
      expect(mail?.html).toContain(`href="${PUBLIC_URL}${href}"`);
    },
  );

  test('is not sent when the post was published meanwhile', async () => {
    const owner = await aWorkspace();
    const postId = await aPost(owner);
    const notifications = createTestNotifications();
    await addNotifications([aNotification(owner.workspaceId, { postId })]);
    await setPublished(testDatabase.database.db, postId);
    await notifications.deliver(owner.workspaceId);
    expect(await fetchEmails(owner)).toEqual([]);
  });
});

describe('no email is sent for', () => {
  const inDatabase = (change: ReturnType<typeof sql>) => change.execute(testDatabase.database.db);
  const deliverAndCount = async (owner: { workspaceId: string }) => {
    await createTestNotifications().deliver(owner.workspaceId);
    const unsent = await sql`select from notifications
      where workspace_id = ${owner.workspaceId} and sent_at is null`.execute(
      testDatabase.database.db,
    );
    expect(unsent.rows).toEqual([]);
    return (await fetchEmails(owner)).length;
  };

  test.each<[string, PublicationState, boolean, string | null, number]>([
    ['an issue of a post that is ready now', 'prepared', false, null, 0],
    ['an issue in whose place a ready post has another', 'prepared', true, 'quota-ahead', 0],
    ['but an issue that is only not shown in this moment', 'preparing', false, null, 1],
    ['but an issue that is still there', 'preparing', true, UNFIT_CODE, 1],
    ['but an end, whatever is shown since', 'failed', false, 'another', 1],
  ])('%s', async (_case, state, isPending, code, mails) => {
    const owner = await aWorkspace();
    const postId = await aPost(owner, { attemptedAccount: 'atelie.barro' });
    await addNotifications([aNotification(owner.workspaceId, { postId })]);
    await inDatabase(sql`update publications set state = ${state}, is_pending = ${isPending},
        error_code = ${code}, next_step_at = case when ${state !== 'failed'} then app_now() end
      where post_id = ${postId}`);
    expect(await deliverAndCount(owner)).toBe(mails);
  });

  const ended = sql`ended_at = app_now()`;
  test.each<[string, string, ReturnType<typeof sql>, number]>([
    ['a refusal after a new authorisation', '190/460', sql`needs_reconnect = false`, 0],
    ['a missing permission after leaving', 'permissions', ended, 0],
    ['an end to come after a renewal', 'token-ending', sql`needs_reconnect = false`, 0],
    ['but a refusal that stands', 'reconnect', sql`needs_reconnect = true`, 1],
  ])('%s', async (_case, code, change, mails) => {
    const owner = await aWorkspace();
    const id = await aConnection(owner, { refused: true });
    await aConnection(owner, { refused: true, instagramAccount: 'cafe.serra' });
    await addNotifications([
      aNotification(owner.workspaceId, { code, action: 'reconnect', dedupeKey: `${code}:${id}` }),
    ]);
    await inDatabase(sql`update instagram_connections set ${change} where id = ${id}`);
    expect(await deliverAndCount(owner)).toBe(mails);
  });

  test('a notification that is a day old, also when another one follows', async () => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    await addNotifications([aNotification(owner.workspaceId, { message: 'Velho.' })]);
    await testDatabase.setOffset(25 * HOUR_MS);
    await notifications.deliver(owner.workspaceId);
    expect(await fetchEmails(owner)).toEqual([]);
    await addNotifications([aNotification(owner.workspaceId, { message: 'Novo.' })]);
    await notifications.deliver(owner.workspaceId);
    await testDatabase.setOffset(0);
    const [mail] = await fetchEmails(owner);
    expect([mail?.text.includes('Velho.'), mail?.text.includes('Novo.')]).toEqual([false, true]);
  });
});

test('notifications are deleted after 90 days', async () => {
  const owner = await aWorkspace();
  const notifications = createNotificationsRepository(testDatabase.database.db);
  await addNotifications([aNotification(owner.workspaceId)]);
  const countAfter = async (days: number) => {
    await testDatabase.setOffset(days * 24 * HOUR_MS);
    await notifications.deleteOld();
    await testDatabase.setOffset(0);
    const rows = await sql`select from notifications
      where workspace_id = ${owner.workspaceId}`.execute(testDatabase.database.db);
    return rows.rows.length;
  };
  expect([await countAfter(89), await countAfter(91)]).toEqual([1, 0]);
});

describe('several notifications', () => {
  test('are combined in one email, ordered by the due time of their posts', async () => {
    const owner = await aWorkspace();
    const refused = await aConnection(owner, { refused: true });
    const late = await aPost(owner, { caption: 'Segundo', dueAt: '2099-06-09T15:00:00Z' });
    const early = await aPost(owner, { caption: 'Primeiro' });
    const notifications = createTestNotifications();
    await addNotifications([aNotification(owner.workspaceId, { postId: late })]);
    await addNotifications([
      aNotification(owner.workspaceId, { postId: early }),
      aNotification(owner.workspaceId, {
        code: '190',
        action: 'reconnect',
        message: 'Conecte de novo.',
        dedupeKey: `reconnect:${refused}`,
      }),
    ]);
    await notifications.deliver(owner.workspaceId);
    const [mail, ...others] = await fetchEmails(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^@atelie precisa ser reconectada: 2 posts .* e mais 2 avisos$/);
    expect(mail?.text).toMatch(/Conecte de novo[\s\S]*10:30: “Primeiro”[\s\S]*12:00: “Segundo”/);
    expect(mail?.html).toContain(`href="${PUBLIC_URL}/dashboard"`);
  });

  test('are counted when they exceed the limit of the list', async () => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    await addNotifications(Array.from({ length: 25 }, () => aNotification(owner.workspaceId)));
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe('Seus posts precisam de você e mais 24 avisos');
    expect(mail?.text).toContain('Há mais 5 na Pontual');
  });

  test('of two workspaces result in one email each, five seconds later', async () => {
    const owners = [await aWorkspace(), await aWorkspace()] as const;
    const [one, other] = owners;
    await addNotifications([
      aNotification(one.workspaceId),
      aNotification(one.workspaceId),
      aNotification(other.workspaceId),
    ]);
    for (const owner of owners) expect(await storedEmails(owner)).toMatchObject([{ delay_s: 5 }]);
  });
});

test('the same outcome is reported once', async () => {
  const owner = await aWorkspace();
  const notifications = createTestNotifications();
  const notification = aNotification(owner.workspaceId);
  await addNotifications([notification, notification]);
  await notifications.deliver(owner.workspaceId);
  await addNotifications([notification]);
  await notifications.deliver(owner.workspaceId);
  expect(await fetchEmails(owner)).toHaveLength(1);
  expect(await storedEmails(owner)).toHaveLength(1);
});

test('a transaction that is rolled back sends no notification', async () => {
  const owner = await aWorkspace();
  const notifications = createTestNotifications();
  await expect(
    testDatabase.database.inTransaction(async (tx) => {
      await notify(tx, aNotification(owner.workspaceId));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await notifications.deliver(owner.workspaceId);
  expect(await fetchEmails(owner)).toEqual([]);
});

describe('a failing delivery', () => {
  test('reveals no address, and a later one sends the email', async () => {
    const owner = await aWorkspace();
    const away = mailerTo(`smtp://127.0.0.1:${await freePort()}`);
    const notifications = createTestNotifications(away);
    await addNotifications([aNotification(owner.workspaceId)]);
    await notifications.deliver(owner.workspaceId);
    away.close();
    const [{ state, result } = { state: '', result: '' }] = await storedEmails(owner);
    expect(state).toBe('waiting');
    expect(result).toContain('ESOCKET');
    expect(result).not.toContain('@');
    expect(await fetchEmails(owner)).toEqual([]);

    await createTestNotifications().deliver(owner.workspaceId);
    expect(await fetchEmails(owner)).toHaveLength(1);
  });

  test('ends with one email when notifications were added meanwhile', async () => {
    const owner = await aWorkspace();
    const away = mailerTo(`smtp://127.0.0.1:${await freePort()}`);
    const notifications = createTestNotifications(away);
    for (const message of ['Primeiro aviso.', 'Segundo aviso.']) {
      await addNotifications([aNotification(owner.workspaceId, { message })]);
      await notifications.deliver(owner.workspaceId);
    }
    away.close();
    await createTestNotifications().deliver(owner.workspaceId);
    const [mail, ...others] = await fetchEmails(owner);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/Primeiro aviso[\s\S]*Segundo aviso/);
    expect((await storedEmails(owner)).map(({ state }) => state).toSorted()).toEqual([
      'dropped',
      'sent',
    ]);
  });

  test('is repeated with the same Message-ID after its process died', async () => {
    const owner = await aWorkspace();
    const names: string[] = [];
    let isDead = false;
    const recording = {
      send: async (mail: Email) => {
        if (mail.to.some((address) => owner.emails.includes(address))) names.push(mail.messageId);
        await mailer.send(mail);
        if (!isDead) {
          isDead = true;
          await new Promise(() => undefined);
        }
      },
    };
    const dying = createTestNotifications(recording);
    await addNotifications([aNotification(owner.workspaceId)]);
    void dying.deliver(owner.workspaceId);
    await expect.poll(() => fetchEmails(owner)).toHaveLength(1);

    const notifications = createTestNotifications(recording);
    await notifications.deliver(owner.workspaceId);
    expect(await fetchEmails(owner)).toHaveLength(1);
    await testDatabase.setOffset(301_000);
    await notifications.deliver(owner.workspaceId);
    await testDatabase.setOffset(0);
    expect(await fetchEmails(owner)).toHaveLength(2);
    expect(names[1]).toBe(names[0]);
  });

  test('sends one email when deliveries run concurrently', async () => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    await addNotifications([aNotification(owner.workspaceId)]);
    await Promise.all([1, 2, 3].map(() => notifications.deliver(owner.workspaceId)));
    expect(await fetchEmails(owner)).toHaveLength(1);
  });
});

test('a caption cannot inject HTML or headers', async () => {
  const owner = await aWorkspace();
  const caption =
    'Oi\r\nBcc: outro@exemplo.com.br\r\n\r\n<img src=x onerror="alert(1)"> & \'</div>';
  const postId = await aPost(owner, { caption });
  const notifications = createTestNotifications();
  await addNotifications([aNotification(owner.workspaceId, { postId, message: '<b>Negrito</b>' })]);
  await notifications.deliver(owner.workspaceId);
  const [mail] = await fetchEmails(owner);
  expect(mail?.to).toBe(owner.emails.join());
  expect(mail?.html).not.toMatch(/<img|<b>/);
  expect(mail?.html).toContain(
    '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;&lt;/div&gt;',
  );
  expect(mail?.html).toContain('&lt;b&gt;Negrito&lt;/b&gt;');
});
