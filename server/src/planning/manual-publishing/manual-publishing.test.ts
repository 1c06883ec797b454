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

const pathOf = (postId: string, step = '') => `/scheduled/${postId}/plan-b${step}`;
const startManual = async (postId: string, owner: Client = engine.client) =>
  dataOf(await owner.post<{ post: Post }>(pathOf(postId))).post;
const checkPublished = async (postId: string) =>
  dataOf(await engine.client.post<DataOf<typeof checkManualPublication>>(pathOf(postId, '/look')));
const markPublished = (postId: string) =>
  engine.client.post<{ post: Post }>(pathOf(postId, '/published'));

/** Its owner publishes it with Instagram's own application. */
const publishManually = (caption: string, product: 'FEED' | 'STORY' = 'FEED') =>
  engine.world.sandbox.publishManually({ username: USERNAME, caption, product });

/** A post that Instagram refuses at its hour, for good. */
async function aRefusedPost(caption = 'Xícara azul, feita à mão, R$ 48') {
  const post = await engine.aPreparedPost({ caption });
  await engine.world.sandbox.fault('publish', REFUSAL);
  await engine.advanceToDueTime();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  return post;
}

/** Whoever is asked to approves what it says. */
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

/** Instagram is away for so many calls, and a post's hour passes meanwhile. */
async function anOutage(overrides: Parameters<typeof aScheduledPost>[2] = {}) {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE, ...overrides });
  await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
  await engine.runSteps([post], 14, MINUTE);
  return post;
}

describe('its owner is told, once, where all is ready for them', () => {
  test('a refusal: the one mail of the failure, and a push, lead to the page', async () => {
    const { endpoint } = await aSubscribedBrowser(engine.world, engine.client);
    const post = await aRefusedPost('Xícara azul\n\nFeita à mão #barro');
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Seu post .* não foi publicado em @atelie\.barro$/);
    expect(mail?.text).toContain(`Publicar eu mesmo: ${engine.world.url}/plan-b/${post._id}`);
    expect(mail?.text).toContain('Xícara azul\n\nFeita à mão #barro');
    // Whoever has the mail has the picture, on a phone that is logged in nowhere.
    const link = /Baixar foto: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const picture = await fetch(link);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(mail?.html).toContain(`href="${link}"`);
    expect((await fetch(link.replace(/.$/, 'x'))).status).toBe(404);
    await engine.world.services.notifications.pushDeliveries.enqueueNew('24 hours');
    await deliverPushes(engine.world);
    expect((await engine.world.sandbox.pushes(endpoint)).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        path: `/plan-b/${post._id}`,
        body: expect.stringContaining('Toque para publicar você mesmo'),
      }),
    ]);
    expect((await engine.fetchPost(post._id)).planB).toBe('offered');
  });

  test('an outage: ten minutes past the hour, while the post goes on being tried', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
    await engine.runSteps([post], 10, MINUTE);
    expect(await engine.deliverEmails()).toEqual([]);
    await engine.runSteps([post], 6, MINUTE);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/ainda não foi publicado em @atelie\.barro$/);
    expect(mail?.text).toContain(`/plan-b/${post._id}`);
    expect(mail?.text).toContain('continuamos tentando');
    expect(mail?.text).toContain('toque antes em Publicar eu mesmo, para não sair duas vezes');

    await engine.runSteps([post], 20, MINUTE);
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.deliverEmails()).toHaveLength(1);
    const { plan_b_at: told, by_hand_since: byHand } = await engine.row(post._id);
    expect([told === null, byHand]).toEqual([false, null]);
  });

  test('an account that cannot publish: at the hour, in one mail', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('token', '460');
    await engine.advanceToDueTime();
    await engine.runSteps([post], 6, MINUTE);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/plan-b/${post._id}`);
    expect(mail?.text).toContain('Conecte a conta novamente');
  });

  test('publishing that is refused again and again for a while: told, and said that it may be out', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '500-code2', { times: 1000 });
    await engine.advanceToDueTime();
    await engine.runSteps([post], 24, 30_000);
    expect(await engine.deliverEmails()).toHaveLength(1);
    await engine.runSteps([post], 60, MINUTE);
    expect((await engine.fetchPost(post._id)).status).toBe('failed');
    // An end is always told; it repeats nothing of the other.
    const mails = await engine.deliverEmails();
    expect(mails.map(({ text }) => text.includes('/plan-b/'))).toEqual([true, false]);
  });

  test('several at once: in one mail, each with its own link', async () => {
    const posts = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.world.sandbox.fault('publish', REFUSAL, { times: 2 });
    await engine.advanceToDueTime();
    await engine.runSteps(posts, 8, 30_000);
    const [mail, ...others] = await engine.deliverEmails();
    expect(others).toEqual([]);
    for (const { _id } of posts) {
      expect(mail?.text).toContain(`Publicar eu mesmo: ${engine.world.url}/plan-b/${_id}`);
      expect(mail?.html).toContain(`href="${engine.world.url}/plan-b/${_id}"`);
    }
  });

  test('a limit that passes by itself, at a time that the post says, is no matter for it', async () => {
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
    expect((await engine.row(post._id)).plan_b_at).toBeNull();
    // A story of theirs that has nothing to do with it.
    await publishManually('', 'STORY');
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(2);
    expect(
      (await engine.deliverEmails()).map(({ text }) => text.includes('/plan-b/')),
    ).not.toContain(true);
  });

  test('a file that can be changed before the hour is no matter for it', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    await engine.world.sandbox.fault('create', REFUSAL);
    await engine.advanceUntil(post._id, 'failed');
    expect((await engine.deliverEmails()).map(({ text }) => text.includes('/plan-b/'))).toEqual([
      false,
    ]);
  });
});

describe('whoever takes a post over has it for themselves', () => {
  test('nothing is tried any more, and the history and the trail tell who did', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await anOutage();
    expect(await startManual(post._id)).toMatchObject({
      status: 'failed',
      planB: 'by_hand',
      errorMessage: expect.stringContaining('A Pontual não tenta mais'),
    });
    expect((await startManual(post._id)).planB).toBe('by_hand');
    await engine.world.sandbox.clearFaults();
    await engine.runSteps([post], 10, MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    const { entries } = dataOf(await engine.client.get<DataOf<typeof readAudit>>('/people/audit'));
    const texts = entries.map(({ text }) => text).filter((text) => text.includes('assumiu'));
    expect(texts).toHaveLength(1);
    // Whoever was going to be told knows.
    expect(await engine.deliverEmails()).toEqual([]);
  });

  test('at the same time as the claim of its hour: one of them wins, and it is out once at most', async () => {
    const posts = await Promise.all([1, 2, 3, 4].map(() => engine.aPreparedPost()));
    await engine.world.database.db.updateTable('posts').set({ status: 'pending' }).execute();
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
    expect(seen.filter(({ planB }) => planB === 'by_hand')).toHaveLength(posts.length - out.length);
  });

  test.each([
    ['timeout-after-commit', 'published', 1],
    ['timeout-before-commit', 'failed', 0],
  ] as const)(
    'a call that may have gone out is read to its end first: %s',
    async (fault, status, published) => {
      const post = await engine.aPreparedPost();
      await engine.world.sandbox.fault('publish', fault);
      await engine.advanceToDueTime();
      // Whoever opens the page is asked to look before they publish.
      expect((await engine.fetchPost(post._id)).planB).toBe('resolving');
      expect((await startManual(post._id)).planB).toBe('resolving');
      expect((await checkPublished(post._id)).look).toBe('resolving');
      expect(await markPublished(post._id)).toMatchObject({ body: { code: 'POST_IN_PROGRESS' } });
      await engine.advanceUntil(post._id, status, 30_000);
      await engine.runSteps([post], 5, MINUTE);
      expect(await engine.ledger()).toHaveLength(published);
      expect(await engine.publishCalls()).toBe(1);
      expect((await engine.fetchPost(post._id)).planB).toBe(published === 1 ? null : 'by_hand');
    },
  );

  test('and gives it back by trying again, which looks at the account first', async () => {
    const post = await anOutage();
    await startManual(post._id);
    await engine.world.sandbox.clearFaults();
    dataOf(await engine.publishNow(post._id));
    await engine.advanceUntil(post._id, 'published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('only as it was approved: what was rewritten since is to be approved first', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await engine.aPreparedPost();
    await approve(post);
    await engine.world.sandbox.fault('publish', REFUSAL);
    await engine.advanceToDueTime();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect((await engine.fetchPost(post._id)).planB).toBe('offered');

    const form = aFormOf({ caption: 'Ninguém aprovou isto' });
    dataOf(await engine.client.put(`/scheduled/${post._id}`, form));
    expect((await engine.fetchPost(post._id)).planB).toBeNull();
    for (const step of ['', '/look', '/published']) {
      expect(await engine.client.post(pathOf(post._id, step))).toMatchObject({
        status: 409,
        body: { code: 'APPROVAL_NEEDED' },
      });
    }
    const { status, by_hand_since: byHand } = await engine.row(post._id);
    expect([status, byHand]).toEqual(['failed', null]);

    dataOf(await engine.client.delete(`/scheduled/${post._id}/approval`));
    expect((await startManual(post._id)).planB).toBe('by_hand');
  });

  test('before its hour nobody does', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    expect(await engine.client.post(pathOf(post._id))).toMatchObject({
      status: 409,
      body: { code: 'PLAN_B_NOT_NOW' },
    });
  });
});

describe('a post that its owner published by hand is closed, once', () => {
  test('with its link, its events and its first comment, as soon as it is seen', async () => {
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
      planB: null,
    });
    await engine.world.services.publicApi.webhookDeliveries.enqueueNew('2 minutes');
    const told = await deliveriesOf(engine.client, webhook.webhook._id);
    expect(told.filter(({ type }) => type === 'post.published')).toHaveLength(1);
    const { history } = dataOf(
      await engine.client.get<{ history: { kind: string }[] }>(`/scheduled/${post._id}`),
    );
    expect(history.filter(({ kind }) => kind === 'seen_by_hand')).toHaveLength(1);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('without a word of theirs, when they were only told', async () => {
    const post = await aRefusedPost();
    await publishManually(post.caption);
    await engine.world.advanceTime(MINUTE);
    await engine.world.services.planning.manualPostDetection.detectManualPosts();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
  });

  test('with other hashtags than it had here', async () => {
    const post = await aRefusedPost('Xícara azul, feita à mão em três dias #barro');
    await startManual(post._id);
    await publishManually('Xícara azul, feita à mão em três dias! #ceramica #feitoamao');
    expect((await checkPublished(post._id)).look).toBe('seen');
  });

  test('instead of going out once more, when Instagram is back while it is still tried', async () => {
    const post = await anOutage();
    await publishManually(post.caption);
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    expect(await engine.ledger()).toHaveLength(1);
    expect((await engine.row(post._id)).by_hand_since).not.toBeNull();
  });

  test('also when it was given another hour meanwhile', async () => {
    const post = await aRefusedPost();
    await publishManually(post.caption);
    const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
    dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
    await engine.runSteps([post], 8, 5 * MINUTE);
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each(['', '☕ #barro'])(
    'or left to its owner, where it may have lost its caption on the way: “%s”',
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

  test('or left to its owner, where nobody can tell a story from another', async () => {
    const post = await anOutage({ mediaType: 'STORIES' });
    await publishManually('', 'STORY');
    await engine.world.sandbox.clearFaults();
    await engine.advanceUntil(post._id, 'error', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('but not by what somebody else of the account published', async () => {
    const post = await aRefusedPost();
    await startManual(post._id);
    await publishManually('Aviso: fechamos mais cedo hoje');
    expect(await checkPublished(post._id)).toMatchObject({
      look: 'not_seen',
      post: { planB: 'by_hand' },
    });
  });

  test('by their word, where the account shows nothing or cannot be read', async () => {
    const post = await aRefusedPost();
    await engine.world.sandbox.fault('token', '460');
    expect((await checkPublished(post._id)).look).toBe('unreadable');
    expect(dataOf(await markPublished(post._id)).post).toMatchObject({
      status: 'published',
      permalink: null,
      planB: null,
    });
    await connect(engine.world, engine.client);
    await engine.world.advanceTime(MINUTE);
    await engine.readPermalinks();
    expect((await engine.fetchPost(post._id)).status).toBe('published');
    expect(await engine.ledger()).toEqual([]);
  });
});
