import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { dataOf, request } from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();

const CHECK_INSTAGRAM_FIRST = {
  status: 'error',
  errorMessage: expect.stringContaining('Veja no Instagram se ele está lá'),
  errorAction: 'try_again',
};

const approvalOf = async ({ _id }: Post) =>
  dataOf(await engine.client.get<{ approval: Approval | null }>(`/scheduled/${_id}`)).approval;
const manualPublishingOf = async ({ _id }: Post) => (await engine.fetchPost(_id)).manualPublishing;

async function answer(
  token: string,
  body: { verdict: 'approved' | 'change_requested'; note?: string },
) {
  const call = (path: string, json: object) =>
    request<ApprovalPreview>(engine.world, 'POST', path, { json: { token, ...json } });
  const { contentHash } = dataOf(await call('/approvals/read', {})).approval;
  dataOf(await call('/approvals/answer', { name: 'Ana Souza', contentHash, ...body }));
}

async function anUnverifiablePost() {
  await givePlan(engine.world, engine.client, 'pro');
  const post = await engine.aPreparedPost();
  const { url } = dataOf(
    await engine.client.post<{ url: string }>(`/scheduled/${post._id}/approval`, {}),
  );
  const token = new URL(url).hash.slice(1);
  await answer(token, { verdict: 'approved' });
  await engine.world.sandbox.fault('publish', 'timeout-after-commit');
  await engine.advanceToDueTime();
  await engine.world.sandbox.fault('status', '100/33', { times: 1000 });
  await engine.world.sandbox.fault('list', '500-code2', { times: 1000 });
  await engine.advanceUntil(post._id, 'error', 60 * MINUTE);
  expect(await engine.fetchPost(post._id)).toMatchObject(CHECK_INSTAGRAM_FIRST);
  return { post, token };
}

test('a change request does not hide that a post may be out, and neither does the approval after it', async () => {
  const { post, token } = await anUnverifiablePost();
  await answer(token, { verdict: 'change_requested', note: 'Troque a foto' });
  expect(await engine.fetchPost(post._id)).toMatchObject(CHECK_INSTAGRAM_FIRST);
  expect(await approvalOf(post)).toMatchObject({
    state: 'change_requested',
    answer: { note: 'Troque a foto' },
  });
  expect((await engine.deliverEmails()).at(-1)?.text).toContain('Troque a foto');
  await answer(token, { verdict: 'approved' });
  expect(await engine.fetchPost(post._id)).toMatchObject(CHECK_INSTAGRAM_FIRST);
  expect(await manualPublishingOf(post)).toBeNull();
});

test('the withdrawal of the approval request does not hide it either', async () => {
  const { post, token } = await anUnverifiablePost();
  await answer(token, { verdict: 'change_requested', note: 'Troque a foto' });
  dataOf(await engine.client.delete(`/scheduled/${post._id}/approval`));
  expect(await engine.fetchPost(post._id)).toMatchObject(CHECK_INSTAGRAM_FIRST);
  expect(await manualPublishingOf(post)).toBeNull();
  expect((await engine.client.post(`/scheduled/${post._id}/manual-publishing`)).status).toBe(409);
});
