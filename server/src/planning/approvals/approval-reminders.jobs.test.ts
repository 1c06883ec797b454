import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  aDraft,
  aFormOf,
  aScheduledPost,
  aUser,
  dataOf,
  request,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { aSubscribedBrowser, deliverPushes } from '../../../testing/push.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
beforeEach(() => givePlan(engine.world, engine.client, 'pro'));

async function anAwaitingPost(dueInMs = HOUR): Promise<{ post: Post; token: string }> {
  const post = await aScheduledPost(engine.world, engine.client, { dueInMs });
  const response = await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {});
  return { post, token: new URL(dataOf(response).url).hash.slice(1) };
}

const read = async (token: string) =>
  dataOf(
    await request<ApprovalPreview>(engine.world, 'POST', '/approvals/read', { json: { token } }),
  );

async function answerLink(token: string, answer: object) {
  const { contentHash } = (await read(token)).approval;
  const json = { token, contentHash, name: 'Ana Souza', ...answer };
  return request<ApprovalPreview>(engine.world, 'POST', '/approvals/answer', { json });
}

const detail = async ({ _id }: Post) =>
  dataOf(
    await engine.client.get<{ approval: Approval; history: { text: string }[] }>(
      `/scheduled/${_id}`,
    ),
  );

test('a post whose approval is reopened before the same due time is reminded of again', async () => {
  const { post, token } = await anAwaitingPost(5 * HOUR);
  const { sendApprovalReminders } = engine.world.services.planning;
  await engine.world.advanceTime(2 * HOUR + MINUTE);
  await sendApprovalReminders();
  expect(await engine.deliverEmails()).toHaveLength(1);
  await answerLink(token, { verdict: 'approved' });
  await engine.client.put(`/scheduled/${post._id}`, aFormOf({ caption: 'Outra' }));
  await sendApprovalReminders();
  expect(await engine.deliverEmails()).toHaveLength(1);
  await engine.world.advanceTime(11 * MINUTE);
  await sendApprovalReminders();
  await sendApprovalReminders();
  expect(await engine.deliverEmails()).toHaveLength(2);
});

test('a typed name is marked as coming by the link, also when it is the name of a member', async () => {
  const { post, token } = await anAwaitingPost();
  const name = engine.client.user.email;
  await answerLink(token, { name, verdict: 'change_requested', note: 'Troque a foto' });
  const typed = `${name} (pelo link)`;
  const { approval, history } = await detail(post);
  expect(approval.answer).toMatchObject({ name: typed });
  expect(history.at(-1)?.text).toBe(`${typed} pediu uma mudança: Troque a foto`);
  expect((await engine.deliverEmails())[0]?.text).toContain(`${typed} pediu uma mudança`);
  expect((await read(token)).approval.answer).toMatchObject({ name });

  const approver = await aUser(engine.world);
  await addMember(engine.world, engine.client, approver, 'approver');
  const { contentHash } = approval;
  await approver.put(`/scheduled/${post._id}/approval`, { verdict: 'approved', contentHash });
  expect((await detail(post)).approval.answer).toMatchObject({ name: approver.user.email });
});

test('an expired post takes an answer while a worker has its lease', async () => {
  const { post, token } = await anAwaitingPost(MINUTE);
  await engine.advanceTo(post, -1000);
  await sql`update publications set lease_until = app_now() + interval '1 minute'
    where post_id = ${post._id}`.execute(engine.world.database.db);
  expect((await read(token)).isOver).toBe(false);
  expect((await answerLink(token, { verdict: 'approved' })).status).toBe(200);
  expect(await engine.fetchPost(post._id)).toMatchObject({
    status: 'draft',
    errorMessage: expect.stringContaining('Ana Souza (pelo link) aprovou este post depois da hora'),
  });
});

test('approvers are notified of an approval request, and the owner is not', async () => {
  const approver = await aUser(engine.world);
  await addMember(engine.world, engine.client, approver, 'approver');
  const { endpoint } = await aSubscribedBrowser(engine.world, approver);
  const post = await aDraft(engine.client);
  await engine.client.post(`/scheduled/${post._id}/approval`, {});
  expect(await engine.deliverEmails()).toEqual([]);
  const [mail, ...others] = await engine.world.sandbox.mail(approver.user.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('O post em @atelie.barro espera a sua aprovação');
  expect(mail?.text).toContain('A equipe de @atelie.barro pediu a sua aprovação');
  expect(mail?.html).toContain(`/schedule?post=${post._id}`);
  await deliverPushes(engine.world);
  const pushed = await engine.world.sandbox.pushes(endpoint);
  expect(pushed.map(({ payload }) => payload.title)).toEqual(['Espera a sua aprovação: um post']);
});

test('approvers are not notified of a request that is withdrawn', async () => {
  const approver = await aUser(engine.world);
  await addMember(engine.world, engine.client, approver, 'approver');
  const { post } = await anAwaitingPost();
  await engine.client.delete(`/scheduled/${post._id}/approval`);
  await engine.deliverEmails();
  expect(await engine.world.sandbox.mail(approver.user.email)).toEqual([]);
});

test('a list shows which posts await an approval', async () => {
  const { post, token } = await anAwaitingPost();
  await aScheduledPost(engine.world, engine.client, { dueInMs: 2 * HOUR });
  const waiting = async () =>
    dataOf(await engine.client.get<{ posts: Post[] }>('/scheduled')).posts.map(
      ({ awaiting }) => awaiting,
    );
  expect(await waiting()).toEqual([true, false]);
  await answerLink(token, { verdict: 'approved' });
  expect(await waiting()).toEqual([false, false]);
  await engine.client.put(`/scheduled/${post._id}`, aFormOf({ caption: 'Outra' }));
  expect(await waiting()).toEqual([true, false]);
});
