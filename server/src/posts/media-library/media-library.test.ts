import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import type { LibraryFile, listMediaLibrary } from '@pontual/contract/posts/media-library.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDraft, aFormOf, aUser, dataOf, type Client } from '../../../testing/factories.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await aUser(world);
});

type Page = DataOf<typeof listMediaLibrary>;
const listFiles = async (query = '', of = client): Promise<LibraryFile[]> =>
  dataOf(await of.get<Page>(`/library${query}`)).files;
const copyToUpload = (id: string, of = client) =>
  of.post<{ uploadId: string }>(`/library/${id}/take`, {});
const draftOf = async (uploadIds: string[], of = client): Promise<Post> => {
  const form = aFormOf({ mediaType: 'IMAGE', caption: 'De novo' }, []);
  form.set('uploadIds', JSON.stringify(uploadIds));
  return dataOf(await of.saveDraft(form)).post;
};

describe('the media library', () => {
  test('lists the files of posts, newest first, and searches captions and alt texts', async () => {
    await aDraft(client, { caption: 'Caneca 100% azul' });
    await aDraft(client, { caption: 'Prato fundo', mediaType: 'REELS' });
    await sql`update post_media set alt_text = 'Uma mesa posta' where post_id in (
      select id from posts_with_publication where caption = 'Prato fundo')`.execute(
      world.database.db,
    );
    await sql`update media_files set state = 'ready'`.execute(world.database.db);
    expect(await listFiles()).toMatchObject([
      { kind: 'video', caption: 'Prato fundo', altText: 'Uma mesa posta', posts: 1 },
      { kind: 'image', width: 320, height: 320, caption: 'Caneca 100% azul', posts: 1 },
    ]);
    expect(await listFiles('?kind=image')).toHaveLength(1);
    expect(await listFiles('?q=mesa')).toMatchObject([{ kind: 'video' }]);
    expect(await listFiles('?q=100%25%20AZUL')).toMatchObject([{ kind: 'image' }]);
    expect(await listFiles('?q=%25%25')).toEqual([]);
    expect(await listFiles('?page=2')).toEqual([]);
    expect(await listFiles('', await aUser(world))).toEqual([]);
  });

  test('ignores accents and capitals in a search', async () => {
    await aDraft(client, { caption: 'PÃO de queijo' });
    for (const q of ['pao', 'Pão', 'pa\u0303o', 'QUEIJO']) {
      expect(await listFiles(`?q=${encodeURIComponent(q)}`)).toHaveLength(1);
    }
    expect(await listFiles('?q=pau')).toEqual([]);
  });

  test('refuses invalid parameters', async () => {
    for (const wrong of ['?page=0', '?kind=avatar', `?q=${'a'.repeat(101)}`]) {
      expect((await client.get(`/library${wrong}`)).status).toBe(400);
    }
  });

  test('lists equal bytes once, with the number of their posts', async () => {
    const first = await aDraft(client);
    const [file] = await listFiles();
    await draftOf([dataOf(await copyToUpload(file?._id ?? '')).uploadId]);
    expect(await listFiles()).toMatchObject([{ posts: 2, caption: 'De novo' }]);
    await client.delete(`/scheduled/${first._id}`);
    expect(await listFiles()).toMatchObject([{ posts: 1 }]);
  });
});

describe('a file that is used again', () => {
  test('outlives the post that it came from and is visible to its owner', async () => {
    const first = await aDraft(client);
    const [file] = await listFiles();
    const again = await draftOf([dataOf(await copyToUpload(file?._id ?? '')).uploadId]);
    await client.delete(`/scheduled/${first._id}`);
    const [item] = again.mediaItems;
    expect(item?.url).not.toBe(file?.url);
    expect((await fetch(`${world.url}${item?.url}`)).status).toBe(200);
    expect((await fetch(`${world.url}${file?.url}`)).status).toBe(404);
  });

  test('counts as a file like any other', async () => {
    await aDraft(client);
    const [file] = await listFiles();
    const id = file?._id ?? '';
    const both = [dataOf(await copyToUpload(id)).uploadId, dataOf(await copyToUpload(id)).uploadId];
    const form = aFormOf({ mediaType: 'CAROUSEL' }, []);
    form.set('uploadIds', JSON.stringify(both));
    expect(dataOf(await client.saveDraft(form)).post.mediaItems).toHaveLength(2);
    const many = Array.from({ length: 11 }, () => both[0] ?? '');
    form.set('uploadIds', JSON.stringify(many));
    expect((await client.saveDraft(form)).status).toBe(400);
  });

  test('must belong to the workspace and to a post', async () => {
    const post = await aDraft(client);
    const [file] = await listFiles();
    const id = file?._id ?? '';
    const refused = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await copyToUpload(id, await aUser(world))).toMatchObject(refused);
    expect(await copyToUpload(newId())).toMatchObject(refused);
    const { uploadId } = dataOf(await copyToUpload(id));
    const stranger = await aUser(world);
    const form = aFormOf({ mediaType: 'IMAGE' }, []);
    form.set('uploadIds', JSON.stringify([uploadId]));
    expect(await stranger.saveDraft(form)).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_NOT_FOUND' },
    });
    await client.delete(`/scheduled/${post._id}`);
    expect(await copyToUpload(id)).toMatchObject(refused);
  });
});
