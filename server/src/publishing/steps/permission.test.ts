// One file, because every case is a refusal that may be for a permission, and differs in what else Instagram answers.
import type { MediaType, Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { aScheduledPost, connect } from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

const aPost = (mediaType: MediaType = 'IMAGE') =>
  aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE, mediaType });

const holdReason = async () =>
  (await engine.world.services.instagram.accounts.accountOf(await engine.workspaceId()))
    ?.holdReason;

/** The account is checked once in ten minutes, so a later refusal reaches the calls themselves. */
async function passAccountCheck(): Promise<void> {
  await engine.untilReady((await aPost())._id);
}

/** A read is tried with the owner's token as well before it fails. */
const timesOf = (step: string) => (step === 'create' ? 1 : 2);

describe('a refusal for an authorisation or a permission that the token still has', () => {
  // error-rows.test.ts covers the codes.
  test.each([
    { error: '10', step: 'create' },
    { error: '10/business', step: 'create' },
    { error: '294', step: 'create' },
    { error: '10', step: 'status' },
    { error: '10', step: 'list' },
    { error: '190/460', step: 'create' },
    { error: '100/33', step: 'create' },
    { error: '102', step: 'status' },
    { error: '104', step: 'list' },
  ])('is a temporary error of one call: $error at $step', async ({ error, step }) => {
    await passAccountCheck();
    const post = await aPost(step === 'list' ? 'STORIES' : 'IMAGE');
    if (step !== 'create') await engine.advance(post._id);
    await engine.world.sandbox.fault(step, error, { times: timesOf(step) });
    expect(await engine.untilIssue(post._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'wait',
      errorMessage: expect.stringContaining('não respondeu como devia'),
    });
    expect(await holdReason()).toBeNull();
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    const { media_id: mediaId } = await engine.row(post._id);
    expect((await engine.world.sandbox.published()).map(({ id }) => id)).toContain(mediaId);
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('has no effect when the owner token can read', async () => {
    await passAccountCheck();
    const post = await aPost();
    await engine.advance(post._id);
    await engine.world.sandbox.fault('status', '10');
    await engine.world.advanceTime(1500);
    await engine.advance(post._id);
    expect(await engine.fetchPost(post._id)).toMatchObject({ ready: true, errorMessage: null });
  });

  test('delays no other post of the account', async () => {
    const [first, other] = [await aPost(), await aPost()];
    await engine.world.sandbox.fault('create', '10');
    expect((await engine.untilIssue(first._id)).errorAction).toBe('wait');
    expect(await engine.untilReady(other._id)).toMatchObject({ errorMessage: null });
  });

  test('of many posts is checked by one call, and again after 30 s', async () => {
    await engine.upgradeToPremium();
    await passAccountCheck();
    const checks = async () =>
      (await engine.world.sandbox.calls()).filter(({ path }) => path.endsWith('/debug_token'))
        .length;
    const before = await checks();
    const posts = [await aPost(), await aPost(), await aPost()];
    await engine.world.sandbox.fault('create', '10', { times: 1000 });
    await Promise.all(posts.map(({ _id }) => engine.advance(_id)));
    await engine.runSteps(posts, 3, 5000);
    expect(await checks()).toBe(before + 1);
    await engine.runSteps(posts, 3, 15_000);
    expect(await checks()).toBe(before + 2);
  });

  test('is treated as temporary while Instagram cannot be queried about the token', async () => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault('create', '10/scope', { times: 2 });
    await engine.world.sandbox.fault('permissions', '500-code2', { times: 2 });
    expect((await engine.untilIssue(post._id)).errorAction).toBe('wait');
    expect(await holdReason()).toBeNull();
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('does not hold the account during its check before the posts', async () => {
    const post = await aPost();
    await engine.world.sandbox.fault('quota', '10', { times: 2 });
    expect(await engine.untilReady(post._id)).toMatchObject({ errorMessage: null });
    expect(await holdReason()).toBeNull();
  });

  test('during an unknown outcome leaves the account connected, and the post is published once', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-after-commit');
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('status', '10', { times: 6 });
    await engine.runSteps([post], 2, 5000);
    expect(await holdReason()).toBeNull();
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.publishCalls()).toBe(1);
    expect(await engine.ledger()).toHaveLength(1);
  });
});

describe('a refusal for a permission that the token still has, at the publish call', () => {
  async function refusedPost(error: string, times = 1): Promise<Post> {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', error, { times });
    await engine.advanceToDueTime();
    expect((await engine.fetchPost(post._id)).status).toBe('pending');
    expect(await engine.publishCalls()).toBe(1);
    return post;
  }

  test.each(['10', '299', '190/460', '100/33'])(
    'with %s leaves the account connected, and the same container is published once',
    async (error) => {
      const post = await refusedPost(error);
      expect(await holdReason()).toBeNull();
      await engine.advanceUntil(post._id, 'published', 10_000);
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.containers()).toHaveLength(1);
      expect(await engine.publishCalls()).toBe(2);
      expect(await engine.deliverEmails()).toEqual([]);
    },
  );

  test('of a post that Instagram published finds the post and sends nothing again', async () => {
    const post = await refusedPost('10-but-published');
    await engine.advanceUntil(post._id, 'published', 5000);
    expect((await engine.row(post._id)).media_id).toBe((await engine.onlyMedium()).id);
    expect(await engine.publishCalls()).toBe(1);
    expect(await holdReason()).toBeNull();
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('is treated as temporary while Instagram cannot be queried about the token', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '10');
    await engine.world.sandbox.fault('permissions', '500-code2');
    await engine.advanceToDueTime();
    expect(await holdReason()).toBeNull();
    await engine.advanceUntil(post._id, 'published', 10_000);
    expect(await engine.publishCalls()).toBe(2);
  });
});

describe('a permanent refusal for a permission that the token still has', () => {
  async function expectRefused(post: Post): Promise<void> {
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'failed',
      errorAction: 'try_again',
      errorMessage: expect.stringMatching(
        /recusou este post por falta de permissão.* duas etapas.* reconecte a conta e tente de novo/,
      ),
    });
    expect((await engine.row(post._id)).error_code).toBe('permission-refused');
    expect(await engine.world.sandbox.published(post.caption)).toEqual([]);
    const mails = await engine.deliverEmails();
    expect(mails.at(-1)?.text).toContain('falta de permissão');
  }

  test.each(['create', 'status'])('at %s fails the post with its cause', async (step) => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault(step, '10', { times: 10_000 });
    await engine.runSteps([post], 16, MINUTE);
    expect((await engine.deliverEmails())[0]?.text).toMatch(/Continuamos tentando\. .* reconecte/);
    await engine.runSteps([post], 65, 2 * MINUTE);
    expect(await holdReason()).toBeNull();
    await expectRefused(post);
  });

  test('that ends after ten minutes at the account leaves it connected, and the post is published once', async () => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault('create', '100/33', { forMs: 10 * MINUTE });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await holdReason()).toBeNull();
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('at the publish call fails the post with its cause', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '200', { times: 10_000 });
    await engine.advanceToDueTime();
    await engine.runSteps([post], 40, 2 * MINUTE);
    expect(await holdReason()).toBeNull();
    await expectRefused(post);
  });
});

describe('a refusal for a permission that the token has lost', () => {
  test.each(['10', '299'])(
    'at the publish call with %s holds the post until the account is connected again',
    async (error) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', error);
      await engine.world.sandbox.fault('permissions', 'without:instagram_content_publish');
      await engine.advanceToDueTime();
      expect(await holdReason()).toBe('reconnect');
      expect(await engine.untilIssue(post._id, 20_000)).toMatchObject({
        status: 'pending',
        errorAction: 'reconnect',
        errorMessage: expect.stringContaining('Falta uma permissão'),
      });
      await engine.runSteps([post], 3, MINUTE);
      expect(await engine.publishCalls()).toBe(1);
      expect(await engine.deliverEmails()).toHaveLength(1);
      await connect(engine.world, engine.client);
      await engine.advanceUntil(post._id, 'published', 20_000);
      expect(await engine.ledger()).toHaveLength(1);
      expect(await engine.containers()).toHaveLength(1);
    },
  );

  test.each([
    ['create', '10/scope'],
    ['create', '200'],
    ['status', '10'],
  ] as const)('at %s with %s requires the owner to connect again', async (step, error) => {
    await passAccountCheck();
    const post = await aPost();
    if (step !== 'create') await engine.advance(post._id);
    await engine.world.sandbox.fault(step, error, { times: timesOf(step) });
    await engine.world.sandbox.fault('permissions', 'without:instagram_content_publish');
    await expectReconnect(post);
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('for this account only is detected before a container is created', async () => {
    const post = await aPost();
    await engine.world.sandbox.fault('permissions', 'trimmed');
    await engine.advance(post._id);
    expect(await engine.fetchPost(post._id)).toMatchObject({ errorAction: 'reconnect' });
    expect(await holdReason()).toBe('reconnect');
    expect(await engine.containers()).toEqual([]);
  });

  test('for this account only requires the owner to connect again', async () => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault('create', '10/scope');
    await engine.world.sandbox.fault('permissions', 'trimmed');
    await expectReconnect(post);
    expect(await engine.publishCalls()).toBe(0);
  });

  async function expectReconnect(post: Post): Promise<void> {
    expect(await engine.untilIssue(post._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'reconnect',
      errorMessage: expect.stringContaining('Falta uma permissão'),
    });
    expect(await holdReason()).toBe('reconnect');
    expect(await engine.deliverEmails()).toEqual([
      expect.objectContaining({
        subject: '@atelie.barro precisa ser reconectada: 2 posts em risco',
      }),
    ]);
  }
});

describe('an account that the page of its token no longer has', () => {
  const unlink = async (step: string) => {
    await engine.world.sandbox.fault(step, '100/33', { times: 1000 });
    await engine.world.sandbox.fault('me', 'no-ig', { times: 1000 });
  };
  const UNLINKED = 'não está mais ligada à página do Facebook';
  const expectUnlinked = async (post: Post, steps: number, stepMs: number) => {
    await engine.runSteps([post], steps, stepMs);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorAction: 'reconnect',
      errorMessage: expect.stringContaining(UNLINKED),
    });
  };

  test('must be connected again, which its owner reads once', async () => {
    await passAccountCheck();
    const [post, other] = [await aPost(), await aPost()];
    await unlink('create');
    expect((await engine.untilIssue(post._id)).errorAction).toBe('wait');
    expect(await holdReason()).toBeNull();
    await expectUnlinked(post, 2, MINUTE);
    expect(await holdReason()).toBe('reconnect');
    await expectUnlinked(other, 1, 2000);
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(UNLINKED);
    await engine.world.sandbox.clearFaults();
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', MINUTE);
  });

  test('is found by the publish call, too', async () => {
    const post = await engine.aPreparedPost();
    await unlink('publish');
    await engine.advanceToDueTime();
    await expectUnlinked(post, 14, 20_000);
    expect(await engine.publishCalls()).toBe(2);
    await engine.world.sandbox.clearFaults();
    await connect(engine.world, engine.client);
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('stays connected after one answer without the account', async () => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault('create', '100/33', { times: 6 });
    await engine.world.sandbox.fault('me', 'no-ig');
    await engine.advanceUntil(post._id, 'published', 2 * MINUTE);
    expect(await holdReason()).toBeNull();
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test.each([
    ['me', '500-code2'],
    ['permissions', '500-code2'],
  ])('stays connected while %s is not answered', async (step, fault) => {
    await passAccountCheck();
    const post = await aPost();
    await engine.world.sandbox.fault(step, fault, { times: 1000 });
    await unlink('create');
    await engine.runSteps([post], 4, MINUTE);
    expect((await engine.fetchPost(post._id)).errorAction).toBe('wait');
    expect(await holdReason()).toBeNull();
    await engine.world.sandbox.clearFaults();
  });

  test('keeps the cause that its owner was told', async () => {
    const { accounts } = engine.world.services.instagram;
    const account = await accounts.accountOf(await engine.workspaceId());
    if (account === undefined) throw new Error('no account');
    await accounts.markForReconnect(account, 'page-unlinked');
    await accounts.markForReconnect(account, '190');
    const marked = await accounts.accountOf(await engine.workspaceId());
    expect(marked?.holdCode).toBe('page-unlinked');
  });
});

describe('a story of a creator account', () => {
  test('shows the issue before its due time and fails 15 minutes after it, while a photo is published', async () => {
    await engine.world.sandbox.createAccount('criador.de.barro');
    await connect(engine.world, engine.client, 'criador.de.barro');
    const [story, photo] = [await aPost('STORIES'), await aPost()];
    await engine.runSteps([story], 12, MINUTE);
    expect(await engine.fetchPost(story._id)).toMatchObject({
      status: 'scheduled',
      errorAction: 'try_again',
      errorMessage: expect.stringMatching(/Contas de criador .* mude a conta para comercial/),
    });
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Tentamos até 15 minutos depois do horário');
    // The owner would publish the story a second time.
    expect(mails[0]?.text).not.toContain('publique por lá');
    expect(await holdReason()).toBeNull();
    await engine.advanceUntil(photo._id, 'published', MINUTE);
    await engine.advanceUntil(story._id, 'failed', MINUTE);
    const dueAt = new Date(story.scheduledTime ?? 0).getTime();
    const lateMinutes = (engine.world.now().getTime() - dueAt) / MINUTE;
    expect(lateMinutes).toBeGreaterThan(14);
    expect(lateMinutes).toBeLessThan(18);
    expect((await engine.fetchPost(story._id)).errorMessage).toContain('publique por lá');
    const [, ended] = await engine.deliverEmails();
    expect(ended?.text).toContain('publique por lá');
  });

  test('is published although an outage refuses it for longer than a few minutes', async () => {
    await passAccountCheck();
    const story = await aPost('STORIES');
    await engine.world.sandbox.fault('create', '10', { times: 1000 });
    await engine.runSteps([story], 30, MINUTE);
    expect(await engine.fetchPost(story._id)).toMatchObject({ status: 'pending' });
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(story._id, 'published', MINUTE);
  });

  test('is not assumed when Instagram refuses a story of another account once', async () => {
    const story = await aPost('STORIES');
    await engine.world.sandbox.fault('create', '10');
    await engine.advanceUntil(story._id, 'published', 2 * MINUTE);
    expect(await engine.deliverEmails()).toEqual([]);
  });
});

describe.each(['2207082', '2207085'])('a file that Instagram cannot process (%s)', (subcode) => {
  const fault = (times: number) =>
    engine.world.sandbox.fault('status', `error:${subcode}`, { times });

  test('is sent again at most twice and is published', async () => {
    const post = await aPost('REELS');
    await fault(2);
    expect(await engine.untilIssue(post._id)).toMatchObject({
      errorAction: 'wait',
      errorMessage: expect.stringContaining('não conseguiu processar'),
    });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.containers()).toHaveLength(3);
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('must be replaced after that, and other posts of the account are published', async () => {
    const post = await aPost('REELS');
    await fault(3);
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorAction: 'change_media',
      errorMessage: expect.stringContaining('Troque o arquivo'),
    });
    expect(await engine.containers()).toHaveLength(3);
    expect(await holdReason()).toBeNull();
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).not.toContain('precisa de você');
    const photo = await aPost();
    await engine.advanceUntil(photo._id, 'published', MINUTE);
  });
});
