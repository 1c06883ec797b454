import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  aConnectedUser,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  type Client,
  type UploadFile,
} from '../../testing/factories.ts';
import { createObjectsRepository } from './objects.repository.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
  await sql`update workspaces set plan = 'premium'`.execute(world.database.db);
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
const collect = () => world.services.media.collectMedia();
const far = { dueInMs: 100 * 24 * HOUR };

async function keysOf(postId: string): Promise<string[]> {
  const found = await sql<{ keys: string[] }>`
    select array_remove(array[f.sha256, f.thumbnail_sha256, f.cover_sha256], null) as keys
    from post_media m join media_files f on f.id = m.file_id
    where m.post_id = ${postId}`.execute(world.database.db);
  return found.rows.flatMap(({ keys }) => keys);
}

const storedOf = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => world.services.media.storage.size(key)))).filter(
    (size) => size !== undefined,
  ).length;

const rowsOf = async (keys: readonly string[]) => {
  const { db } = world.database;
  return db
    .selectFrom('stored_objects')
    .selectAll()
    .where('key', 'in', [...keys])
    .execute();
};

async function collectAll(): Promise<void> {
  await world.advanceTime(25 * HOUR);
  await collect();
  await world.advanceTime(2 * HOUR);
  await collect();
}

test('media are deleted with their post, and those of other posts stay', async () => {
  const [gone, remaining] = [
    await aScheduledPost(world, client, far),
    await aScheduledPost(world, client, far),
  ];
  const [goneKeys, remainingKeys] = [await keysOf(gone._id), await keysOf(remaining._id)];
  expect(await storedOf(goneKeys)).toBe(2);
  await client.delete(`/scheduled/${gone._id}`);
  await collectAll();
  expect(await storedOf(goneKeys)).toBe(0);
  expect(await rowsOf(goneKeys)).toEqual([]);
  expect(await storedOf(remainingKeys)).toBe(2);
});

test('the search for unused content does not wait for a request that stores some of it', async () => {
  const { db } = world.database;
  const objects = createObjectsRepository(db);
  const [announced, unused] = [`a${newId()}`, `b${newId()}`];
  await objects.announce(new Map([announced, unused].map((key) => [key, 1])));
  await world.advanceTime(25 * HOUR);
  await db.transaction().execute(async (tx) => {
    await createObjectsRepository(tx).announce(new Map([[announced, 1]]));
    await objects.markUnreferenced();
  });
  const marked = (await rowsOf([announced, unused])).filter((row) => row.removing_since !== null);
  expect(marked.map(({ key }) => key)).toEqual([unused]);
});

test('the cover of a video is stored as long as its post', async () => {
  const options = { ...far, mediaType: 'REELS', files: [await aVideoFile()] } as const;
  const post = await aScheduledPost(world, client, options);
  const keys = await keysOf(post._id);
  expect(new Set(keys).size).toBe(3);
  await collectAll();
  expect(await storedOf(keys)).toBe(3);
  await client.delete(`/scheduled/${post._id}`);
  await collectAll();
  expect(await storedOf(keys)).toBe(0);
  expect(await rowsOf(keys)).toEqual([]);
});

test('content that two posts share is deleted with the last of them', async () => {
  const files: UploadFile[] = [await aPhotoFile()];
  const posts = [
    await aScheduledPost(world, client, { ...far, files }),
    await aScheduledPost(world, client, { ...far, files }),
  ];
  const [first, second] = posts.map(({ _id }) => _id);
  const keys = await keysOf(first ?? '');
  expect(await keysOf(second ?? '')).toEqual(keys);
  await client.delete(`/scheduled/${first}`);
  await collectAll();
  expect(await storedOf(keys)).toBe(2);
  await client.delete(`/scheduled/${second}`);
  await collectAll();
  expect(await storedOf(keys)).toBe(0);
});

test('the file of a live container stays until Instagram can no longer download it', async () => {
  const post = await aScheduledPost(world, client, far);
  const keys = await keysOf(post._id);
  const containerId = newId();
  const { db } = world.database;
  await sql`insert into containers (id, post_id, revision, kind, ig_user_id, state, file_id)
    select ${containerId}, post_id, 1, 'single', '1', 'processing', file_id
    from post_media where post_id = ${post._id}`.execute(db);
  await client.put(`/scheduled/${post._id}`, aFormOf({}, [await aPhotoFile()]));
  await world.advanceTime(24 * HOUR);
  await collect();
  const fetched = await fetch(world.services.media.links.forContainer(containerId, 'image/jpeg'));
  expect(fetched.status).toBe(200);
  await sql`update containers set state = 'dead' where id = ${containerId}`.execute(db);
  await collectAll();
  expect(await storedOf(keys)).toBe(0);
});

test('a file that no post references is deleted after a day', async () => {
  const before = new Set(
    (
      await sql<{ key: string }>`select key from stored_objects`.execute(world.database.db)
    ).rows.map(({ key }) => key),
  );
  const beginning = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  const broken = { bytes: new Blob([beginning, 'x'.repeat(100)]), name: 'b.jpg' };
  const form = aFormOf({ mediaType: 'CAROUSEL' }, [await aPhotoFile(), broken]);
  expect((await client.saveDraft(form)).status).toBe(422);
  const after = await sql<{ key: string }>`select key from stored_objects`.execute(
    world.database.db,
  );
  const orphans = after.rows.map(({ key }) => key).filter((key) => !before.has(key));
  expect(await storedOf(orphans)).toBe(2);
  await world.advanceTime(23 * HOUR);
  await collect();
  await world.advanceTime(2 * HOUR);
  expect(await storedOf(orphans)).toBe(2);
  await collectAll();
  expect(await storedOf(orphans)).toBe(0);
});

test('content that is uploaded again before its deletion stays', async () => {
  const files = [await aPhotoFile()];
  const first = await aScheduledPost(world, client, { ...far, files });
  const keys = await keysOf(first._id);
  await client.delete(`/scheduled/${first._id}`);
  await world.advanceTime(25 * HOUR);
  await collect();
  expect((await rowsOf(keys)).map((row) => row.removing_since !== null)).toEqual([true, true]);
  await aScheduledPost(world, client, { ...far, files });
  await world.advanceTime(2 * HOUR);
  await collect();
  expect(await storedOf(keys)).toBe(2);
  expect((await rowsOf(keys)).map((row) => row.removing_since)).toEqual([null, null]);
});

test('an upload waits while the same content is being deleted', async () => {
  const files = [await aPhotoFile()];
  const first = await aScheduledPost(world, client, { ...far, files });
  const keys = await keysOf(first._id);
  await client.delete(`/scheduled/${first._id}`);
  const { db } = world.database;
  await sql`update stored_objects set removing_since = app_now(),
    deleting_until = app_now() + interval '5 minutes' where key = any(${keys})`.execute(db);
  let isThere = false;
  const again = aScheduledPost(world, client, { ...far, files }).then((post) => {
    isThere = true;
    return post;
  });
  await sql`delete from stored_objects where key = ${keys[1] ?? ''}`.execute(db);
  await expect.poll(async () => (await rowsOf(keys)).length).toBe(2);
  expect(isThere).toBe(false);
  await world.advanceTime(6 * 60_000);
  expect(await keysOf((await again)._id)).toEqual(keys);
  expect(await storedOf(keys)).toBe(2);
});

test('the deletion of a dead process is taken over', async () => {
  const post = await aScheduledPost(world, client, far);
  const keys = await keysOf(post._id);
  await client.delete(`/scheduled/${post._id}`);
  await collect();
  await sql`update stored_objects set removing_since = app_now() - interval '2 hours',
    deleting_until = app_now() + interval '1 minute'
    where key = any(${keys})`.execute(world.database.db);
  await collect();
  expect(await storedOf(keys)).toBe(2);
  await world.advanceTime(2 * 60_000);
  await collect();
  expect(await storedOf(keys)).toBe(0);
});

async function aRemovablePost(): Promise<string[]> {
  const post = await aScheduledPost(world, client, far);
  const keys = await keysOf(post._id);
  await client.delete(`/scheduled/${post._id}`);
  await world.advanceTime(25 * HOUR);
  await collect();
  await world.advanceTime(2 * HOUR);
  return keys;
}

test('an object that cannot be deleted does not block others and is retried', async () => {
  const keys = await aRemovablePost();
  const { storage } = world.services.media;
  const remove = storage.remove;
  storage.remove = async (key) => {
    if (key === keys[0]) throw new Error('the bucket is away');
    await remove(key);
  };
  await collect();
  storage.remove = remove;
  expect((await rowsOf(keys)).map(({ key }) => key)).toEqual([keys[0]]);
  await world.advanceTime(6 * 60_000);
  await collect();
  expect(await storedOf(keys)).toBe(0);
});

test('a slow deletion spares an object that was stored again meanwhile', async () => {
  const keys = await aRemovablePost();
  const { storage } = world.services.media;
  const remove = storage.remove;
  const removed: string[] = [];
  storage.remove = async (key) => {
    removed.push(key);
    await remove(key);
    // The claim on the other object expires and the object is stored again.
    await sql`update stored_objects
      set deleting_until = null, removing_since = null, referenced_at = app_now()
      where key = any(${keys.filter((one) => one !== key)})`.execute(world.database.db);
  };
  await collect();
  storage.remove = remove;
  expect(removed.length).toBe(1);
  expect(await storedOf(keys)).toBe(1);
});

test('a refused video keeps only its thumbnail and cover', async () => {
  const post = await aScheduledPost(world, client, {
    ...far,
    mediaType: 'REELS',
    files: [await aVideoFile()],
  });
  const [video = '', ...pictures] = await keysOf(post._id);
  await sql`update media_files set state = 'refused', refusal = 'Não dá'
    where sha256 = ${video}`.execute(world.database.db);
  await collectAll();
  expect([await storedOf([video]), await storedOf(pictures)]).toEqual([0, 2]);
});

test('a marked object that is referenced again is not deleted', async () => {
  const post = await aScheduledPost(world, client, far);
  const keys = await keysOf(post._id);
  await sql`update stored_objects set removing_since = app_now() - interval '2 hours'
    where key = any(${keys})`.execute(world.database.db);
  await collect();
  expect(await storedOf(keys)).toBe(2);
});

test('the picture of an account stays while the account is connected', async () => {
  const { db } = world.database;
  const worn = await sql<{ sha256: string }>`
    select f.sha256 from media_files f
    join instagram_connections k on k.picture_file_id = f.id`.execute(db);
  const keys = worn.rows.map(({ sha256 }) => sha256);
  expect(keys.length).toBeGreaterThan(0);
  await collectAll();
  expect(await storedOf(keys)).toBe(keys.length);
});
