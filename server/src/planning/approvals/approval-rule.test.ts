import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { AuditEntry } from '@pontual/contract/identity/members.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  aDraft,
  aFormOf,
  aScheduledPost,
  aUser,
  dataOf,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
let editor: Client;
let approver: Client;

beforeEach(async () => {
  await givePlan(engine.world, engine.client, 'premium');
  editor = await aMemberAs('editor');
  approver = await aMemberAs('approver');
});

async function aMemberAs(role: 'editor' | 'approver'): Promise<Client> {
  const client = await aUser(engine.world);
  await addMember(engine.world, engine.client, client, role);
  return client;
}

const setRule = (otherApprover: boolean, client = engine.client) =>
  client.put<{ otherApprover: boolean }>('/approvals/rules', { otherApprover });
const aPostBy = (client: Client, dueInMs = 5 * MINUTE, fields: object = {}) =>
  aScheduledPost(engine.world, client, { dueInMs, ...fields });
const approvalOf = async ({ _id }: Post, client = engine.client): Promise<Approval | null> =>
  dataOf(await client.get<{ approval: Approval | null }>(`/scheduled/${_id}`)).approval;
async function approve(post: Post, client: Client) {
  const contentHash = (await approvalOf(post, client))?.contentHash;
  return client.put(`/scheduled/${post._id}/approval`, { verdict: 'approved', contentHash });
}
const refused = (code: string) => ({ status: 403, body: { code } });

describe('a team in which another person must approve', () => {
  beforeEach(async () => void dataOf(await setRule(true)));

  test('publishes a post only after a member who did not write it approved it', async () => {
    const post = await aPostBy(editor);
    expect(await approvalOf(post, editor)).toMatchObject({
      state: 'awaiting',
      needsOther: true,
      isYours: true,
    });
    expect(await approve(post, editor)).toMatchObject(refused('APPROVAL_BY_OTHER'));
    await engine.runSteps([post], 3, 1500);
    expect(await engine.ledger()).toEqual([]);
    expect(await approvalOf(post, approver)).toMatchObject({ isYours: false });
    expect(await approve(post, approver)).toMatchObject({ status: 200 });
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.ledger()).toHaveLength(1);
  });

  test('publishes nothing at the due time without that approval', async () => {
    const post = await aPostBy(editor);
    await engine.advanceTo(post);
    await engine.runSteps([post], 5, 30_000);
    expect(await engine.ledger()).toEqual([]);
    expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'draft' });
  });

  test('accepts no approval by its owner for a post of the owner', async () => {
    const post = await aPostBy(engine.client);
    expect(await approve(post, engine.client)).toMatchObject(refused('APPROVAL_BY_OTHER'));
  });

  test('accepts no approval by a member who edited the post last, or asked for it', async () => {
    const edited = await aPostBy(engine.client);
    await editor.put(`/scheduled/${edited._id}`, aFormOf({ caption: 'Outro texto' }));
    expect(await approve(edited, editor)).toMatchObject(refused('APPROVAL_BY_OTHER'));
    const draft = await aDraft(engine.client, { caption: 'Rascunho' });
    await editor.post(`/scheduled/${draft._id}/approval`, { renew: false });
    expect(await approvalOf(draft, editor)).toMatchObject({ isYours: true });
  });

  test('asks again after an edit of an approved post', async () => {
    const post = await aPostBy(editor);
    await approve(post, approver);
    await editor.put(`/scheduled/${post._id}`, aFormOf({ caption: 'Com outro preço' }));
    expect(await approvalOf(post)).toMatchObject({ state: 'awaiting' });
    expect(await approve(post, editor)).toMatchObject(refused('APPROVAL_BY_OTHER'));
  });

  test('refuses to dispense with the approval and to publish without it', async () => {
    const post = await aPostBy(editor);
    for (const client of [editor, engine.client]) {
      expect(await client.delete(`/scheduled/${post._id}/approval`)).toMatchObject(
        refused('APPROVAL_RULE'),
      );
    }
    expect(await editor.post('/schedule/force-publish', { postId: post._id })).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED' },
    });
  });

  test('demands it of every post of a series', async () => {
    const first = await aPostBy(editor, 60 * MINUTE, {
      repeat: JSON.stringify({
        rule: { every: 'week', weeks: 1, weekdays: [0, 1, 2, 3, 4, 5, 6] },
        until: null,
      }),
    });
    const { db } = engine.world.database;
    const rows = await db
      .selectFrom('posts as p')
      .leftJoin('approvals as a', 'a.post_id', 'p.id')
      .select(['p.id', 'a.state'])
      .where('p.created_by', '=', editor.user._id)
      .execute();
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'awaiting'));
    expect(rows.map(({ id }) => id)).toContain(first._id);
  });

  test('accepts no approval by a link, but a change request', async () => {
    const post = await aPostBy(editor);
    const { url } = dataOf(
      await editor.post<{ url: string }>(`/scheduled/${post._id}/approval`, { renew: false }),
    );
    const token = new URL(url).hash.slice(1);
    const send = <T>(path: string, json: object) =>
      request<T>(engine.world, 'POST', path, { json: { token, ...json } });
    const { contentHash } = dataOf(await send<ApprovalPreview>('/approvals/read', {})).approval;
    const answer = { name: 'Ana Souza', contentHash };
    expect(await send('/approvals/answer', { ...answer, verdict: 'approved' })).toMatchObject(
      refused('APPROVAL_BY_MEMBER'),
    );
    const note = 'Troque o preço';
    expect(
      await send('/approvals/answer', { ...answer, verdict: 'change_requested', note }),
    ).toMatchObject({ status: 200 });
  });
});

describe('the rule of the team', () => {
  test('holds the posts that are already scheduled, and ends the approvals that authors gave', async () => {
    const scheduled = await aPostBy(editor);
    const ownApproval = await aPostBy(editor);
    await editor.post(`/scheduled/${ownApproval._id}/approval`, { renew: false });
    expect(await approve(ownApproval, editor)).toMatchObject({ status: 200 });
    dataOf(await setRule(true));
    for (const post of [scheduled, ownApproval]) {
      expect(await approvalOf(post)).toMatchObject({ state: 'awaiting' });
    }
  });

  test('is set by the owner alone and is in the audit log', async () => {
    expect(await setRule(true, editor)).toMatchObject({ status: 403 });
    dataOf(await setRule(true));
    dataOf(await setRule(false));
    const { entries } = dataOf(
      await engine.client.get<{ entries: AuditEntry[] }>('/members/audit'),
    );
    expect(entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'passou a exigir a aprovação de outra pessoa para cada post',
        'deixou de exigir a aprovação de outra pessoa',
      ]),
    );
  });

  test('needs a plan with approvals to begin, and none to end', async () => {
    await givePlan(engine.world, engine.client, 'free');
    expect(await setRule(true)).toMatchObject({ status: 403, body: { code: 'PLAN_REQUIRED' } });
    expect(await setRule(false)).toMatchObject({ status: 200 });
  });

  test('leaves posts without an approval alone where it is off', async () => {
    const post = await aPostBy(editor);
    expect(await approvalOf(post)).toBeNull();
    await engine.advanceUntil(post._id, 'published', 20_000);
  });
});
