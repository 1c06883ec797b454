// One file, because every case is something that the preparation of a post finds before its due time.
import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFormOf, aScheduledPost, aUser, connect } from '../../../testing/factories.ts';
import { raiseError } from '../../../testing/posts-with-errors.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { createContainersRepository } from './containers.repository.ts';

const engine = usePublishing();

const aPost = (dueInMs = 20 * MINUTE, mediaType: 'IMAGE' | 'VIDEO' = 'IMAGE') =>
  aScheduledPost(engine.world, engine.client, { dueInMs, mediaType });

const writeCallCount = async () =>
  (await engine.world.sandbox.calls()).filter(
    ({ method, path }) => method === 'POST' && /\/media(_publish)?$/.test(path),
  ).length;

describe('a missing permission', () => {
  test.each(['instagram_content_publish', 'instagram_basic', 'pages_read_engagement'])(
    '%s is reported before the due time with the button that fixes it, and the post is published after that',
    async (scope) => {
      const post = await aPost();
      await engine.world.sandbox.fault('permissions', `without:${scope}`);
      await engine.advance(post._id);
      const postWithIssue = await engine.untilIssue(post._id, MINUTE);
      expect(postWithIssue).toMatchObject({
        status: 'scheduled',
        errorAction: 'reconnect',
        errorMessage: expect.stringMatching(/permissão|autorização/),
      });
      const mails = await engine.deliverEmails();
      expect(mails).toEqual([
        expect.objectContaining({
          subject: expect.stringMatching(
            /^@atelie\.barro precisa ser reconectada: \d+ posts? em risco$/,
          ),
        }),
      ]);
      expect(mails[0]?.text).toContain(postWithIssue.errorMessage);
      expect(mails[0]?.html).toContain('Reconectar @atelie.barro');
      expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);

      await engine.advanceTo(post);
      await engine.runSteps([post], 3, MINUTE);
      expect(await writeCallCount()).toBe(0);

      await connect(engine.world, engine.client);
      await engine.advanceUntil(post._id, 'published', MINUTE);
      expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
      expect(await engine.fetchPost(post._id)).toMatchObject({
        errorMessage: null,
        errorAction: null,
      });
      expect(await engine.deliverEmails()).toHaveLength(1);
    },
  );

  test('is checked once in ten minutes, not for each post', async () => {
    for (const post of [await aPost(), await aPost(), await aPost()]) {
      await engine.advance(post._id);
    }
    const countTokenChecks = async () =>
      (await engine.world.sandbox.calls()).filter(
        ({ path, params }) => path === '/debug_token' && params['input_token']?.startsWith('EAAC'),
      ).length;
    expect(await countTokenChecks()).toBe(1);
    await engine.world.advanceTime(11 * MINUTE);
    await engine.advance((await aPost())._id);
    expect(await countTokenChecks()).toBe(2);
  });
});

describe('the quota', () => {
  test('that other posts will use up is reported on the post and by one email, and the post is still published', async () => {
    await engine.world.sandbox.settings({ quotaTotal: 2 });
    // Around midnight the last two posts would get one email each.
    const tomorrow = startOfDay(dayKey(engine.world.now()), 1);
    await engine.advanceTo({ scheduledTime: tomorrow.toISOString() });
    const before = [await aPost(2 * MINUTE), await aPost(2 * MINUTE)];
    const [third, fourth] = [await aPost(20 * MINUTE), await aPost(21 * MINUTE)];
    await engine.runSteps([...before, third, fourth], 2, 1500);
    const readyPost = await engine.untilReady(third._id);
    expect(readyPost).toMatchObject({
      errorMessage: expect.stringContaining('limite de 2 posts'),
      errorAction: 'wait',
    });
    expect(await engine.untilReady(fourth._id)).toMatchObject({ errorAction: 'wait' });
    const mails = await engine.deliverEmails();
    expect(mails).toEqual([
      expect.objectContaining({ text: expect.stringContaining('limite de 2 posts') }),
    ]);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('pode atrasar')]);
    for (const { _id } of before) {
      expect((await engine.fetchPost(_id)).errorMessage).toBeNull();
      await engine.advanceUntil(_id, 'published', MINUTE);
    }

    await engine.advanceTo(third);
    await engine.runSteps([third, fourth], 3, 3 * MINUTE);
    const waiting = await engine.fetchPost(third._id);
    expect(waiting).toMatchObject({ status: 'pending', errorAction: 'wait' });
    expect(waiting.forecastAt).not.toBeNull();
    expect(await engine.ledger()).toHaveLength(2);
    await engine.world.sandbox.settings({ quotaTotal: 100 });
    await engine.runSteps([third, fourth], 12, 4 * MINUTE);
    expect((await engine.fetchPost(third._id)).status).toBe('published');
    expect((await engine.fetchPost(fourth._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(4);
    expect((await engine.deliverEmails()).map(({ subject }) => subject)).toEqual(subjects);
  });

  test('that suffices causes no issue', async () => {
    await engine.world.sandbox.settings({ quotaTotal: 2 });
    const posts = [await aPost(10 * MINUTE), await aPost(11 * MINUTE)];
    for (const { _id } of posts) expect((await engine.untilReady(_id)).errorMessage).toBeNull();
    expect(await engine.deliverEmails()).toEqual([]);
  });
});

describe('protected music in a video', () => {
  test('is reported on the prepared post and by email before the due time, and the post is still published', async () => {
    const post = await aPost(20 * MINUTE, 'VIDEO');
    await engine.world.sandbox.fault('status', 'copyright');
    expect(await engine.untilReady(post._id)).toMatchObject({
      status: 'scheduled',
      errorMessage: expect.stringContaining('direitos autorais'),
      errorAction: 'change_media',
    });
    expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);
    const mails = await engine.deliverEmails();
    expect(mails).toEqual([
      expect.objectContaining({
        subject: expect.stringMatching(/em @atelie\.barro precisa de você$/),
        text: expect.stringContaining('direitos autorais'),
        html: expect.stringContaining(`/schedule?post=${post._id}`),
      }),
    ]);
    await engine.advanceUntil(post._id, 'published', 5 * MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
    expect(await engine.deliverEmails()).toHaveLength(1);
  });
});

describe('what Instagram refuses of a post', () => {
  const creations = async () =>
    (await engine.world.sandbox.calls()).filter(({ path }) => path.endsWith('/media')).length;

  async function countedContainers(): Promise<number> {
    const { db } = engine.world.database;
    const account = await db
      .selectFrom('instagram_connections')
      .select('ig_user_id')
      .where('workspace_id', '=', await engine.workspaceId())
      .executeTakeFirstOrThrow();
    return createContainersRepository(db).countCreatedInDay(account.ig_user_id);
  }

  /** What the owner reads, once on the post and once in an email. */
  async function readRefusal(post: Post): Promise<string | null> {
    await engine.advanceUntil(post._id, 'failed');
    expect(engine.world.now() < new Date(post.scheduledTime ?? 0)).toBe(true);
    const { errorAction, errorMessage } = await engine.fetchPost(post._id);
    expect(errorAction).toBe('edit');
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(errorMessage);
    return errorMessage;
  }

  test('is named if it is a place without coordinates', async () => {
    const locationId = '213000000000009';
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: 20 * MINUTE,
      locationId,
    });
    expect(await readRefusal(post)).toMatch(/não aceita o local deste post/);
    expect(await creations()).toBe(1);
  });

  test('is found out if the answer does not name the place', async () => {
    const locationId = '213000000000012';
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: 20 * MINUTE,
      locationId,
    });
    expect(await readRefusal(post)).toMatch(/não aceita o local deste post/);
    expect(await creations()).toBe(4);
    expect(await countedContainers()).toBe(1);
  });

  test('is not said to be a place that Instagram has refused twice and accepts then', async () => {
    const locationId = '213000000000004';
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: 20 * MINUTE,
      locationId,
    });
    await engine.world.sandbox.fault('create', '100', { times: 2 });
    await engine.untilReady(post._id);
    expect(await creations()).toBe(4);
    expect(await countedContainers()).toBe(2);
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('is not said to be the place if the post is refused without it, too', async () => {
    const locationId = '213000000000004';
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: 20 * MINUTE,
      locationId,
    });
    await engine.world.sandbox.fault('create', '100', { times: 3 });
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.world.sandbox.published(post.caption)).toHaveLength(1);
  });

  test('is named if it is one of three people, on the picture that tags them', async () => {
    const tag = (username: string) => ({ username, x: 0.5, y: 0.5, item: 1 });
    const post = await aScheduledPost(engine.world, engine.client, {
      mediaType: 'CAROUSEL',
      dueInMs: 20 * MINUTE,
      userTags: JSON.stringify([tag('ana'), tag('privado.bia'), tag('caio')]),
    });
    expect(await readRefusal(post)).toMatch(/^Imagem 2 de 3: .* convidar @privado\.bia\. /);
  });

  test('is named if it is an invited person', async () => {
    const collaborators = JSON.stringify(['ana', 'privado.caio']);
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: 20 * MINUTE,
      collaborators,
    });
    expect(await readRefusal(post)).toMatch(/convidar @privado\.caio\. /);
  });
});

describe('an issue of the post itself', () => {
  test.each([
    ['36003/2207009', 'change_media', '4:5'],
    ['110/2207018', 'edit', 'não pode ser marcada'],
  ])(
    '(%s) is reported by email before the due time, with a link to the post',
    async (fault, action, cause) => {
      const post = await aScheduledPost(engine.world, engine.client, {
        dueInMs: 20 * MINUTE,
        collaborators: JSON.stringify(['ana']),
      });
      await engine.world.sandbox.fault('create', fault);
      await engine.advanceUntil(post._id, 'failed');
      const seen = await engine.fetchPost(post._id);
      expect(seen).toMatchObject({
        errorAction: action,
        errorMessage: expect.stringContaining(cause),
      });
      const mails = await engine.deliverEmails();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toMatch(
        /^Seu post das? \d\d:\d\d não foi publicado em @atelie\.barro$/,
      );
      expect(mails[0]?.text).toContain(seen.errorMessage);
      expect(mails[0]?.html).toContain('Abrir o post');
      expect(mails[0]?.html).toContain(`/schedule?post=${post._id}`);
      expect(new Date(mails[0]?.date ?? 0).getTime()).toBeLessThan(
        new Date(post.scheduledTime ?? 0).getTime(),
      );
    },
  );

  test('that is temporary causes no email', async () => {
    const post = await aPost();
    await engine.world.sandbox.fault('create', '500-code2', { times: 2 });
    await engine.world.sandbox.fault('status', 'error:2207082');
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.deliverEmails()).toEqual([]);
  });
});

describe('an issue of the account', () => {
  test('that affects ten posts is one email, and all posts are published after a reconnect', async () => {
    const posts = [];
    for (let index = 0; index < 10; index += 1) posts.push(await aPost(20 * MINUTE));
    await engine.world.sandbox.fault('token', '460');
    await engine.runSteps(posts, 2, MINUTE);
    for (const { _id } of posts) {
      expect(await engine.fetchPost(_id)).toMatchObject({
        status: 'scheduled',
        errorAction: 'reconnect',
      });
    }
    const mails = await engine.deliverEmails();
    expect(mails).toEqual([
      expect.objectContaining({
        subject: expect.stringMatching(
          /^@atelie\.barro precisa ser reconectada: \d+ posts? em risco$/,
        ),
      }),
    ]);
    await engine.runSteps(posts, 2, MINUTE);
    expect(await engine.deliverEmails()).toHaveLength(1);
    expect(await writeCallCount()).toBe(0);

    await connect(engine.world, engine.client);
    await engine.runSteps(posts, 8, 3 * MINUTE);
    expect(await engine.ledger()).toHaveLength(10);
    for (const { caption } of posts) {
      expect(await engine.world.sandbox.published(caption)).toHaveLength(1);
    }
  });

  test('is reported again when the authorisation is revoked again after a reconnect', async () => {
    const post = await aPost(25 * MINUTE);
    await engine.world.sandbox.fault('token', '460');
    await engine.advance(post._id);
    await engine.deliverEmails();
    await connect(engine.world, engine.client);
    await engine.world.sandbox.fault('token', '458');
    await engine.world.advanceTime(MINUTE);
    await engine.advance(post._id);
    expect((await engine.fetchPost(post._id)).errorMessage).not.toBeNull();
    expect(await engine.deliverEmails()).toHaveLength(2);
  });

  test('is one email for all posts when Instagram restricts the account', async () => {
    const posts = [await aPost(), await aPost(), await aPost()];
    await engine.world.sandbox.fault('create', '25/2207050');
    await engine.runSteps(posts, 3, MINUTE);
    for (const { _id } of posts) {
      expect(await engine.fetchPost(_id)).toMatchObject({
        status: 'scheduled',
        errorAction: 'try_again',
        errorMessage: expect.stringMatching(/Abra o Instagram/),
      });
    }
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Abra o Instagram');
    expect(await engine.ledger()).toEqual([]);
  });

  test('does not affect other accounts', async () => {
    const mine = await aPost(10 * MINUTE);
    await engine.world.sandbox.fault('token', '460', { username: 'atelie.barro' });
    await engine.advance(mine._id);
    const otherUser = await aUser(engine.world);
    await connect(engine.world, otherUser, 'cafe.serra');
    const theirs = await aScheduledPost(engine.world, otherUser, { dueInMs: 5 * MINUTE });
    await engine.advanceUntil(theirs._id, 'published', MINUTE, otherUser);
    expect((await engine.fetchPost(mine._id)).errorAction).toBe('reconnect');
    expect(await engine.deliverEmails(otherUser)).toEqual([]);
  });
});

describe('when Instagram refuses reads with the page token, as in May 2026', () => {
  test('the reads use the token of the owner, and the post is published on time', async () => {
    const post = await aPost(5 * MINUTE);
    await engine.advance(post._id);
    // The read with the page token fails; the next read uses the owner's token and succeeds.
    await engine.world.sandbox.fault('status', '100/33');
    await engine.world.advanceTime(1500);
    await engine.advance(post._id);
    expect(await engine.fetchPost(post._id)).toMatchObject({ ready: true, errorMessage: null });
    const [container] = await engine.containers();
    const reads = (await engine.world.sandbox.calls()).filter(
      ({ path }) => path === `/${container?.id}`,
    );
    expect(reads.map(({ status }) => status)).toEqual([400, 200]);
  });

  test('a post whose containers cannot be read for long is published as soon as they can', async () => {
    const post = await aPost(10 * MINUTE);
    await engine.advance(post._id);
    await engine.world.sandbox.fault('status', '100/33', { times: 1000 });
    await engine.runSteps([post], 45, MINUTE);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: expect.stringMatching(/^(scheduled|pending)$/),
      errorAction: 'wait',
    });
    expect(await engine.containers()).toHaveLength(5);
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('an unreadable permalink does not fail the post', async () => {
    const post = await engine.aPreparedPost();
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('permalink', '100/33', { times: 2 });
    await engine.readPermalinks();
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'published',
      errorMessage: null,
      permalink: null,
    });
    await engine.readPermalinks();
    expect((await engine.fetchPost(post._id)).permalink).toContain('/p/');
  });

  test('a post that Instagram confirms and does not show is told to its owner once', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'told-only');
    await engine.advanceToDueTime();
    await engine.readPermalinks();
    expect(await engine.deliverEmails()).toEqual([]);
    await engine.world.advanceTime(6 * MINUTE);
    await engine.readPermalinks();
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Confira o seu post das? \d\d:\d\d em @atelie\.barro$/);
    expect(mail?.text).toContain('não aparece na conta');
    await engine.world.advanceTime(6 * MINUTE);
    await engine.readPermalinks();
    expect(await engine.deliverEmails()).toHaveLength(1);
    expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'published' });
    expect(await engine.ledger()).toEqual([]);
  });

  test('a post whose medium cannot be read is not called absent while the account lists it', async () => {
    await engine.aPreparedPost();
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('permalink', '100/33', { times: 4 });
    await engine.world.advanceTime(6 * MINUTE);
    await engine.readPermalinks();
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('an unreadable permalink does not stop the reading of others', async () => {
    const posts = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('permalink', '100/33', { times: 2 });
    await engine.readPermalinks();
    const seen = await Promise.all(posts.map(({ _id }) => engine.fetchPost(_id)));
    expect(seen.filter(({ permalink }) => permalink !== null)).toHaveLength(1);
  });

  test('an account over its limit gets one read in this pass, and the remaining reads later', async () => {
    const posts = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.advanceToDueTime();
    await engine.world.sandbox.fault('permalink', '80002', { times: 1 });
    await engine.readPermalinks();
    for (const { _id } of posts) expect((await engine.fetchPost(_id)).permalink).toBeNull();
    await engine.readPermalinks();
    for (const { _id } of posts) expect((await engine.fetchPost(_id)).permalink).toContain('/p/');
  });
});

test('the account is checked, and its issue is reported, before its posts are prepared', async () => {
  const post = await aPost(30 * MINUTE);
  await raiseError(engine, '190/463', 'quota');
  await engine.advance(post._id);
  expect((await engine.fetchPost(post._id)).errorAction).toBe('reconnect');
  expect(await engine.containers()).toEqual([]);
  const marked = await sql<{ marked: boolean }>`
    select needs_reconnect as marked from instagram_connections
    where workspace_id = ${await engine.workspaceId()}`.execute(engine.world.database.db);
  expect(marked.rows).toEqual([{ marked: true }]);
});

test('an authorisation that ends after the preparation is reported half an hour before the due time', async () => {
  const post = await engine.aPreparedPost();
  const scheduledTime = new Date(engine.world.now().getTime() + 60 * MINUTE).toISOString();
  await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime }));
  await raiseError(engine, '190/463', 'quota');
  expect(await engine.untilIssue(post._id, MINUTE)).toMatchObject({
    status: 'scheduled',
    errorAction: 'reconnect',
  });
});
