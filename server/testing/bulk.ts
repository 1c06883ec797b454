import type { BatchLine, CheckedLine } from '@pontual/contract/planning/bulk.ts';
import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { newId } from '../src/platform/ids.ts';
import { aPhoto, type Client } from './factories.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;

export async function uploadFile(world: World, client: Client, bytes: Blob): Promise<string> {
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Blob) =>
    fetch(new URL(path, world.url), {
      method,
      headers: { authorization: `Bearer ${client.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const begun = await tus('POST', '/api/uploads', { 'upload-length': String(bytes.size) });
  const path = begun.headers.get('location') ?? '';
  const type = 'application/offset+octet-stream';
  const headers = { 'content-type': type, 'upload-offset': '0' };
  await tus('PATCH', path, headers, bytes.slice(0, bytes.size, type));
  return path.split('/').at(-1) ?? '';
}

export async function uploadPhotos(world: World, client: Client, count: number): Promise<string[]> {
  const ids = [];
  for (let left = count; left > 0; left -= 1) {
    ids.push(await uploadFile(world, client, await aPhoto(320, 320)));
  }
  return ids;
}

export const aLine = (overrides: Partial<BatchLine> = {}): BatchLine => ({
  files: 'foto.jpg',
  day: '',
  hour: '',
  type: '',
  caption: '',
  collaborators: '',
  feed: '',
  ...overrides,
});

export const checkLines = (client: Client, body: object) =>
  client.post<{ lines: CheckedLine[] }>('/bulk/check', body);

/** One picture per upload, one hour apart. */
export const aBatch = (world: World, uploadIds: readonly string[], overrides: object = {}) => ({
  key: newId(),
  uploadIds,
  posts: uploadIds.map((_, index) => ({
    mediaType: 'IMAGE',
    caption: `Post ${index + 1} do lote`,
    scheduledTime: new Date(world.now().getTime() + (index + 1) * HOUR).toISOString(),
    files: [index],
  })),
  ...overrides,
});

export const createBatch = (client: Client, body: object) =>
  client.post<{ batch: Batch }>('/bulk', body);
export const undoBatch = (client: Client, { _id }: Pick<Batch, '_id'>) =>
  client.delete<{ batch: Batch; deleted: number; notDeleted: number }>(`/bulk/${_id}`);
