// One file, because every case needs a post that Instagram has refused or delays.
import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { readAudit } from '@pontual/contract/identity/members.ts';
import type { checkManualPublication } from '@pontual/contract/planning/manual-publishing.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { describe, expect, test } from 'vitest';
import {
  aFormOf,
  aScheduledPost,
  connect,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aWebhook, deliveriesOf } from '../../../testing/integrations.ts';
import { aSubscribedBrowser, deliverPushes } from '../../../testing/push.ts';

const engine = usePublishing();
const USERNAME = 'atelie.barro';
const REFUSAL = '36003/2207009';

const pathOf = (postId: string, step = '') => `/scheduled/${postId}/manual-publishing${step}`;
const startManual = async (postId: string, owner: Client = engine.client) =>
  dataOf(await owner.post<{ post: Post }>(pathOf(postId))).post;
const checkPublished = async (postId: string) =>
  dataOf(await engine.client.post<DataOf<typeof checkManualPublication>>(pathOf(postId, '/check')));
const markPublished = (postId: string) =>
  engine.client.post<{ post: Post }>(pathOf(postId, '/published'));

const publishManually = (caption: string, product: 'FEED' | 'STORY' = 'FEED') =>
  engine.world.sandbox.publishManually({ username: USERNAME, caption, product });

async function aRefusedPost(caption = 'Xícara azul, feita à mão, R$ 48') {
  const post = await engine.aPreparedPost({ caption });
  await engine.world.sandbox.fault('publish', REFUSAL);
  await engine.advanceToDueTime();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  return post;
}

async function approve({ _id }: Pick<Post, '_id'>) {
  const { url } = dataOf(
    await engine.client.post<{ url: string }>(`/scheduled/${_id}/approval`, {}),
  );
  const say = (path: string, json: object) =>
    request<ApprovalPreview>(engine.world, 'POST', path, {
      json: { token: new URL(url).hash.slice(1), ...json },
    });
  const { contentHash } = dataOf(await say('/approvals/read', {})).approval;
  dataOf(await say('/approvals/answer', { name: 'Ana Souza', verdict: 'approved', contentHash }));
}

async function anOutage(overrides: Parameters<typeof aScheduledPost>[2] = {}) {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE, ...overrides });
  await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
  await engine.runSteps([post], 14, MINUTE);
  return post;
}

describe('the owner is notified once of manual publishing', () => {
  test('when the post is refused: the one failure email and a push link to the page', async () => {
    const { endpoint } = await aSubscribedBrowser(engine.world, engine.client);
    const post = await aRefusedPost('Xícara azul\n\nFeita à mão #barro');
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Seu post .* não foi publicado em @atelie\.barro$/);
    expect(mail?.text).toContain(
      `Publicar eu mesmo: ${engine.world.url}/manual-publishing/${post._id}`,
    );
    expect(mail?.text).toContain('Xícara azul\n\nFeita à mão #barro');
    // The phone of the reader may have no session.
    const link = /Baixar foto: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const picture = await fetch(link);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(mail?.html).toContain(`href="${link}"`);
    expect((await fetch(link.replace(/.$/, 'x'))).status).toBe(404);
    await deliverPushes(engine.world);
    expect((await engine.world.sandbox.pushes(endpoint)).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        path: `/manual-publishing/${post._id}`,
        body: expect.stringContaining('Toque para publicar você mesmo'),
      }),
    ]);
    expect((await engine.fetchPost(post._id)).manualPublishing).toBe('offered');
  });

  test('during an outage: within ten minutes of the due time, while the attempts continue', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
    await engine.runSteps([post], 9, MINUTE);
    expect(await engine.deliverEmails()).toEqual([]);
    await engine.runSteps([post], 2, MINUTE);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/ainda não foi publicado em @atelie\.barro$/);
    expect(mail?.text).toContain(`/manual-publishing/${post._id}`);
    expect(mail?.text).toContain('continuamos tentando');
    expect(mail?.text).toContain('toque antes em Publicar eu mesmo, para não sair duas vezes');

    await engine.runSteps([post], 20, MINUTE);
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.deliverEmails()).toHaveLength(1);
    const { manual_prompted_at: promptedAt, manual_since: byHand } = await engine.row(post._id);
    expect([promptedAt === null, byHand]).toEqual([false, null]);
  });

  test('when the account cannot publish: at the due time, in one email', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('token', '460');
    await engine.advanceToDueTime();
    await engine.runSteps([post], 6, MINUTE);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/manual-publishing/${post._id}`);
    expect(mail?.text).toContain('Conecte a conta novamente');
  });

  test('when publishing keeps failing: with a note that the post may be out', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '500-code2', { times: 1000 });
    await engine.advanceToDueTime();
    await engine.runSteps([post], 24, 30_000);
    expect(await engine.deliverEmails()).toHaveLength(1);
    await engine.runSteps([post], 60, MINUTE);
    expect((await engine.fetchPost(post._id)).status).toBe('failed');
    const mails = await engine.deliverEmails();
    expect(mails.map(({ text }) => text.includes('/manual-publishing/'))).toEqual([true, false]);
  });

  test('when several posts fail: in one email with a link for each', async () => {
    const posts = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.world.sandbox.fault('publish', REFUSAL, { times: 2 });
    await engine.advanceToDueTime();
    await engine.runSteps(posts, 8, 30_000);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    for (const { _id } of posts) {
      expect(mail?.text).toContain(
        `Publicar eu mesmo: ${engine.world.url}/manual-publishing/${_id}`,
      );
      expect(mail?.html).toContain(`href="${engine.world.url}/manual-publishing/${_id}"`);
    }
  });

  test('but not for a temporary limit with a forecast on the post', async () => {
    const post = await aScheduledPost(engine.world, engine.client, {
      dueInMs: MINUTE,
      mediaType: 'STORIES',
    });
    await engine.world.sandbox.fault('create', '80002', { times: 1000 });
    await engine.runSteps([post], 16, MINUTE);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'pending',
      forecastAt: expect.any(String),
    });
    expect((await engine.row(post._id)).manual_prompted_at).toBeNull();
    await publishManually('', 'STORY');
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(2);
    expect(
      (await engine.deliverEmails()).map(({ text }) => text.includes('/manual-publishing/')),
    ).not.toContain(true);
  });

  test('but not for a file that can be changed before the due time', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    await engine.world.sandbox.fault('create', REFUSAL);
    await engine.advanceUntil(post._id, 'failed');
    expect(
      (await engine.deliverEmails()).map(({ text }) => text.includes('/manual-publishing/')),
    ).toEqual([false]);
  });
});

describe('manual publishing', () => {
  test('stops all attempts, and the history and the audit log name the owner', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await anOutage();
    expect(await startManual(post._id)).toMatchObject({
      status: 'failed',
      manualPublishing: 'manual',
      errorMessage: expect.stringContaining('A Pontual não tenta mais'),
    });
    expect((await startManual(post._id)).manualPublishing).toBe('manual');
    await engine.world.sandbox.clearFaults();
    await engine.runSteps([post], 10, MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    const { entries } = dataOf(await engine.client.get<DataOf<typeof readAudit>>('/members/audit'));
    const texts = entries.map(({ text }) => text).filter((text) => text.includes('assumiu'));
    expect(texts).toHaveLength(1);
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('and a concurrent claim exclude each other, and the post is out at most once', async () => {
    const posts = await Promise.all([1, 2, 3, 4].map(() => engine.aPreparedPost()));
    await engine.world.database.db.updateTable('publications').set({ is_pending: true }).execute();
    await engine.world.advanceTime(5 * MINUTE);
    await Promise.all([
      ...posts.map(({ _id }) => engine.client.post(pathOf(_id))),
      engine.world.services.publishing.dispatcher.run(),
    ]);
    await engine.world.services.publishing.dispatcher.settle();
    await engine.runSteps(posts, 6, MINUTE);
    const seen = await Promise.all(posts.map(({ _id }) => engine.fetchPost(_id)));
    const out = seen.filter(({ status }) => status === 'published');
    expect(await engine.ledger()).toHaveLength(out.length);
    expect(seen.filter(({ manualPublishing }) => manualPublishing === 'manual')).toHaveLength(
      posts.length - out.length,
    );
  });

  test.each([
    ['timeout-after-commit', 'published', 1],
    ['timeout-before-commit', 'failed', 0],
  ] as const)(
    'waits until a call with an unknown outcome is reconciled: %s',
    async (fault, status, published) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      expect((await engine.fetchPost(post._id)).manualPublishing).toBe('resolving');
      expect((await startManual(post._id)).manualPublishing).toBe('resolving');
      expect((await checkPublished(post._id)).look).toBe('resolving');
      expect(await markPublished(post._id)).toMatchObject({ body: { code: 'POST_IN_PROGRESS' } });
      await engine.advanceUntil(post._id, status, 30_000);
      await engine.runSteps([post], 5, MINUTE);
      expect(await engine.ledger()).toHaveLength(published);
      expect(await engine.publishCalls()).toBe(1);
      expect((await engine.fetchPost(post._id)).manualPublishing).toBe(
        published === 1 ? null : 'manual',
      );
    },
  );

  test('offers the confirmation when the outcome of a call cannot be found out', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', 'timeout-before-commit');
    await engine.advanceToDueTime();
    await startManual(post._id);
    await engine.world.sandbox.fault('status', '500-code2', { times: 1000 });
    await engine.world.advanceTime(25 * 60 * MINUTE);
    await engine.advanceUntil(post._id, 'error', MINUTE);
    expect((await engine.fetchPost(post._id)).manualPublishing).toBe('manual');
    expect(dataOf(await markPublished(post._id)).post.status).toBe('published');
  });

  test('ends with another attempt, which checks the account first', async () => {
    const post = await anOutage();
    await startManual(post._id);
    await engine.world.sandbox.clearFaults();
    dataOf(await engine.publishNow(post._id));
    await engine.advanceUntil(post._id, 'published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('requires an approval of content that was edited since', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await engine.aPreparedPost();
    await approve(post);
    await engine.world.sandbox.fault('publish', REFUSAL);
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect((await engine.fetchPost(post._id)).manualPublishing).toBe('offered');

    const form = aFormOf({ caption: 'Ninguém aprovou isto' });
    dataOf(await engine.client.put(`/scheduled/${post._id}`, form));
    expect((await engine.fetchPost(post._id)).manualPublishing).toBeNull();
    for (const step of ['', '/check', '/published']) {
      expect(await engine.client.post(pathOf(post._id, step))).toMatchObject({
        status: 409,
        body: { code: 'APPROVAL_NEEDED' },
      });
    }
    const { status, manual_since: byHand } = await engine.row(post._id);
    expect([status, byHand]).toEqual(['failed', null]);

    dataOf(await engine.client.delete(`/scheduled/${post._id}/approval`));
    expect((await startManual(post._id)).manualPublishing).toBe('manual');
  });

  test('is refused before the due time', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    expect(await engine.client.post(pathOf(post._id))).toMatchObject({
      status: 409,
      body: { code: 'MANUAL_PUBLISHING_UNAVAILABLE' },
    });
  });
});

describe('a manually published post becomes published once', () => {
  test('with its permalink, its events and its first comment, as soon as it is detected', async () => {
    await givePlan(engine.world, engine.client, 'premium');
    const webhook = await aWebhook(engine.client, 'https://programa.exemplo.com.br/pontual');
    const post = await aRefusedPost();
    await startManual(post._id);
    const { permalink } = await publishManually(post.caption);
    await engine.world.advanceTime(MINUTE);
    const { manualPostDetection } = engine.world.services.planning;
    await Promise.all([
      manualPostDetection.detectManualPosts(),
      manualPostDetection.detectManualPosts(),
      checkPublished(post._id),
    ]);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'published',
      permalink,
      errorMessage: null,
      manualPublishing: null,
    });
    await engine.world.services.publicApi.enqueueDeliveries('2 minutes');
    const deliveries = await deliveriesOf(engine.client, webhook.webhook._id);
    expect(deliveries.filter(({ type }) => type === 'post.published')).toHaveLength(1);
    const { history } = dataOf(
      await engine.client.get<{ history: { kind: string }[] }>(`/scheduled/${post._id}`),
    );
    expect(history.filter(({ kind }) => kind === 'published_manually')).toHaveLength(1);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('without an action of an owner who was only notified', async () => {
    const post = await aRefusedPost();
    await publishManually(post.caption);
    await engine.world.advanceTime(MINUTE);
    await engine.world.services.planning.manualPostDetection.detectManualPosts();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
  });

  test('with hashtags other than the stored ones', async () => {
    const post = await aRefusedPost('Xícara azul, feita à mão em três dias #barro');
    await startManual(post._id);
    await publishManually('Xícara azul, feita à mão em três dias! #ceramica #feitoamao');
    expect((await checkPublished(post._id)).look).toBe('seen');
  });

  test('instead of being published again when Instagram recovers during the attempts', async () => {
    const post = await anOutage();
    await publishManually(post.caption);
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    expect(await engine.ledger()).toHaveLength(1);
    expect((await engine.row(post._id)).manual_since).not.toBeNull();
  });

  test('also when its due time was moved meanwhile', async () => {
    const post = await aRefusedPost();
    await publishManually(post.caption);
    const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
    dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
    await engine.runSteps([post], 8, 5 * MINUTE);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each(['', '☕ #barro'])(
    'or is left to its owner when its caption may be missing on Instagram: “%s”',
    async (caption) => {
      const post = await anOutage();
      await publishManually(caption);
      await engine.world.sandbox.clearFaults();
      await engine.advanceUntil(post._id, 'error', MINUTE);
      await engine.runSteps([post], 5, MINUTE);
      expect(await engine.publishCalls()).toBe(0);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('but not by another post of ours whose outcome is not recorded yet', async () => {
    const post = await anOutage();
    await engine.world.sandbox.clearFaults();
    const other = await engine.aPreparedPost({ caption: '' });
    await engine.world.sandbox.fault('publish', 'reset-after-commit');
    await engine.advanceToDueTime();
    expect(await engine.ledger()).toHaveLength(1);
    await engine.runSteps([post], 4, 10_000);
    expect((await engine.fetchPost(post._id)).status).toBe('pending');
    await engine.advanceUntil(other._id, 'published', MINUTE);
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect((await engine.ledger()).map(({ caption }) => caption)).toEqual([null, post.caption]);
  });

  test('or is left to its owner when it is a story, because stories cannot be distinguished', async () => {
    const post = await anOutage({ mediaType: 'STORIES' });
    await publishManually('', 'STORY');
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'error', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('but not by an unrelated post on the account', async () => {
    const post = await aRefusedPost();
    await startManual(post._id);
    await publishManually('Aviso: fechamos mais cedo hoje');
    expect(await checkPublished(post._id)).toMatchObject({
      look: 'not_seen',
      post: { manualPublishing: 'manual' },
    });
  });

  test('by confirmation of its owner when the account shows nothing or cannot be read', async () => {
    const post = await aRefusedPost();
    await engine.world.sandbox.fault('token', '460');
    expect((await checkPublished(post._id)).look).toBe('unreadable');
    expect(dataOf(await markPublished(post._id)).post).toMatchObject({
      status: 'published',
      permalink: null,
      manualPublishing: null,
    });
    await connect(engine.world, engine.client);
    await engine.world.advanceTime(MINUTE);
    await engine.readPermalinks();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toEqual([]);
  });
});
