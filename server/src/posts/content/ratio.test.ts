import sharp from 'sharp';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhoto,
  aScheduledPost,
  aVideoFile,
  dataOf,
  type Client,
} from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
});
afterAll(() => world.stop());

const inAnHour = () => new Date(world.now().getTime() + 3_600_000).toISOString();
const photoOf = async (width: number, height: number) => ({
  bytes: await aPhoto(width, height),
  name: 'foto.jpg',
});
const sizesOf = ({ mediaItems }: Post) => mediaItems.map(({ width, height }) => [width, height]);

async function cornerOf(post: Post): Promise<number[]> {
  const served = await fetch(`${world.url}${post.mediaItems[0]?.url}`);
  const picture = sharp(await served.bytes()).extract({ left: 2, top: 2, width: 1, height: 1 });
  return [...(await picture.raw().toBuffer())];
}
const WHITE = [255, 255, 255];

const fitOf = (...choices: ('crop' | 'pad' | null)[]) => JSON.stringify(choices);

test('a tall picture is cropped or padded with white, by the fit mode of its owner', async () => {
  const files = [await photoOf(1000, 2000)];
  const refused = await client.schedule(
    aFormOf({ mediaType: 'IMAGE', scheduledTime: inAnHour() }, files),
  );
  expect(refused).toMatchObject({ status: 422, body: { code: 'IMAGE_RATIO' } });

  const cut = await aScheduledPost(world, client, { files, fit: fitOf('crop') });
  expect([cut.fit, sizesOf(cut)]).toEqual([['crop'], [[1000, 1250]]]);
  expect(await cornerOf(cut)).not.toEqual(WHITE);

  const padded = await aScheduledPost(world, client, { files, fit: fitOf('pad') });
  expect([padded.fit, sizesOf(padded)]).toEqual([['pad'], [[1440, 1800]]]);
  expect(await cornerOf(padded)).toEqual(WHITE);
});

test('a wide picture is brought to 1.91:1', async () => {
  const files = [await photoOf(1400, 500)];
  const cut = await aScheduledPost(world, client, { files, fit: fitOf('crop') });
  expect(sizesOf(cut)).toEqual([[955, 500]]);
  const padded = await aScheduledPost(world, client, { files, fit: fitOf('pad') });
  expect(sizesOf(padded)).toEqual([[1400, 733]]);
});

test('a story gets the ratio of the screen', async () => {
  const files = [await photoOf(1080, 1080)];
  const story = await aScheduledPost(world, client, {
    mediaType: 'STORIES',
    files,
    fit: fitOf('crop'),
  });
  expect(sizesOf(story)).toEqual([[608, 1080]]);
  const asIs = await aScheduledPost(world, client, { mediaType: 'STORIES', files });
  expect([asIs.fit, sizesOf(asIs)]).toEqual([[], [[1080, 1080]]]);
});

test('the pictures of a carousel take the ratio of its first picture and keep their alt texts', async () => {
  const files = [await photoOf(1000, 800), await photoOf(600, 1200), await aVideoFile()];
  const post = await aScheduledPost(world, client, {
    mediaType: 'CAROUSEL',
    files,
    fit: fitOf('crop', 'crop', null),
    altText: JSON.stringify(['Um', 'Dois', 'Três']),
  });
  expect(sizesOf(post)).toEqual([
    [1000, 800],
    [600, 480],
    [1080, 1920],
  ]);
  expect(post.mediaItems.map(({ altText }) => altText)).toEqual(['Um', 'Dois', 'Três']);
});

test('a new fit mode is applied to the original picture', async () => {
  const files = [await photoOf(1000, 2000)];
  const post = await aScheduledPost(world, client, {
    files,
    fit: fitOf('crop'),
    altText: JSON.stringify(['Uma torre']),
  });
  const answer = await client.put(`/scheduled/${post._id}`, aFormOf({ fit: fitOf('pad') }));
  const changed = dataOf(answer).post;
  expect(changed).toMatchObject({ fit: ['pad'], mediaItems: [{ altText: 'Uma torre' }] });
  expect(sizesOf(changed)).toEqual([[1440, 1800]]);
  const same = dataOf(
    await client.put(`/scheduled/${post._id}`, aFormOf({ fit: fitOf('pad'), caption: 'Nova' })),
  ).post;
  expect(same.mediaItems).toEqual(changed.mediaItems);
});

test('a new fit mode for one picture of a carousel adapts only that picture', async () => {
  const files = [
    await photoOf(1000, 800),
    await photoOf(600, 1200),
    await photoOf(500, 701),
    await aVideoFile(),
  ];
  const draft = await aDraft(client, {
    mediaType: 'CAROUSEL',
    files,
    fit: fitOf(null, 'crop', 'pad', null),
  });
  const { workspace_id: workspace } = await world.database.db
    .selectFrom('posts_with_publication')
    .select('workspace_id')
    .where('id', '=', draft._id)
    .executeTakeFirstOrThrow();
  const countFiles = async () => {
    const rows = await world.database.db
      .selectFrom('media_files')
      .select('id')
      .where('workspace_id', '=', workspace)
      .execute();
    return rows.length;
  };
  const urlsOf = ({ mediaItems }: Post) => mediaItems.map(({ url }) => url);
  const changeTo = async (...choices: ('crop' | 'pad' | null)[]) => {
    const form = aFormOf({ fit: fitOf(...choices) });
    return dataOf(await client.put(`/scheduled/${draft._id}`, form)).post;
  };
  const count = await countFiles();

  const padded = await changeTo(null, 'pad', 'pad', null);
  expect(sizesOf(padded)[1]).toEqual([1440, 1152]);
  expect(urlsOf(padded)).toEqual(urlsOf(draft).with(1, urlsOf(padded)[1] ?? ''));
  expect(await countFiles()).toBe(count + 1);

  const whole = await changeTo(null, null, 'pad', null);
  expect(sizesOf(whole)[1]).toEqual([600, 1200]);
  expect(await countFiles()).toBe(count + 2);

  const cut = await changeTo(null, null, 'crop', null);
  expect(sizesOf(cut)[2]).toEqual([500, 400]);
  expect(urlsOf(cut)).toEqual(urlsOf(whole).with(2, urlsOf(cut)[2] ?? ''));
  expect(await countFiles()).toBe(count + 3);
  expect((await changeTo(null, null, 'crop', null)).mediaItems).toEqual(cut.mediaItems);
  expect(await countFiles()).toBe(count + 3);
});

test('a draft stores the fit mode and applies it to new files', async () => {
  const draft = await aDraft(client, { files: [await photoOf(1000, 2000)], fit: fitOf('crop') });
  expect([draft.fit, sizesOf(draft)]).toEqual([['crop'], [[1000, 1250]]]);
  const files = [await photoOf(500, 1000)];
  const changed = dataOf(await client.put(`/scheduled/${draft._id}`, aFormOf({}, files))).post;
  expect(sizesOf(changed)).toEqual([[500, 625]]);
  const scheduled = await client.put(`/schedule/draft/${draft._id}/schedule`, {
    scheduledTime: inAnHour(),
  });
  expect(scheduled.status).toBe(200);
});

test('a new fit mode does not restore a picture that another request replaced meanwhile', async () => {
  const post = await aScheduledPost(world, client, {
    files: [await photoOf(1000, 2000)],
    fit: fitOf('crop'),
  });
  const { storage } = world.services.media;
  const asFile = storage.withLocalFile;
  storage.withLocalFile = async (sha256, act) => {
    // Another request of the owner runs between the read and the write of this one.
    storage.withLocalFile = asFile;
    const form = aFormOf({ caption: 'Outra foto' }, [await photoOf(400, 800)]);
    expect((await client.put(`/scheduled/${post._id}`, form)).status).toBe(200);
    return asFile(sha256, act);
  };
  const answer = await client.put(`/scheduled/${post._id}`, aFormOf({ fit: fitOf('pad') }));
  const changed = dataOf(answer).post;
  expect([changed.fit, changed.caption]).toEqual([['pad'], 'Outra foto']);
  expect(sizesOf(changed)).toEqual([[640, 800]]);
});

test('the pictures of a story that becomes a carousel take the ratio of the carousel', async () => {
  const draft = await aDraft(client, {
    mediaType: 'STORIES',
    files: [await photoOf(900, 900)],
    fit: fitOf('crop'),
  });
  expect(sizesOf(draft)).toEqual([[507, 900]]);
  const files = [await photoOf(1000, 800), await photoOf(600, 1200)];
  const form = aFormOf({ fit: fitOf('crop', 'crop') }, files);
  const changed = dataOf(await client.put(`/scheduled/${draft._id}`, form)).post;
  expect([changed.mediaType, sizesOf(changed)]).toEqual([
    'CAROUSEL',
    [
      [1000, 800],
      [600, 480],
    ],
  ]);
  // Such a picture was adapted to a story before the type of its post was determined.
  const { db } = world.database;
  await db
    .updateTable('posts')
    .set({ media_type: 'STORIES' })
    .where('id', '=', draft._id)
    .execute();
  await client.put(`/scheduled/${draft._id}`, aFormOf({}, [await photoOf(900, 900)]));
  await db.updateTable('posts').set({ media_type: 'IMAGE' }).where('id', '=', draft._id).execute();
  const again = await client.put(`/scheduled/${draft._id}`, aFormOf({ fit: fitOf('crop') }));
  expect(sizesOf(dataOf(again).post)).toEqual([[900, 900]]);
});

test('the original picture is stored for as long as its adapted picture', async () => {
  const post = await aDraft(client, { files: [await photoOf(900, 1800)], fit: fitOf('crop') });
  const { db } = world.database;
  const { source_sha256: source } = await db
    .selectFrom('post_media as m')
    .innerJoin('media_files as f', 'f.id', 'm.file_id')
    .select('f.source_sha256')
    .where('m.post_id', '=', post._id)
    .executeTakeFirstOrThrow();
  const collect = async () => {
    await world.advanceTime(25 * 3_600_000);
    await world.services.media.collectMedia();
    await world.advanceTime(2 * 3_600_000);
    await world.services.media.collectMedia();
    return world.services.media.storage.size(source ?? '');
  };
  expect(await collect()).toBeGreaterThan(0);
  await client.delete(`/scheduled/${post._id}`);
  expect(await collect()).toBeUndefined();
});

test('an unknown fit mode is refused', async () => {
  const form = aFormOf({ fit: '["stretch"]' }, [await photoOf(100, 100)]);
  expect(await client.saveDraft(form)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', errors: { fit: 'Ajuste de imagem inválido' } },
  });
});
