import type { InstagramAccount } from '@pontual/contract/instagram/instagram.ts';
import type { DuplicatePost } from '@pontual/contract/planning/duplicates.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aDrawing,
  toUploadFile,
  fakeFingerprint,
  fingerprintImage,
} from '../../../testing/fingerprint-images.ts';
import {
  aConnectedUser,
  aDraft,
  aPhotoFile,
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
const CAPTION = 'Chegou a fornada de canecas esmaltadas em azul, feitas à mão no ateliê. #barro';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aConnectedUser(world);
  await givePlan(world, client, 'premium');
});

async function fingerprintAll(): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await world.services.media.fingerprintNewMedia();
}

const findDuplicates = async (body: object, owner = client) =>
  dataOf(await owner.post<{ similar: DuplicatePost[] }>('/scheduled/similar', body)).similar;
const ids = (found: readonly DuplicatePost[]) => found.map(({ _id }) => _id);

async function post(seed: number, caption: string) {
  const files = [toUploadFile(await aDrawing(seed))];
  return aScheduledPost(world, client, { files, caption, dueInMs: HOUR });
}

describe('a picture that was published before', () => {
  test.each([
    ['smaller and of less quality', (from: Sharp) => from.resize(640).jpeg({ quality: 55 })],
    ['a little brighter', (from: Sharp) => from.modulate({ brightness: 1.08 }).jpeg()],
    [
      'cut by a hair',
      (from: Sharp) => from.extract({ left: 6, top: 6, width: 988, height: 988 }).jpeg(),
    ],
  ])('is found when the new picture is %s', async (_how, change) => {
    const before = await post(3, 'Vaso');
    const other = await post(4, 'Prato');
    const again = await change(sharp(await aDrawing(3))).toBuffer();
    const draft = await aDraft(client, { files: [toUploadFile(again)] });
    await fingerprintAll();
    const found = await findDuplicates({ postId: draft._id });
    expect(ids(found)).toEqual([before._id]);
    expect(found[0]).toMatchObject({ sharesMedia: true, sharesCaption: false, isPublished: false });
    expect(ids(found)).not.toContain(other._id);
  });

  test('is not found by equal colours alone, nor from another workspace', async () => {
    for (let seed = 10; seed < 22; seed += 1) await post(seed, `Peça ${seed}`);
    const draft = await aDraft(client, { files: [toUploadFile(await aDrawing(30))] });
    const stranger = await aUser(world);
    const own = await aDraft(stranger, { files: [toUploadFile(await aDrawing(10))] });
    await fingerprintAll();
    expect(await findDuplicates({ postId: draft._id })).toEqual([]);
    expect(await findDuplicates({ postId: own._id }, stranger)).toEqual([]);
    expect((await stranger.post('/scheduled/similar', { postId: draft._id })).status).toBe(404);
  });

  test('is not found when it is a flat picture', async () => {
    await aScheduledPost(world, client, { files: [await aPhotoFile()], dueInMs: HOUR });
    const draft = await aDraft(client, { files: [await aPhotoFile()] });
    await fingerprintAll();
    expect(await findDuplicates({ postId: draft._id })).toEqual([]);
  });
});

describe('a caption that was published before', () => {
  test.each([
    ['word for word', CAPTION, true],
    [
      'with other hashtags, signs and one more word',
      'CHEGOU a fornada de canecas esmaltadas em azul, feitas à mão no nosso ateliê! ✨ #ceramica #novo',
      true,
    ],
    [
      'about something else',
      'Chegou a fornada de pratos fundos em verde, com esmalte de cinza',
      false,
    ],
    ['of few words', 'Chegou a fornada', false],
    ['of none', '', false],
  ])('is found only when it is similar: %s', async (_how, caption, isFound) => {
    const before = await post(1, CAPTION);
    expect(ids(await findDuplicates({ caption }))).toEqual(isFound ? [before._id] : []);
  });

  test('ranks first when the picture matches, too', async () => {
    const [words] = [await post(1, CAPTION), await post(2, `${CAPTION} Hoje.`)];
    await fingerprintAll();
    const draft = await aDraft(client, {
      files: [toUploadFile(await aDrawing(1))],
      caption: CAPTION,
    });
    await fingerprintAll();
    const [first] = await findDuplicates({ postId: draft._id });
    expect(first).toMatchObject({ _id: words._id, sharesMedia: true, sharesCaption: true });
  });
});

describe('an edited post', () => {
  test('is no duplicate of itself, whatever changes', async () => {
    const itself = await post(1, CAPTION);
    await fingerprintAll();
    const fingerprints = [await fingerprintImage(await aDrawing(1))];
    const caption = `${CAPTION} Hoje.`;
    expect(await findDuplicates({ postId: itself._id, caption, fingerprints })).toEqual([]);
    expect(ids(await findDuplicates({ caption, fingerprints }))).toEqual([itself._id]);
  });

  test('gets the posts that share the changed part, and what else they share', async () => {
    const shows = await post(1, 'Outra coisa');
    const says = await post(2, CAPTION);
    const repeats = await post(1, CAPTION);
    const itself = await post(1, 'Vaso');
    await fingerprintAll();
    const duplicates = await findDuplicates({
      postId: itself._id,
      caption: CAPTION,
      sharing: 'caption',
    });
    expect(ids(duplicates)).toEqual([repeats._id, says._id]);
    expect(duplicates[0]).toMatchObject({ sharesMedia: true, sharesCaption: true });
    const moved = { postId: itself._id, sharing: 'media' };
    expect(ids(await findDuplicates(moved))).toEqual([repeats._id, shows._id]);
  });
});

test('a caption of another account is no duplicate', async () => {
  expect(await connectAnother(world, client, 'cafe.serra')).toContain('connected=true');
  const accounts = dataOf(
    await client.get<{ accounts: InstagramAccount[] }>('/instagram/accounts'),
  ).accounts.map(({ instagramAccountId }) => instagramAccountId);
  const [first = '', second = ''] = accounts;
  const before = await post(1, CAPTION);
  const draft = await aDraft(client, { caption: CAPTION, instagramAccountId: second });
  expect(ids(await findDuplicates({ caption: CAPTION }))).toEqual([before._id]);
  expect(await findDuplicates({ caption: CAPTION, instagramAccountId: second })).toEqual([]);
  expect(await findDuplicates({ postId: draft._id })).toEqual([]);
  const moved = { postId: draft._id, instagramAccountId: first };
  expect(ids(await findDuplicates(moved))).toEqual([before._id]);
});

test('drafts are no duplicates', async () => {
  await aDraft(client, { caption: CAPTION });
  expect(await findDuplicates({ caption: CAPTION })).toEqual([]);
});

test('the one duplicate among ten thousand posts is found', async () => {
  const posts = Array.from({ length: 10_000 }, (_, at) => ({
    caption: `Peça número ${at} da fornada de outono, com esmalte ${at % 97}`,
    fingerprint: fakeFingerprint(at),
  }));
  const made = await insertPublishedPosts(world, client, posts);
  const fingerprints = Array.from({ length: 10 }, (_, at) => fakeFingerprint(9999 + at));
  expect(ids(await findDuplicates({ caption: CAPTION, fingerprints }))).toEqual(made.slice(-1));
}, 60_000);
