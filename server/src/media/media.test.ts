import { sql } from 'kysely';
import robotsParser from 'robots-parser';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  aConnectedUser,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  aVideoFile,
  type Client,
} from '../../testing/factories.ts';
import { startWorld, type World } from '../../testing/world.ts';

test('the owner link ends with its post and is not cached during a conversion', async () => {
  const world = await startWorld();
  try {
    const client = await aConnectedUser(world);
    const post = await aScheduledPost(world, client, {
      mediaType: 'REELS',
      files: [await aVideoFile()],
    });
    const [item] = post.mediaItems;
    const statusAndCaching = async (path = '') => {
      const { status, headers } = await fetch(`${world.url}${path}`);
      return [status, headers.get('cache-control')];
    };
    const cacheable = 'private, max-age=86400, immutable';
    expect(await statusAndCaching(item?.url)).toEqual([200, cacheable]);
    await sql`update media_files set state = 'converting', conversion = 'remux'`.execute(
      world.database.db,
    );
    expect(await statusAndCaching(item?.url)).toEqual([200, 'no-store']);
    expect(await statusAndCaching(item?.thumbnailUrl)).toEqual([200, cacheable]);
    expect(await statusAndCaching(item?.coverUrl ?? '')).toEqual([200, cacheable]);
    await client.delete(`/scheduled/${post._id}`);
    expect((await statusAndCaching(item?.url))[0]).toBe(404);
    expect((await statusAndCaching(item?.thumbnailUrl))[0]).toBe(404);
    expect((await statusAndCaching(item?.coverUrl ?? ''))[0]).toBe(404);
  } finally {
    await world.stop();
  }
});

test('the cover of a video is a JPEG of its size and cannot be removed from the video', async () => {
  const world = await startWorld();
  try {
    const client = await aConnectedUser(world);
    const files = [await aVideoFile()];
    const { mediaItems } = await aScheduledPost(world, client, { mediaType: 'REELS', files });
    const link = `${world.url}${mediaItems[0]?.coverUrl}`;
    const sizeOf = async (response: Response) => {
      const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
      return { format, width, height };
    };
    const cover = await fetch(link);
    expect(Object.fromEntries(cover.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await sizeOf(cover)).toEqual({ format: 'jpeg', width: 1080, height: 1920 });
    const removal = sql`update media_files set cover_sha256 = null`.execute(world.database.db);
    await expect(removal).rejects.toThrow('media_files_video_with_cover');
  } finally {
    await world.stop();
  }
});

describe('a media link for Instagram', () => {
  let world: World;
  let client: Client;
  beforeAll(async () => {
    world = await startWorld();
    client = await aConnectedUser(world);
  });
  afterAll(() => world.stop());

  async function aContainer(postId: string, position = 0): Promise<string> {
    const id = newId();
    await sql`insert into containers (id, post_id, revision, position, kind, ig_user_id, state, file_id)
      select ${id}, post_id, 1, position, 'child', '1', 'creating', file_id
      from post_media where post_id = ${postId} and position = ${position}`.execute(
      world.database.db,
    );
    return id;
  }
  const fetchOf = (containerId: string, contentType: string, init: RequestInit = {}) =>
    fetch(world.services.media.links.forContainer(containerId, contentType), init);

  test('serves the file at its position with its type, its length and byte ranges', async () => {
    const post = await aScheduledPost(world, client, {
      mediaType: 'CAROUSEL',
      files: [await aPhotoFile(), await aVideoFile()],
    });
    const [photo, video] = [await aContainer(post._id, 0), await aContainer(post._id, 1)];
    expect(world.services.media.links.forContainer(video, 'video/mp4')).toMatch(/\.mp4$/);
    expect(world.services.media.links.forContainer(video, 'video/quicktime')).toMatch(/\.mov$/);
    const first = await fetchOf(photo, 'image/jpeg');
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const head = await fetchOf(video, 'video/mp4', { method: 'HEAD' });
    const length = Number(head.headers.get('content-length'));
    expect(head.headers.get('content-type')).toBe('video/mp4');
    expect((await (await fetchOf(video, 'video/mp4')).arrayBuffer()).byteLength).toBe(length);
    const part = await fetchOf(video, 'video/mp4', { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${length}`);
  });

  test('is allowed in robots.txt for the crawler of Meta and for no other', async () => {
    const post = await aScheduledPost(world, client);
    const address = `${world.url}/robots.txt`;
    // The types of the package describe an ES module, but Node imports the function itself.
    const parse = robotsParser as unknown as typeof robotsParser.default;
    const robots = parse(address, await (await fetch(address)).text());
    const link = world.services.media.links.forContainer(await aContainer(post._id), 'image/jpeg');
    const ownerLink = `${world.url}${post.mediaItems[0]?.url}`;
    const readers = (url: string) =>
      ['facebookexternalhit/1.1', 'Googlebot', 'GPTBot'].filter((agent) =>
        robots.isAllowed(url, agent),
      );
    expect(readers(link)).toEqual(['facebookexternalhit/1.1']);
    expect(readers(ownerLink)).toEqual([]);
    expect(readers(`${world.url}/export/1/2/3`)).toEqual([]);
    // The same crawler fetches the previews of shared pages.
    expect(readers(`${world.url}/plans`)).toHaveLength(3);
  });

  test('returns 404 for a carousel parent, a wrong signature and a deleted post', async () => {
    const post = await aScheduledPost(world, client, { mediaType: 'CAROUSEL' });
    const [parent, child] = [await aContainer(post._id, 0), await aContainer(post._id, 2)];
    const { db } = world.database;
    await sql`update containers set kind = 'parent', file_id = null where id = ${parent}`.execute(
      db,
    );
    expect((await fetchOf(parent, 'image/jpeg')).status).toBe(404);
    const forged = world.services.media.links
      .forContainer(child, 'image/jpeg')
      .replace(/.\.jpg$/, 'x');
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetchOf(child, 'image/jpeg')).status).toBe(200);
    await client.delete(`/scheduled/${post._id}`);
    expect((await fetchOf(child, 'image/jpeg')).status).toBe(404);
  });

  test('serves the file of its container after the post has got another file', async () => {
    const post = await aScheduledPost(world, client);
    const old = await aContainer(post._id);
    const bytesOf = async (id: string) => (await fetchOf(id, 'image/jpeg')).bytes();
    const before = await bytesOf(old);
    await client.put(`/scheduled/${post._id}`, aFormOf({}, [await aPhotoFile()]));
    expect(await bytesOf(old)).toEqual(before);
    expect(await bytesOf(await aContainer(post._id))).not.toEqual(before);
  });
});
