import type { User } from '@pontual/contract/identity/auth.ts';
import type { BatchDuplicates, DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aDrawing,
  toUploadFile,
  flipBits,
  fakeFingerprint,
  fingerprintImage,
} from '../../../testing/fingerprint-images.ts';
import {
  aConnectedUser,
  aDraft,
  aScheduledPost,
  aUser,
  connectAnother,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { givePlan } from '../../../testing/plans.ts';
import { insertPublishedPosts } from '../../../testing/published-posts.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const CUPS = 'Chegou a fornada de canecas esmaltadas em azul, feitas à mão no ateliê. #barro';
const PLATES = 'Pratos fundos em verde, com esmalte de cinza, só até sábado na loja';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
  await givePlan(world, client, 'pro');
});

interface Row {
  caption?: string;
  pictures?: number[];
}
const ask = (rows: readonly Row[], fingerprints: readonly string[] = [], overrides: object = {}) =>
  client.post<{ posts: BatchDuplicates[] }>('/bulk/similar', {
    posts: rows.map(({ caption = '', pictures = [] }) => ({ caption, pictures })),
    fingerprints,
    ...overrides,
  });
const findDuplicates = async (...input: Parameters<typeof ask>) =>
  dataOf(await ask(...input)).posts;

const aScheduled = (caption: string, overrides: object = {}) =>
  aScheduledPost(world, client, { caption, dueInMs: HOUR, ...overrides });
const noDuplicates = { post: null, other: null };

async function fingerprintAll(): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await world.services.media.fingerprintNewMedia();
}

describe('rows that duplicate existing posts', () => {
  test('get a result each, with the due time; the other rows get none', async () => {
    const cups = await aScheduled(CUPS);
    const rows = [{ caption: PLATES }, { caption: `${CUPS} Hoje!` }, { caption: 'Bom dia' }];
    expect(await findDuplicates(rows)).toMatchObject([
      noDuplicates,
      {
        post: {
          _id: cups._id,
          scheduledTime: cups.scheduledTime,
          isPublished: false,
          sharesCaption: true,
          sharesMedia: false,
        },
        other: null,
      },
      noDuplicates,
    ]);
  });

  test('get the nearest post: one that shares picture and caption, otherwise the latest', async () => {
    const both = await aScheduled(CUPS, {
      files: [toUploadFile(await aDrawing(5))],
      dueInMs: HOUR,
    });
    await aScheduled(CUPS, { dueInMs: 2 * HOUR });
    const last = await aScheduled(CUPS, { dueInMs: 3 * HOUR });
    await fingerprintAll();
    const shown = await fingerprintImage(await aDrawing(5));
    const [withPicture, words] = await findDuplicates(
      [{ caption: CUPS, pictures: [0] }, { caption: CUPS }],
      [shown],
    );
    expect(withPicture?.post).toMatchObject({ _id: both._id, sharesMedia: true });
    expect(words?.post).toMatchObject({ _id: last._id, sharesMedia: false });
  });

  test('get a post with a similar picture, also without a caption', async () => {
    const before = await aScheduled('Vaso', { files: [toUploadFile(await aDrawing(6))] });
    await fingerprintAll();
    const shown = [
      await fingerprintImage(await aDrawing(7)),
      await fingerprintImage(await aDrawing(6)),
    ];
    const rows = [{ pictures: [0] }, { pictures: [0, 1] }];
    expect(await findDuplicates(rows, shown)).toMatchObject([
      { post: null },
      { post: { _id: before._id, sharesMedia: true, sharesCaption: false } },
    ]);
  });

  test('get no drafts and no posts of other workspaces', async () => {
    await aDraft(client, { caption: CUPS });
    const other = await aConnectedUser(world);
    await aScheduledPost(world, other, { caption: CUPS, dueInMs: HOUR });
    expect(await findDuplicates([{ caption: CUPS }])).toEqual([noDuplicates]);
    const { user } = dataOf(await other.get<{ user: User }>('/auth/me'));
    const instagramAccountId = user.instagramAccountId ?? '';
    expect(await findDuplicates([{ caption: CUPS }], [], { instagramAccountId })).toEqual([
      noDuplicates,
    ]);
    const alone = { caption: CUPS, instagramAccountId };
    expect(dataOf(await client.post('/scheduled/similar', alone))).toEqual({ similar: [] });
  });

  test('get posts of the chosen account only', async () => {
    await givePlan(world, client, 'premium');
    await connectAnother(world, client, 'cafe.serra');
    const { accounts } = dataOf(
      await client.get<{ accounts: { instagramAccountId: string }[] }>('/instagram/accounts'),
    );
    const instagramAccountId = accounts[1]?.instagramAccountId ?? '';
    const there = await aScheduled(CUPS, { instagramAccountId });
    expect(await findDuplicates([{ caption: CUPS }])).toEqual([noDuplicates]);
    expect(await findDuplicates([{ caption: CUPS }], [], { instagramAccountId })).toMatchObject([
      { post: { _id: there._id } },
    ]);
  });
});

describe('rows that duplicate one another', () => {
  test('name the first earlier row with a similar caption', async () => {
    const rows = [PLATES, CUPS, 'Bom dia', `${CUPS} Hoje!`, CUPS].map((caption) => ({ caption }));
    const other = { index: 1, sharesCaption: true, sharesMedia: false };
    expect((await findDuplicates(rows)).map((row) => row.other)).toEqual([
      null,
      null,
      null,
      other,
      other,
    ]);
  });

  test('name the earlier row with a similar picture, unless it shows the same file', async () => {
    const shown = [
      await fingerprintImage(await aDrawing(8)),
      await fingerprintImage(await aDrawing(8)),
    ];
    const rows = [{ pictures: [0] }, { pictures: [0] }, { pictures: [1] }];
    const other = { index: 0, sharesCaption: false, sharesMedia: true };
    expect((await findDuplicates(rows, shown)).map((row) => row.other)).toEqual([
      null,
      null,
      other,
    ]);
  });
});

describe('a whole batch', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      caption: `Peça número ${at} da fornada de outono, com esmalte ${at * 7}`,
      pictures: Array<number>(10).fill(at),
    }));
  const files = Array.from({ length: 300 }, (_, at) => fakeFingerprint(at));

  test('is compared with many similar posts while other requests are served', async () => {
    const posts = Array.from({ length: 2000 }, (_, at) => ({
      caption: `Outra ${at}`,
      fingerprint: flipBits(fakeFingerprint(at % 50), 1 + (at % 26)),
    }));
    const ids = await insertPublishedPosts(world, client, posts);
    const other = await aUser(world);
    const batch = findDuplicates(rows(100), files);
    const answered = other.get('/auth/me');
    const first = await Promise.race([batch.then(() => 'the batch'), answered.then(() => 'other')]);
    expect(first).toBe('other');
    expect((await answered).status).toBe(200);
    const found = await batch;
    expect(found.map(({ post }) => post?._id ?? null)).toEqual(
      rows(100).map((_, at) => (at < 50 ? ids[at] : null)),
    );
    expect(found[0]?.post).toMatchObject({ sharesMedia: true, sharesCaption: false });
  });

  test('is limited to the size of a batch, and a row to the size of a carousel', async () => {
    expect((await ask(rows(101), files)).status).toBe(400);
    expect((await ask(rows(1), [...files, fakeFingerprint(300)])).status).toBe(400);
    expect((await ask([{ caption: CUPS, pictures: [299] }])).status).toBe(200);
    expect((await ask([{ caption: CUPS, pictures: [300] }])).status).toBe(400);
    expect((await ask([{ pictures: Array<number>(11).fill(0) }], files)).status).toBe(400);
  });
});

test.each([
  [26, true],
  [27, false],
])(
  'a picture with %i different points is a duplicate for a post and for a batch: %s',
  async (points, isAlike) => {
    const [before] = await insertPublishedPosts(world, client, [
      { caption: 'Vaso', fingerprint: fakeFingerprint(1) },
      { caption: 'Prato', fingerprint: fakeFingerprint(2) },
    ]);
    const fingerprint = flipBits(fakeFingerprint(1), points, 100);
    const found = isAlike ? [before] : [];
    const single = await client.post<{ similar: DuplicatePost[] }>('/scheduled/similar', {
      fingerprints: [fingerprint],
    });
    expect(dataOf(single).similar.map(({ _id }) => _id)).toEqual(found);
    const batch = await findDuplicates([{ pictures: [0] }], [fingerprint]);
    expect(batch.flatMap(({ post }) => post?._id ?? [])).toEqual(found);
  },
);

test('a batch query is refused below Pro', async () => {
  const free = await aUser(world);
  const body = { posts: [], fingerprints: [] };
  expect(await free.post('/bulk/similar', body)).toMatchObject({
    status: 403,
    body: { code: 'PLAN_REQUIRED' },
  });
});
