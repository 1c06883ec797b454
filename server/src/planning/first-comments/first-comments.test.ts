import type { FirstCommentState, Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import { sendOverHttp, type Transport } from '../../instagram/graph/transport.ts';
import { createServices } from '../../composition/services.ts';
import {
  aDraft,
  aFormOf,
  aScheduledPost,
  aUser,
  connect,
  dataOf,
} from '../../../testing/factories.ts';
import { deliverEmails } from '../../../testing/outbox.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { QUIESCENCE_MS } from '../../publishing/publishing.rules.ts';

const engine = usePublishing();
const TEXT = 'Peças únicas, feitas à mão.\n#ceramica #barro';

interface Detail {
  post: Post;
  history: { kind: string; text: string }[];
  firstComment: FirstCommentState | null;
}

const detailOf = async (postId: string): Promise<Detail> =>
  dataOf(await engine.client.get<Detail>(`/scheduled/${postId}`));

async function aPublishedPost(firstComment = TEXT): Promise<Post> {
  const post = await aScheduledPost(engine.world, engine.client, {
    dueInMs: 5 * MINUTE,
    firstComment,
  });
  await engine.advanceUntil(post._id, 'published', 30_000);
  await engine.world.services.planning.firstComments.enqueueDue();
  return post;
}

const publishedComments = async ({ caption }: Post): Promise<string[]> =>
  (await engine.world.sandbox.published(caption)).flatMap(({ comments }) =>
    comments.map(({ text }) => text),
  );

const write = (post: Post) => engine.world.services.planning.firstComments.write(post._id);

async function runPasses(post: Post, times: number, ms: number): Promise<void> {
  for (let pass = 0; pass < times; pass += 1) {
    await engine.world.advanceTime(ms);
    await write(post);
  }
}

const commentCalls = async (method: string) =>
  (await engine.world.sandbox.calls()).filter(
    (call) => call.method === method && call.path.endsWith('/comments'),
  ).length;

describe('a first comment', () => {
  test('is stored with a draft, and an edit of it does not prepare the post again', async () => {
    const draft = await aDraft(engine.client, { firstComment: `  ${TEXT}\n` });
    expect(draft.firstComment).toBe(TEXT);
    const post = await engine.aPreparedPost();
    const revision = (await engine.row(post._id)).revision;
    await engine.client.put(`/scheduled/${post._id}`, aFormOf({ firstComment: TEXT }));
    const row = await engine.row(post._id);
    expect(row).toMatchObject({ first_comment: TEXT, revision, state: 'prepared' });
  });

  test('is refused when it is too long', async () => {
    const post = await engine.aPreparedPost();
    const form = aFormOf({ firstComment: 'a'.repeat(2201) });
    expect(await engine.client.put(`/scheduled/${post._id}`, form)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        errors: { firstComment: 'Primeiro comentário deve ter no máximo 2200 caracteres' },
      },
    });
  });

  test('is written once below its post and recorded in the history', async () => {
    const post = await aPublishedPost();
    await write(post);
    await runPasses(post, 3, 10 * MINUTE);
    expect(await publishedComments(post)).toEqual([TEXT]);
    // No comment can exist after a confirmed call, so the writer does not read the comments.
    expect(await commentCalls('GET')).toBe(0);
    const { firstComment, history } = await detailOf(post._id);
    expect(firstComment).toEqual({ state: 'published', reason: null, action: null });
    expect(history.at(-1)?.text).toBe('Primeiro comentário publicado');
  });

  test('is not written before its post is published, and never below a story', async () => {
    const waiting = await engine.aPreparedPost();
    await engine.client.put(`/scheduled/${waiting._id}`, aFormOf({ firstComment: TEXT }));
    await engine.world.services.planning.firstComments.enqueueDue();
    await write(waiting);
    const story = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'STORIES',
      dueInMs: 5 * MINUTE,
      firstComment: TEXT,
    });
    await engine.advanceUntil(story._id, 'published', 30_000);
    await engine.world.services.planning.firstComments.enqueueDue();
    await write(story);
    expect((await detailOf(story._id)).firstComment).toBeNull();
    expect(await commentCalls('POST')).toBe(0);
  });
});

describe('a first comment with an unknown outcome', () => {
  test.each(['timeout-after-commit', 'reset-after-commit', '500-code2-but-published'])(
    'is found and not written again: %s',
    async (fault) => {
      const post = await aPublishedPost();
      await engine.world.sandbox.fault('comment', fault);
      await write(post);
      expect((await detailOf(post._id)).firstComment).toMatchObject({ state: 'waiting' });
      await runPasses(post, 3, QUIESCENCE_MS);
      expect(await publishedComments(post)).toEqual([TEXT]);
      expect((await detailOf(post._id)).firstComment).toMatchObject({ state: 'published' });
      expect(await commentCalls('POST')).toBe(1);
    },
    30_000,
  );

  test.each(['timeout-before-commit', 'reset-before-commit', '500-code2'])(
    'is written again once it is certainly missing: %s',
    async (fault) => {
      const post = await aPublishedPost();
      await engine.world.sandbox.fault('comment', fault);
      await write(post);
      await runPasses(post, 3, QUIESCENCE_MS);
      expect(await publishedComments(post)).toEqual([TEXT]);
      expect(await commentCalls('POST')).toBe(2);
    },
    30_000,
  );

  test('is not written while its post cannot be read', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', 'reset-after-commit');
    await write(post);
    await engine.world.sandbox.fault('comment', '500-code2', { times: 2 });
    await runPasses(post, 2, 11 * MINUTE);
    expect(await commentCalls('POST')).toBe(1);
    await runPasses(post, 2, 31 * MINUTE);
    expect(await publishedComments(post)).toEqual([TEXT]);
    expect((await detailOf(post._id)).firstComment).toMatchObject({ state: 'published' });
  });
});

/** Returns a worker whose process dies before or after its call is sent. */
async function aDyingWorker(sends: boolean) {
  const never = new Promise<never>(() => undefined);
  let died = () => {};
  const death = new Promise<void>((resolve) => (died = resolve));
  const transport: Transport = async (outgoing) => {
    if (!outgoing.url.endsWith('/comments') || outgoing.method !== 'POST') {
      return sendOverHttp(outgoing);
    }
    if (sends) await sendOverHttp(outgoing);
    died();
    return never;
  };
  const { serviceOptions, database } = engine.world;
  const services = await createServices({ ...serviceOptions, database, transport });
  return { services, death };
}

describe('a worker that stops during the call', () => {
  test.each([true, false])('leaves one comment, with its call sent: %s', async (sends) => {
    const post = await aPublishedPost();
    const { services, death } = await aDyingWorker(sends);
    void services.planning.firstComments.write(post._id);
    await death;
    await write(post);
    expect(await commentCalls('POST')).toBe(sends ? 1 : 0);
    await runPasses(post, 2, 3 * MINUTE);
    expect(await publishedComments(post)).toEqual([TEXT]);
    expect((await detailOf(post._id)).firstComment).toMatchObject({ state: 'published' });
    await services.close();
  });

  test('sends nothing after a long suspension, because another worker may have acted', async () => {
    const post = await aPublishedPost();
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const transport: Transport = async (outgoing) => {
      if (outgoing.method === 'POST') {
        arrived();
        await gate;
      }
      return sendOverHttp(outgoing);
    };
    const { serviceOptions, database } = engine.world;
    const services = await createServices({ ...serviceOptions, database, transport });
    const stopped = services.planning.firstComments.write(post._id);
    await arrival;
    await runPasses(post, 1, 3 * MINUTE);
    go();
    await stopped;
    expect(await publishedComments(post)).toEqual([TEXT]);
    await services.close();
  });
});

describe('an account that cannot comment', () => {
  test('keeps its post published, shows the reason and comments after a reconnection', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('permissions', 'without:instagram_manage_comments');
    // Older connections never requested the permission.
    const { igUserId, token } =
      (await engine.world.services.instagram.accounts.accountOf(await engine.workspaceId())) ?? {};
    await fetch(`${engine.world.sandbox.url}/v25.0/me/permissions?access_token=${token}`);
    expect(igUserId).toBeDefined();
    await write(post);
    const { post: seen, firstComment, history } = await detailOf(post._id);
    expect(seen).toMatchObject({ status: 'published', errorMessage: null });
    expect(firstComment).toMatchObject({ state: 'failed', action: 'reconnect' });
    expect(firstComment?.reason).toContain('Reconecte para liberar os comentários');
    expect(history.at(-1)?.text).toContain('Primeiro comentário não publicado');
    expect(
      (await engine.world.services.instagram.accounts.accountOf(await engine.workspaceId()))
        ?.holdReason,
    ).toBe(null);

    await engine.world.advanceTime(MINUTE);
    await connect(engine.world, engine.client);
    await engine.world.services.planning.firstComments.retryAfterReconnect();
    await write(post);
    expect(await publishedComments(post)).toEqual([TEXT]);
  });

  test('comments later when the limit is temporary', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', '80002');
    await write(post);
    expect((await detailOf(post._id)).firstComment).toMatchObject({ state: 'waiting' });
    await runPasses(post, 2, 30 * MINUTE);
    expect(await publishedComments(post)).toEqual([TEXT]);
  });
});

describe('an outage in which Instagram returns', () => {
  test.each([
    ['10', 'a missing permission that the account has'],
    ['200', 'a missing permission that the account has'],
    ['100/33', 'a missing post that is there'],
  ])('%s: %s: the comment is written later', async (error) => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', error);
    await write(post);
    expect((await detailOf(post._id)).firstComment).toMatchObject({
      state: 'waiting',
      action: null,
    });
    await runPasses(post, 2, 31 * MINUTE);
    expect(await publishedComments(post)).toEqual([TEXT]);
  });
});

describe('a comment that Instagram refuses', () => {
  test('fails with its reason, and only its owner can retry it', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', '100');
    await write(post);
    expect((await detailOf(post._id)).firstComment).toMatchObject({
      state: 'failed',
      action: 'try_again',
    });
    await runPasses(post, 2, 30 * MINUTE);
    expect(await publishedComments(post)).toEqual([]);
    await deliverEmails(engine.world);
    const mails = await engine.world.sandbox.mail(engine.client.user.email);
    expect(mails.map(({ subject, text }) => [subject, text])).toEqual([
      [
        expect.stringMatching(
          /^Seu post das? \d\d:\d\d foi publicado em @atelie\.barro sem o primeiro comentário$/,
        ),
        expect.stringContaining('O Instagram não aceitou o comentário.'),
      ],
    ]);

    const retry = `/scheduled/${post._id}/first-comment`;
    const stranger = await aUser(engine.world);
    expect((await stranger.post(retry)).status).toBe(404);
    expect(dataOf(await engine.client.post(retry))).toMatchObject({
      firstComment: { state: 'waiting' },
    });
    await write(post);
    expect(await publishedComments(post)).toEqual([TEXT]);
    expect(dataOf(await engine.client.post(retry))).toMatchObject({
      firstComment: { state: 'published' },
    });
    await write(post);
    expect(await publishedComments(post)).toEqual([TEXT]);
  });

  test('is given up after a day in which its post was not found', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', '100/33', { times: 100 });
    await write(post);
    await engine.world.advanceTime(25 * 60 * MINUTE);
    await write(post);
    const { firstComment } = await detailOf(post._id);
    expect(firstComment).toMatchObject({ state: 'failed', action: 'try_again' });
    expect(firstComment?.reason).toContain('não encontrou o post');
    await engine.world.sandbox.clearFaults();
  });

  test('is given up after a whole day', async () => {
    const post = await aPublishedPost();
    await engine.world.sandbox.fault('comment', '500-code2', { times: 100 });
    await write(post);
    await engine.world.advanceTime(25 * 60 * MINUTE);
    await write(post);
    expect((await detailOf(post._id)).firstComment).toMatchObject({
      state: 'failed',
      action: 'try_again',
    });
    await engine.world.sandbox.clearFaults();
  });
});
