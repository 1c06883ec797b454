import type { ShownForApproval } from '@pontual/contract/approvals.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { readAudit } from '@pontual/contract/people.ts';
import type { lookForPost } from '@pontual/contract/plan-b.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { describe, expect, test } from 'vitest';
import {
  aFormOf,
  aScheduledPost,
  connect,
  dataOf,
  request,
  type Client,
} from '../testing/factories.ts';
import { MINUTE, usePublishing } from '../testing/publishing-steps.ts';
import { givePlan } from '../testing/plans.ts';
import { aWebhook, deliveriesOf } from '../testing/programs.ts';
import { aToldBrowser, workPushes } from '../testing/push.ts';

const engine = usePublishing();
const USERNAME = 'atelie.barro';
const REFUSAL = '36003/2207009';

const at = (postId: string, step = '') => `/scheduled/${postId}/plan-b${step}`;
const takeOver = async (postId: string, owner: Client = engine.client) =>
  dataOf(await owner.post<{ post: Post }>(at(postId))).post;
const look = async (postId: string) =>
  dataOf(await engine.client.post<DataOf<typeof lookForPost>>(at(postId, '/look')));
const mark = (postId: string) => engine.client.post<{ post: Post }>(at(postId, '/published'));

/** Its owner publishes it with Instagram's own application. */
const publishByHand = (caption: string, product: 'FEED' | 'STORY' = 'FEED') =>
  engine.world.sandbox.publishByHand({ username: USERNAME, caption, product });

/** A post that Instagram refuses at its hour, for good. */
async function aRefusedPost(caption = 'Xícara azul, feita à mão, R$ 48') {
  const post = await engine.aPreparedPost({ caption });
  await engine.world.sandbox.fault('publish', REFUSAL);
  await engine.letTheHourCome();
  await engine.advanceUntil(post._id, 'failed', 10_000);
  return post;
}

/** Whoever is asked to approves what it says. */
async function approve({ _id }: Pick<Post, '_id'>) {
  const { url } = dataOf(
    await engine.client.post<{ url: string }>(`/scheduled/${_id}/approval`, {}),
  );
  const say = (path: string, json: object) =>
    request<ShownForApproval>(engine.world, 'POST', path, {
      json: { token: new URL(url).hash.slice(1), ...json },
    });
  const { contentHash } = dataOf(await say('/approvals/read', {})).approval;
  dataOf(await say('/approvals/answer', { name: 'Ana Souza', verdict: 'approved', contentHash }));
}

/** Instagram is away for so many calls, and a post's hour passes meanwhile. */
async function anOutage(wish: Parameters<typeof aScheduledPost>[2] = {}) {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE, ...wish });
  await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
  await engine.work([post], 14, MINUTE);
  return post;
}

describe('its owner is told, once, where all is ready for them', () => {
  test('a refusal: the one mail of the failure, and a push, lead to the page', async () => {
    const { endpoint } = await aToldBrowser(engine.world, engine.client);
    const post = await aRefusedPost('Xícara azul\n\nFeita à mão #barro');
    const [mail, ...others] = await engine.mails();
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
    await engine.world.services.pushes.tellNews('24 hours');
    await workPushes(engine.world);
    expect((await engine.world.sandbox.pushes(endpoint)).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        path: `/plan-b/${post._id}`,
        body: expect.stringContaining('Toque para publicar você mesmo'),
      }),
    ]);
    expect((await engine.see(post._id)).planB).toBe('offered');
  });

  test('an outage: ten minutes past the hour, while the post goes on being tried', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: MINUTE });
    await engine.world.sandbox.fault('create', '500-code2', { times: 1000 });
    await engine.work([post], 10, MINUTE);
    expect(await engine.mails()).toEqual([]);
    await engine.work([post], 6, MINUTE);
    const [mail, ...others] = await engine.mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/ainda não foi publicado em @atelie\.barro$/);
    expect(mail?.text).toContain(`/plan-b/${post._id}`);
    expect(mail?.text).toContain('continuamos tentando');
    expect(mail?.text).toContain('toque antes em Publicar eu mesmo, para não sair duas vezes');

    await engine.work([post], 20, MINUTE);
    await engine.world.sandbox.noFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(1);
    expect(await engine.mails()).toHaveLength(1);
    const { plan_b_at: told, by_hand_since: byHand } = await engine.row(post._id);
    expect([told === null, byHand]).toEqual([false, null]);
  });

  test('an account that cannot publish: at the hour, in one mail', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('token', '460');
    await engine.letTheHourCome();
    await engine.work([post], 6, MINUTE);
    const [mail, ...others] = await engine.mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`/plan-b/${post._id}`);
    expect(mail?.text).toContain('Conecte a conta novamente');
  });

  test('publishing that is refused again and again for a while: told, and said that it may be out', async () => {
    const post = await engine.aPreparedPost();
    await engine.world.sandbox.fault('publish', '500-code2', { times: 1000 });
    await engine.letTheHourCome();
    await engine.work([post], 24, 30_000);
    expect(await engine.mails()).toHaveLength(1);
    await engine.work([post], 60, MINUTE);
    expect((await engine.see(post._id)).status).toBe('failed');
    // An end is always told; it repeats nothing of the other.
    const mails = await engine.mails();
    expect(mails.map(({ text }) => text.includes('/plan-b/'))).toEqual([true, false]);
  });

  test('several at once: in one mail, each with its own link', async () => {
    const posts = [await engine.aPreparedPost(), await engine.aPreparedPost()];
    await engine.world.sandbox.fault('publish', REFUSAL, { times: 2 });
    await engine.letTheHourCome();
    await engine.work(posts, 8, 30_000);
    const [mail, ...others] = await engine.mails();
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
    await engine.work([post], 16, MINUTE);
    expect(await engine.see(post._id)).toMatchObject({
      status: 'pending',
      forecastAt: expect.any(String),
    });
    expect((await engine.row(post._id)).plan_b_at).toBeNull();
    // A story of theirs that has nothing to do with it.
    await publishByHand('', 'STORY');
    await engine.world.sandbox.noFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.ledger()).toHaveLength(2);
    expect((await engine.mails()).map(({ text }) => text.includes('/plan-b/'))).not.toContain(true);
  });

  test('a file that can be changed before the hour is no matter for it', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    await engine.world.sandbox.fault('create', REFUSAL);
    await engine.advanceUntil(post._id, 'failed');
    expect((await engine.mails()).map(({ text }) => text.includes('/plan-b/'))).toEqual([false]);
  });
});

describe('whoever takes a post over has it for themselves', () => {
  test('nothing is tried any more, and the history and the trail tell who did', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await anOutage();
    expect(await takeOver(post._id)).toMatchObject({
      status: 'failed',
      planB: 'by_hand',
      errorMessage: expect.stringContaining('A Pontual não tenta mais'),
    });
    expect((await takeOver(post._id)).planB).toBe('by_hand');
    await engine.world.sandbox.noFaults();
    await engine.work([post], 10, MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    const { entries } = dataOf(await engine.client.get<DataOf<typeof readAudit>>('/people/audit'));
    const texts = entries.map(({ text }) => text).filter((text) => text.includes('assumiu'));
    expect(texts).toHaveLength(1);
    // Whoever was going to be told knows.
    expect(await engine.mails()).toEqual([]);
  });

  test('at the same time as the claim of its hour: one of them wins, and it is out once at most', async () => {
    const posts = await Promise.all([1, 2, 3, 4].map(() => engine.aPreparedPost()));
    await engine.world.database.db.updateTable('posts').set({ status: 'pending' }).execute();
    await engine.world.advanceTime(5 * MINUTE);
    await Promise.all([
      ...posts.map(({ _id }) => engine.client.post(at(_id))),
      engine.world.services.hour.run(),
    ]);
    await engine.world.services.hour.settle();
    await engine.work(posts, 6, MINUTE);
    const seen = await Promise.all(posts.map(({ _id }) => engine.see(_id)));
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
      await engine.letTheHourCome();
      // Whoever opens the page is asked to look before they publish.
      expect((await engine.see(post._id)).planB).toBe('resolving');
      expect((await takeOver(post._id)).planB).toBe('resolving');
      expect((await look(post._id)).look).toBe('resolving');
      expect(await mark(post._id)).toMatchObject({ body: { code: 'POST_IN_PROGRESS' } });
      await engine.advanceUntil(post._id, status, 30_000);
      await engine.work([post], 5, MINUTE);
      expect(await engine.ledger()).toHaveLength(published);
      expect(await engine.publishCalls()).toBe(1);
      expect((await engine.see(post._id)).planB).toBe(published === 1 ? null : 'by_hand');
    },
  );

  test('and gives it back by trying again, which looks at the account first', async () => {
    const post = await anOutage();
    await takeOver(post._id);
    await engine.world.sandbox.noFaults();
    dataOf(await engine.publishNow(post._id));
    await engine.advanceUntil(post._id, 'published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('only as it was approved: what was rewritten since is to be approved first', async () => {
    await givePlan(engine.world, engine.client, 'pro');
    const post = await engine.aPreparedPost();
    await approve(post);
    await engine.world.sandbox.fault('publish', REFUSAL);
    await engine.letTheHourCome();
    await engine.advanceUntil(post._id, 'failed', 10_000);
    expect((await engine.see(post._id)).planB).toBe('offered');

    const form = aFormOf({ caption: 'Ninguém aprovou isto' });
    dataOf(await engine.client.put(`/scheduled/${post._id}`, form));
    expect((await engine.see(post._id)).planB).toBeNull();
    for (const step of ['', '/look', '/published']) {
      expect(await engine.client.post(at(post._id, step))).toMatchObject({
        status: 409,
        body: { code: 'APPROVAL_NEEDED' },
      });
    }
    const { status, by_hand_since: byHand } = await engine.row(post._id);
    expect([status, byHand]).toEqual(['failed', null]);

    dataOf(await engine.client.delete(`/scheduled/${post._id}/approval`));
    expect((await takeOver(post._id)).planB).toBe('by_hand');
  });

  test('before its hour nobody does', async () => {
    const post = await aScheduledPost(engine.world, engine.client, { dueInMs: 20 * MINUTE });
    expect(await engine.client.post(at(post._id))).toMatchObject({
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
    await takeOver(post._id);
    const { permalink } = await publishByHand(post.caption);
    await engine.world.advanceTime(MINUTE);
    const { sightings } = engine.world.services;
    await Promise.all([sightings.lookForSought(), sightings.lookForSought(), look(post._id)]);
    expect(await engine.see(post._id)).toMatchObject({
      status: 'published',
      permalink,
      errorMessage: null,
      planB: null,
    });
    await engine.world.services.webhookDeliveries.tellNews('2 minutes');
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
    await publishByHand(post.caption);
    await engine.world.advanceTime(MINUTE);
    await engine.world.services.sightings.lookForSought();
    expect((await engine.see(post._id)).status).toBe('published');
  });

  test('with other hashtags than it had here', async () => {
    const post = await aRefusedPost('Xícara azul, feita à mão em três dias #barro');
    await takeOver(post._id);
    await publishByHand('Xícara azul, feita à mão em três dias! #ceramica #feitoamao');
    expect((await look(post._id)).look).toBe('seen');
  });

  test('instead of going out once more, when Instagram is back while it is still tried', async () => {
    const post = await anOutage();
    await publishByHand(post.caption);
    await engine.world.sandbox.noFaults();
    await engine.advanceUntil(post._id, 'published', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
    expect(await engine.ledger()).toHaveLength(1);
    expect((await engine.row(post._id)).by_hand_since).not.toBeNull();
  });

  test('also when it was given another hour meanwhile', async () => {
    const post = await aRefusedPost();
    await publishByHand(post.caption);
    const scheduledTime = new Date(engine.world.now().getTime() + 20 * MINUTE).toISOString();
    dataOf(await engine.client.put(`/scheduled/${post._id}`, aFormOf({ scheduledTime })));
    await engine.work([post], 8, 5 * MINUTE);
    expect((await engine.see(post._id)).status).toBe('published');
    expect(await engine.ledger()).toHaveLength(1);
  });

  test.each(['', '☕ #barro'])(
    'or left to its owner, where it may have lost its caption on the way: “%s”',
    async (caption) => {
      const post = await anOutage();
      await publishByHand(caption);
      await engine.world.sandbox.noFaults();
      await engine.advanceUntil(post._id, 'error', MINUTE);
      await engine.work([post], 5, MINUTE);
      expect(await engine.publishCalls()).toBe(0);
      expect(await engine.ledger()).toHaveLength(1);
    },
  );

  test('or left to its owner, where nobody can tell a story from another', async () => {
    const post = await anOutage({ mediaType: 'STORIES' });
    await publishByHand('', 'STORY');
    await engine.world.sandbox.noFaults();
    await engine.advanceUntil(post._id, 'error', MINUTE);
    expect(await engine.publishCalls()).toBe(0);
  });

  test('but not by what somebody else of the account published', async () => {
    const post = await aRefusedPost();
    await takeOver(post._id);
    await publishByHand('Aviso: fechamos mais cedo hoje');
    expect(await look(post._id)).toMatchObject({ look: 'not_seen', post: { planB: 'by_hand' } });
  });

  test('by their word, where the account shows nothing or cannot be read', async () => {
    const post = await aRefusedPost();
    await engine.world.sandbox.fault('token', '460');
    expect((await look(post._id)).look).toBe('unreadable');
    expect(dataOf(await mark(post._id)).post).toMatchObject({
      status: 'published',
      permalink: null,
      planB: null,
    });
    await connect(engine.world, engine.client);
    await engine.world.advanceTime(MINUTE);
    await engine.readPermalinks();
    expect((await engine.see(post._id)).status).toBe('published');
    expect(await engine.ledger()).toEqual([]);
  });
});
