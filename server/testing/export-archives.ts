import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { dataOf, PASSWORD, type Client } from './factories.ts';
import type { World } from './world.ts';

/** In order; throws if the ZIP is damaged or truncated. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`${fileName} is broken`);
    if (entries.has(fileName)) throw new Error(`${fileName} is there twice`);
    entries.set(fileName, content);
  }
  return entries;
}

export const requestExport = (client: Client, password = PASSWORD) =>
  client.post<{ url: string; expiresAt: string }>('/account/export', { password });

export const exportLink = async (world: World, client: Client): Promise<string> =>
  `${world.url}${dataOf(await requestExport(client)).url}`;

export async function downloadExport(world: World, client: Client): Promise<ExportArchive> {
  const response = await fetch(await exportLink(world, client));
  const entries = await unzip(Buffer.from(await response.arrayBuffer()));
  return {
    response,
    entries,
    names: [...entries.keys()],
    json: (name) => JSON.parse(entries.get(name)?.toString('utf8') ?? 'null'),
    text: (name) => entries.get(name)?.toString('utf8') ?? '',
  };
}

export interface ExportArchive {
  response: Response;
  entries: Map<string, Buffer>;
  names: string[];
  json(name: string): unknown;
  text(name: string): string;
}
