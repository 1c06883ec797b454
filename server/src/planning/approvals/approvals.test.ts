// One file, because every case starts from the same post and reads it through the same link.
import type { ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import type { Approval, Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aUser,
  dataOf,
  PASSWORD,
  request,
  type Client,
} from '../../../testing/factories.ts';
import { addMember } from '../../../testing/members.ts';
import { givePlan } from '../../../testing/plans.ts';
import { MINUTE, usePublishing } from '../../../testing/publishing-steps.ts';

const engine = usePublishing();
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
beforeEach(() => givePlan(engine.world, engine.client, 'pro'));

interface ApprovalRequest {
  approval: Approval;
  url: string;
}
interface Detail {
  post: Post;
  history: { kind: string; text: string }[];
  approval: Approval | null;
}

const aPost = (dueInMs = 5 * MINUTE, fields: object = {}) =>
  aScheduledPost(engine.world, engine.client, { dueInMs, ...fields });
const requestApproval = (post: Post, renew = false, client = engine.client) =>
  client.post<ApprovalRequest>(`/scheduled/${post._id}/approval`, { renew });
const linkFor = async (post: Post, renew = false) => {
  const { url } = dataOf(await requestApproval(post, renew));
  return new URL(url).hash.slice(1);
};
const withdraw = (post: Post) =>
  engine.client.delete<{ approval: null }>(`/scheduled/${post._id}/approval`);
const detail = async (post: Post): Promise<Detail> =>
  dataOf(await engine.client.get<Detail>(`/scheduled/${post._id}`));

const read = (token: string) =>
  request<ApprovalPreview>(engine.world, 'POST', '/approvals/read', { json: { token } });
const answerLink = (token: string, json: object) =>
  request<ApprovalPreview>(engine.world, 'POST', '/approvals/answer', {
    json: { token, name: 'Ana Souza', ...json },
  });
const readApproval = async (token: string) => dataOf(await read(token));
async function approve(token: string) {
  const { contentHash } = (await readApproval(token)).approval;
  return answerLink(token, { verdict: 'approved', contentHash });
}
async function requestChange(token: string, note: string) {
  const { contentHash } = (await readApproval(token)).approval;
  return answerLink(token, { verdict: 'change_requested', contentHash, note });
}
const edit = (post: Post, fields: object) =>
  engine.client.put(`/scheduled/${post._id}`, aFormOf(fields));
const answers = async (post: Post) =>
  engine.world.database.db
    .selectFrom('approval_answers')
    .selectAll()
    .where('post_id', '=', post._id)
    .orderBy('answered_at')
    .execute();

async function erase(code: string): Promise<string | null> {
  const of = () =>
    engine.world.database.db
      .selectFrom('deletions')
      .select(['id', 'step'])
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
  await engine.world.services.privacy.deletions.run((await of()).id);
  return (await of()).step;
}

test('the preview of a photo shows its collaborators', async () => {
  const post = await aPost(5 * MINUTE, { collaborators: '["lia.azulejos"]' });
  const { post: shown } = await readApproval(await linkFor(post));
  expect(shown).toMatchObject({ mediaType: 'IMAGE', collaborators: ['lia.azulejos'] });
});

describe('a post that needs an approval', () => {
  test('is published on time after its content is approved by the link', async () => {
    const post = await aPost(5 * MINUTE, { caption: 'Três peças', firstComment: '#barro' });
    const token = await linkFor(post);
    const shown = await readApproval(token);
    expect(shown).toMatchObject({
      username: 'atelie.barro',
      post: { caption: 'Três peças', firstComment: '#barro', scheduledTime: post.scheduledTime },
      approval: { state: 'awaiting', answer: null },
      isOver: false,
    });
    expect(shown.post).not.toHaveProperty('_id');
    expect(shown.post.mediaItems).toHaveLength(1);
    await engine.runSteps([post], 3, 1500);
    expect(await approve(token)).toMatchObject({
      status: 200,
      body: { data: { approval: { state: 'approved', answer: { name: 'Ana Souza' } } } },
    });
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await engine.ledger()).toHaveLength(1);
    const { history } = await detail(post);
    expect(history.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Aprovação pedida',
        'Aprovado por Ana Souza (pelo link)',
        expect.stringMatching(/^Publicado/),
      ]),
    );
    expect((await readApproval(token)).isOver).toBe(true);
  });

  test('becomes a draft without an approval, and its owner is notified before and at the due time', async () => {
    const post = await aPost(45 * MINUTE);
    await linkFor(post);
    await engine.advanceTo(post, 29 * MINUTE);
    await engine.runSteps([post], 4, 1500);
    const [before, ...none] = await engine.deliverEmails();
    expect(none).toEqual([]);
    expect(before?.subject).toMatch(/em @atelie\.barro precisa de você$/);
    expect(before?.text).toContain('ainda não foi aprovado');
    expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'scheduled', ready: true });
    await engine.advanceTo(post);
    await engine.runSteps([post], 5, 30_000);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'draft',
      errorMessage: expect.stringContaining('A aprovação não chegou'),
    });
    expect(await engine.ledger()).toEqual([]);
    expect((await engine.deliverEmails()).at(-1)?.text).toContain('não chegou até a hora');
    expect((await sql`select from status_failures`.execute(engine.world.database.db)).rows).toEqual(
      [],
    );
  });

  test('is claimed by no worker while it is prepared and due', async () => {
    const post = await engine.aPreparedPost();
    await linkFor(post);
    await engine.advanceToDueTime();
    expect(await engine.ledger()).toEqual([]);
  });

  test('is reminded of hours ahead, once for each due time', async () => {
    const post = await aPost(5 * HOUR);
    await linkFor(post);
    const { sendApprovalReminders } = engine.world.services.planning;
    await sendApprovalReminders();
    expect(await engine.deliverEmails()).toEqual([]);
    await engine.world.advanceTime(2 * HOUR + MINUTE);
    await sendApprovalReminders();
    await sendApprovalReminders();
    const mails = await engine.deliverEmails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.html).toContain(`/schedule?post=${post._id}`);
    const scheduledTime = new Date(engine.world.now().getTime() + 2 * HOUR).toISOString();
    await edit(post, { scheduledTime });
    await sendApprovalReminders();
    expect(await engine.deliverEmails()).toHaveLength(2);
  });

  test('is published a moment after its owner withdraws the request', async () => {
    const post = await engine.aPreparedPost();
    const token = await linkFor(post);
    expect(await withdraw(post)).toMatchObject({ status: 200, body: { data: { approval: null } } });
    expect((await read(token)).body).toMatchObject({ code: 'APPROVAL_LINK_INVALID' });
    await engine.advanceUntil(post._id, 'published', 20_000);
  });

  test('is not published immediately either', async () => {
    const post = await aPost();
    await linkFor(post);
    expect(await engine.publishNow(post._id)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED' },
    });
    await withdraw(post);
    expect((await engine.publishNow(post._id)).status).toBe(202);
  });

  test('stays a draft after a late approval, and its owner is notified', async () => {
    const post = await aPost(MINUTE);
    const token = await linkFor(post);
    await engine.runSteps([post], 8, 30_000);
    expect(await engine.fetchPost(post._id)).toMatchObject({ status: 'draft' });
    await engine.deliverEmails();
    await approve(token);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      status: 'draft',
      errorMessage: expect.stringContaining(
        'Ana Souza (pelo link) aprovou este post depois da hora',
      ),
    });
    expect((await engine.deliverEmails()).at(-1)?.text).toContain('depois da hora');
    const scheduledTime = new Date(engine.world.now().getTime() + 5 * MINUTE).toISOString();
    await engine.client.put(`/schedule/draft/${post._id}/schedule`, { scheduledTime });
    await engine.advanceUntil(post._id, 'published', 20_000);
  });
});

describe('an approval covers exact content', () => {
  const changes: Record<string, object> = {
    caption: { caption: 'Outra' },
    'first comment': { firstComment: 'Outro' },
    'alternative text': { altText: JSON.stringify(['Uma xícara']) },
    place: { locationId: '213385402' },
  };
  test.each(Object.entries(changes))('another %s needs another approval', async (_what, fields) => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    await approve(token);
    expect((await edit(post, fields)).status).toBe(200);
    const after = await detail(post);
    expect(after.approval).toMatchObject({ state: 'awaiting', answer: null });
    expect(after.history.at(-1)?.kind).toBe('approval_reopened');
    await engine.advanceTo(post);
    await engine.runSteps([post], 6, 30_000);
    expect(await engine.ledger()).toEqual([]);
  });

  test('another file needs another approval, by the same link', async () => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    await approve(token);
    await engine.client.put(`/scheduled/${post._id}`, aFormOf({}, [await aPhotoFile('nova.jpg')]));
    expect((await readApproval(token)).approval).toMatchObject({ state: 'awaiting' });
    expect((await approve(token)).status).toBe(200);
    await engine.advanceTo(post, 10 * MINUTE);
    await engine.advanceUntil(post._id, 'published', 30_000);
  });

  test('another due time with the same content needs no other approval', async () => {
    const post = await aPost(HOUR);
    await approve(await linkFor(post));
    const scheduledTime = new Date(engine.world.now().getTime() + 2 * HOUR).toISOString();
    await edit(post, { scheduledTime, caption: post.caption });
    expect((await detail(post)).approval).toMatchObject({ state: 'approved' });
  });

  test('an answer to outdated content is refused', async () => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    const { contentHash } = (await readApproval(token)).approval;
    await edit(post, { caption: 'Outra' });
    expect(await answerLink(token, { verdict: 'approved', contentHash })).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_CHANGED' },
    });
    expect(await answers(post)).toEqual([]);
  });

  test('an edit concurrent with an approval leaves the post unapproved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const post = await aPost(HOUR);
      const token = await linkFor(post);
      const { contentHash } = (await readApproval(token)).approval;
      await Promise.all([
        answerLink(token, { verdict: 'approved', contentHash }),
        edit(post, { caption: `Outra ${round}` }),
      ]);
      const { approval } = await detail(post);
      const row = await engine.row(post._id);
      expect(approval?.state).toBe('awaiting');
      expect(row.awaiting_since).not.toBeNull();
    }
  });

  test('each answer is stored with the content snapshot, the name and the verdict', async () => {
    const draft = await aDraft(engine.client, { caption: 'Vaso azul' });
    const token = await linkFor(draft);
    await requestChange(token, 'Troque a foto');
    await edit(draft, { caption: 'Vaso verde' });
    await approve(token);
    const [first, second] = await answers(draft);
    expect(first).toMatchObject({
      name: 'Ana Souza',
      verdict: 'change_requested',
      note: 'Troque a foto',
      seen: { caption: 'Vaso azul', media: [{ sha256: expect.any(String) }] },
    });
    expect(second).toMatchObject({ verdict: 'approved', seen: { caption: 'Vaso verde' } });
    expect(first?.content_hash).not.toBe(second?.content_hash);
  });
});

describe('a change request', () => {
  test('is shown to the owner in the words of the approver', async () => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    expect((await requestChange(token, 'Troque “azul” por “verde”')).status).toBe(200);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: 'Ana Souza (pelo link) pediu uma mudança: “Troque “azul” por “verde””',
      errorAction: 'edit',
    });
    expect((await engine.deliverEmails())[0]?.text).toContain('Troque “azul” por “verde”');
    await edit(post, { caption: 'Vaso verde' });
    expect(await engine.fetchPost(post._id)).toMatchObject({ errorMessage: null });
    expect((await detail(post)).approval).toMatchObject({ state: 'awaiting' });
  });

  test('stays the issue of the post until the next edit, also while the post is prepared', async () => {
    const post = await engine.aPreparedPost();
    await requestChange(await linkFor(post), 'O preço mudou');
    await engine.runSteps([post], 4, MINUTE);
    expect(await engine.fetchPost(post._id)).toMatchObject({
      errorMessage: 'Ana Souza (pelo link) pediu uma mudança: “O preço mudou”',
    });
  });

  test('revokes an approval before the post is claimed', async () => {
    const post = await engine.aPreparedPost();
    const token = await linkFor(post);
    await approve(token);
    await requestChange(token, 'Espere');
    await engine.advanceToDueTime();
    expect(await engine.ledger()).toEqual([]);
  });

  test('requires a note and a name', async () => {
    const token = await linkFor(await aPost(HOUR));
    expect(await requestChange(token, '  \n ')).toMatchObject({
      status: 400,
      body: { errors: { note: 'Escreva o que precisa mudar' } },
    });
    const { contentHash } = (await readApproval(token)).approval;
    expect(await answerLink(token, { verdict: 'approved', contentHash, name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: { name: 'Escreva o seu nome' } },
    });
  });

  test('is refused after the post is published', async () => {
    const post = await engine.aPreparedPost();
    const token = await linkFor(post);
    await approve(token);
    await engine.advanceUntil(post._id, 'published', 20_000);
    expect(await requestChange(token, 'Espere')).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_OVER' },
    });
  });
});

describe('an approval link', () => {
  const refused = (message: string) => ({
    status: 404,
    body: { code: 'APPROVAL_LINK_INVALID', message: expect.stringContaining(message) },
  });

  test('stays the same until the owner renews it, and then becomes invalid', async () => {
    const post = await aPost(HOUR);
    const first = await linkFor(post);
    expect(await linkFor(post)).toBe(first);
    const second = await linkFor(post, true);
    expect(second).not.toBe(first);
    expect(await read(first)).toMatchObject(refused('não vale mais'));
    expect(await approve(second)).toMatchObject({ status: 200 });
  });

  test('is refused when it is invented, modified or signed for another post', async () => {
    const [one, other] = [await linkFor(await aPost(HOUR)), await linkFor(await aPost(HOUR))];
    const [id = '', expires = '', signature = ''] = one.split('.');
    const bent = [
      'nada',
      '..',
      `${newId()}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${other.split('.')[2]}`,
      `${one}.`,
      `${id}.${expires}.${signature.slice(1)}`,
    ];
    for (const token of bent) {
      expect(await read(token)).toMatchObject(refused('não é válido'));
      const answer = { verdict: 'approved', contentHash: 'x' };
      expect(await answerLink(token, answer)).toMatchObject(refused('não é válido'));
    }
  });

  test('expires after 30 days, and the next request creates another', async () => {
    await givePlan(engine.world, engine.client, 'premium');
    const post = await aPost(60 * DAY);
    const token = await linkFor(post);
    await engine.world.advanceTime(30 * DAY + MINUTE);
    expect(await read(token)).toMatchObject(refused('venceu'));
    const json = { email: engine.client.user.email, password: PASSWORD };
    const session = dataOf(
      await request<{ token: string }>(engine.world, 'POST', '/auth/login', { json }),
    );
    const path = `/scheduled/${post._id}/approval`;
    const again = { token: session.token, json: {} };
    const { url } = dataOf(await request<ApprovalRequest>(engine.world, 'POST', path, again));
    expect(url).not.toContain(token);
  });

  test('of a deleted post is refused', async () => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    await engine.client.delete(`/scheduled/${post._id}`);
    expect(await read(token)).toMatchObject(refused('não vale mais'));
  });

  test('requires Pro or Premium, but a pending approval still blocks its post on a smaller plan', async () => {
    const post = await engine.aPreparedPost();
    await linkFor(post);
    await givePlan(engine.world, engine.client, 'free');
    expect(await requestApproval(post)).toMatchObject({
      status: 403,
      body: { code: 'PLAN_REQUIRED' },
    });
    await engine.advanceToDueTime();
    expect(await engine.ledger()).toEqual([]);
    expect((await withdraw(post)).status).toBe(200);
  });

  test('requires a post with a file', async () => {
    const empty = await aDraft(engine.client, { caption: 'Só texto', files: [] });
    expect(await requestApproval(empty)).toMatchObject({
      status: 400,
      body: { code: 'FILE_REQUIRED' },
    });
  });
});

describe('within the workspace', () => {
  const member = async (role: 'approver' | 'viewer'): Promise<Client> => {
    const client = await aUser(engine.world);
    await addMember(engine.world, engine.client, client, role);
    return client;
  };
  const answer = (client: Client, post: Post, contentHash: string) =>
    client.put<{ approval: Approval }>(`/scheduled/${post._id}/approval`, {
      verdict: 'approved',
      contentHash,
    });

  test('an approver can approve, and a viewer cannot', async () => {
    const post = await aPost(HOUR);
    const { approval } = dataOf(await requestApproval(post));
    const viewer = await member('viewer');
    expect(await answer(viewer, post, approval.contentHash)).toMatchObject({
      status: 403,
      body: { code: 'ROLE_NOT_ALLOWED' },
    });
    const approver = await member('approver');
    expect(await requestApproval(post, false, approver)).toMatchObject({ status: 403 });
    const approved = dataOf(await answer(approver, post, approval.contentHash)).approval;
    expect(approved).toMatchObject({ state: 'approved', answer: { name: approver.user.email } });
    expect((await engine.row(post._id)).awaiting_since).toBeNull();
  });

  test('a post without a request cannot be approved', async () => {
    const post = await aPost(HOUR);
    expect(await answer(engine.client, post, 'x')).toMatchObject({ status: 404 });
  });

  test('the team sees the note of an approver, and the name is removed with the account of the approver', async () => {
    const post = await aPost(HOUR);
    const token = await linkFor(post);
    const approver = await member('approver');
    const { contentHash } = (await readApproval(token)).approval;
    await approver.put(`/scheduled/${post._id}/approval`, {
      verdict: 'change_requested',
      contentHash,
      note: 'O cliente não vai gostar',
    });
    const { email } = approver.user;
    expect((await detail(post)).approval?.answer).toMatchObject({ name: email });
    expect((await readApproval(token)).approval.answer).toMatchObject({
      name: 'alguém da equipe',
      note: null,
    });
    const { code } = dataOf(
      await approver.post<{ code: string }>('/account/deletion', { password: PASSWORD }),
    );
    expect(await erase(code)).toBeNull();
    const stored = [await detail(post), await answers(post), await engine.row(post._id)];
    expect(JSON.stringify(stored)).not.toContain(email);
    expect((await detail(post)).approval?.answer).toMatchObject({
      name: 'alguém que excluiu a conta',
      note: 'O cliente não vai gostar',
    });
  });
});
