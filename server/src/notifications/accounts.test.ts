import type { PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  PUBLIC_URL,
  testDatabase,
  UNFIT_CODE,
  createTestNotifications,
  addNotifications,
  aWorkspace,
  aPost,
  aConnection,
  aNotification,
  fetchEmails,
  useNotificationsWorld,
} from '../../testing/notifications.ts';
import type { WorkspaceNotification } from './kinds/workspace-notifications.ts';

useNotificationsWorld();

describe('an email about an account', () => {
  /** Two accounts, so that the email must name the account. */
  async function anAgency() {
    const owner = await aWorkspace();
    const lost = await aConnection(owner, { instagramAccount: 'cafe.serra', refused: true });
    await aConnection(owner, { instagramAccount: 'atelie.barro' });
    return { ...owner, lost };
  }
  const lostNotification = ({ workspaceId, lost }: { workspaceId: string; lost: string }) =>
    aNotification(workspaceId, {
      dedupeKey: `reconnect:${lost}`,
      code: '190',
      action: 'reconnect',
      message: 'O Instagram não aceita mais a autorização da conta.',
    });

  test('that needs a reconnection has its name, the number of posts at risk, the deadline and the button', async () => {
    const owner = await anAgency();
    const instagramAccount = 'cafe.serra';
    await aPost(owner, { instagramAccount, dueAt: '2099-06-09T23:00:00Z' });
    await aPost(owner, { instagramAccount });
    await aPost(owner, { instagramAccount, status: 'draft', dueAt: '2098-06-09T13:30:00Z' });
    await aPost(owner, {
      instagramAccount: 'atelie.barro',
      attemptedAccount: instagramAccount,
      dueAt: '2098-06-09T13:30:00Z',
    });
    const notifications = createTestNotifications();
    await addNotifications([lostNotification(owner)]);
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe('@cafe.serra precisa ser reconectada: 2 posts em risco');
    expect(mail?.text).toContain(
      'Reconecte @cafe.serra até terça, 9 de junho, 10:30 (horário de Brasília) para não perder os 2 posts agendados.',
    );
    expect(mail?.text).toContain(`Reconectar @cafe.serra: ${PUBLIC_URL}/dashboard`);
    expect(mail?.text).not.toContain('atelie.barro');
  });

  test('that needs a reconnection mentions no posts when none is scheduled', async () => {
    const owner = await anAgency();
    const notifications = createTestNotifications();
    await addNotifications([lostNotification(owner)]);
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe('@cafe.serra precisa ser reconectada');
    expect(mail?.text).toContain('Reconecte @cafe.serra para voltar a publicar nela.');
  });

  test.each<{ account: string; posts: string[]; subject: string; detail: string }>([
    {
      account: 'cafe.serra',
      posts: ['18:00:00', '15:30:00'],
      subject: 'O Instagram restringiu @cafe.serra: 2 posts em risco',
      detail: '2 posts em risco, o primeiro hoje, quarta, 9 de junho, 12:30 (horário de Brasília).',
    },
    {
      account: 'loja.mare',
      posts: ['23:30:00'],
      subject: 'O Instagram restringiu @loja.mare: 1 post em risco',
      detail: '1 post em risco, hoje, quarta, 9 de junho, 20:30 (horário de Brasília).',
    },
    {
      account: 'pao.novo',
      posts: ['2100-06-10T18:00:00'],
      subject: 'O Instagram restringiu @pao.novo: 1 post em risco',
      detail: '1 post em risco, em quinta, 10 de junho, 15:00 (horário de Brasília).',
    },
    { account: 'so.cha', posts: [], subject: 'O Instagram restringiu @so.cha', detail: '' },
  ])(
    'that was restricted has the subject “$subject”',
    async ({ account: instagramAccount, posts, subject, detail }) => {
      await testDatabase.setOffset(Date.parse('2100-06-09T15:00:00Z') - Date.now());
      const owner = await aWorkspace();
      const restricted = await aConnection(owner, { instagramAccount });
      for (const time of posts) {
        const dueAt = time.includes('T') ? `${time}Z` : `2100-06-09T${time}Z`;
        await aPost(owner, { instagramAccount, dueAt });
      }
      await aPost(owner, { instagramAccount: 'atelie.barro', dueAt: '2100-06-09T15:10:00Z' });
      const notifications = createTestNotifications();
      await addNotifications([
        aNotification(owner.workspaceId, {
          dedupeKey: `blocked:${restricted}:1`,
          code: '25/2207050',
          action: 'try_again',
          message: 'O Instagram restringiu esta conta. Abra o Instagram e resolva o aviso.',
        }),
      ]);
      await notifications.deliver(owner.workspaceId);
      await testDatabase.setOffset(0);
      const [mail] = await fetchEmails(owner);
      expect(mail?.subject).toBe(subject);
      expect(mail?.text).toContain(detail);
      expect(mail?.text.includes('em risco')).toBe(posts.length > 0);
    },
  );

  test.each<{ code: string; action: PostAction; message: string; subject: string }>([
    {
      code: '9/2207042',
      action: 'wait',
      message: 'A conta chegou ao limite de posts do Instagram em 24 horas.',
      subject: 'Os posts de @cafe.serra vão esperar um pouco',
    },
    {
      code: 'token-ending',
      action: 'reconnect',
      message: 'A autorização da conta @cafe.serra termina em 3 de junho.',
      subject: 'A autorização de @cafe.serra está perto do fim',
    },
  ])('with the code $code has the subject “$subject”', async ({ subject, ...content }) => {
    const owner = await anAgency();
    const notifications = createTestNotifications();
    const key = `any:${owner.lost}:${newId()}`;
    await addNotifications([aNotification(owner.workspaceId, { ...content, dedupeKey: key })]);
    await notifications.deliver(owner.workspaceId);
    expect((await fetchEmails(owner)).map((mail) => mail.subject)).toEqual([subject]);
  });

  test('never names the account of another workspace', async () => {
    const [owner, other] = [await aWorkspace(), await anAgency()];
    const notifications = createTestNotifications();
    await addNotifications([
      {
        ...lostNotification(other),
        workspaceId: owner.workspaceId,
        code: 'instagram-removed',
        dedupeKey: `x:${other.lost}`,
      },
    ]);
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe('Os dados do seu Instagram foram excluídos');
    expect(mail?.text).not.toContain('@cafe.serra');
  });
});

describe('the account in an email', () => {
  test.each<{ status: PostStatus; attempted: string; subject: RegExp }>([
    { status: 'failed', attempted: 'atelie.barro', subject: /em @cafe\.serra$/ },
    { status: 'scheduled', attempted: 'atelie.barro', subject: /em @cafe\.serra/ },
    { status: 'published', attempted: 'atelie.barro', subject: /em @atelie\.barro$/ },
  ])(
    'belongs to a $status post that was attempted on another account',
    async ({ status, attempted: attemptedAccount, subject }) => {
      const owner = await aWorkspace();
      const postId = await aPost(owner, {
        instagramAccount: 'cafe.serra',
        attemptedAccount,
        status,
      });
      const notifications = createTestNotifications();
      await addNotifications([aNotification(owner.workspaceId, { postId })]);
      await notifications.deliver(owner.workspaceId);
      expect((await fetchEmails(owner)).map((mail) => mail.subject)).toEqual([
        expect.stringMatching(subject),
      ]);
    },
  );

  test('is the first one when the post has none', async () => {
    const owner = await aWorkspace();
    await aConnection(owner, { instagramAccount: 'cafe.serra' });
    await aConnection(owner, { instagramAccount: 'atelie.barro' });
    const notifications = createTestNotifications();
    const postId = await aPost(owner, { status: 'failed' });
    await addNotifications([aNotification(owner.workspaceId, { postId })]);
    await notifications.deliver(owner.workspaceId);
    expect((await fetchEmails(owner))[0]?.subject).toMatch(/em @cafe\.serra$/);
  });
});

describe('an email about several failures or posts at risk', () => {
  test.each<{ codes: [string, string]; status: PostStatus; subject: string }>([
    {
      codes: ['no-answer', '506'],
      status: 'failed',
      subject: '1 post não foi publicado em @cafe.serra',
    },
    {
      codes: ['no-answer', 'unverifiable'],
      status: 'error',
      subject: 'Não sabemos se 1 post foi publicado em @cafe.serra',
    },
    {
      codes: ['no-answer', UNFIT_CODE],
      status: 'scheduled',
      subject: '1 post precisa de você em @cafe.serra',
    },
  ])(
    'counts a post with two notifications once: “$subject”',
    async ({ codes, status, subject }) => {
      const owner = await aWorkspace();
      const notifications = createTestNotifications();
      const postId = await aPost(owner, { instagramAccount: 'cafe.serra', status, code: codes[1] });
      for (const code of codes)
        await addNotifications([aNotification(owner.workspaceId, { postId, code })]);
      await notifications.deliver(owner.workspaceId);
      expect((await fetchEmails(owner)).map((mail) => mail.subject)).toEqual([subject]);
    },
  );

  test.each<{ accounts: string[]; more?: true; subject: string }>([
    {
      accounts: ['cafe.serra', 'cafe.serra'],
      subject: '2 posts não foram publicados em @cafe.serra',
    },
    {
      accounts: ['cafe.serra', 'atelie.barro', 'atelie.barro'],
      subject: '3 posts não foram publicados',
    },
    {
      accounts: ['cafe.serra', 'cafe.serra'],
      more: true,
      subject: '2 posts não foram publicados em @cafe.serra e mais 1 aviso',
    },
  ])('names the account of the failures: “$subject”', async ({ accounts, more, subject }) => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    const newNotifications: WorkspaceNotification[] = [];
    for (const instagramAccount of accounts) {
      const postId = await aPost(owner, { instagramAccount, status: 'failed' });
      newNotifications.push(aNotification(owner.workspaceId, { postId }));
    }
    if (more) {
      const postId = await aPost(owner, { instagramAccount: 'atelie.barro' });
      newNotifications.push(aNotification(owner.workspaceId, { postId }));
    }
    await addNotifications(newNotifications);
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe(subject);
    for (const account of accounts) {
      expect(mail?.text).toContain(
        `Reels em @${account}, terça, 9 de junho, 10:30: “Caneca dupla”`,
      );
    }
    expect(mail?.text).toContain(`Ver os posts: ${PUBLIC_URL}/schedule`);
  });

  test.each<{ codes: string[]; subject: string }>([
    {
      codes: ['unverifiable'],
      subject: 'Não sabemos se seu post das 10:30 foi publicado em @cafe.serra',
    },
    {
      codes: ['unverifiable', 'unverifiable'],
      subject: 'Não sabemos se 2 posts foram publicados em @cafe.serra',
    },
    {
      codes: ['506', 'unverifiable'],
      subject: '1 post não foi publicado em @cafe.serra, não sabemos se outro foi',
    },
    {
      codes: ['506', '506', 'unverifiable', 'unverifiable'],
      subject: '2 posts não foram publicados em @cafe.serra, não sabemos se outros 2 foram',
    },
  ])('does not count an unknown outcome as a failure: “$subject”', async ({ codes, subject }) => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    const newNotifications: WorkspaceNotification[] = [];
    for (const code of codes) {
      const status = code === 'unverifiable' ? 'error' : 'failed';
      const postId = await aPost(owner, { instagramAccount: 'cafe.serra', status, code });
      newNotifications.push(
        aNotification(owner.workspaceId, { postId, code, action: 'try_again' }),
      );
    }
    await addNotifications(newNotifications);
    await notifications.deliver(owner.workspaceId);
    expect((await fetchEmails(owner)).map((mail) => mail.subject)).toEqual([subject]);
  });

  test('names the account of the posts at risk', async () => {
    const owner = await aWorkspace();
    const notifications = createTestNotifications();
    const instagramAccount = 'cafe.serra';
    for (const caption of ['Primeiro', 'Segundo']) {
      const postId = await aPost(owner, { instagramAccount, caption });
      await addNotifications([aNotification(owner.workspaceId, { postId })]);
    }
    await notifications.deliver(owner.workspaceId);
    const [mail] = await fetchEmails(owner);
    expect(mail?.subject).toBe('2 posts precisam de você em @cafe.serra');
  });
});
