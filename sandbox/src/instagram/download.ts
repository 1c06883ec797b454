import { FETCHER_USER_AGENT, type Robots } from './robots.ts';

const TIMEOUT_MS = 10_000;

export type Download =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'unreachable' }
  | { kind: 'forbidden' }
  | { kind: 'too-slow' }
  | { kind: 'too-large' };

/** Fetches the media at an address, and no more bytes of it than the format allows. */
export type Downloader = (address: string, maxBytes: number) => Promise<Download>;

/** Media that is handed over instead of fetched; a rejection stands for a server that is away. */
export type MediaSource = (url: string) => Promise<{ bytes: Uint8Array; type: string }>;

/** A downloader without HTTP, for a simulation that has no web server. */
export function createSourceDownloader(media: MediaSource): Downloader {
  return async (address, maxBytes) => {
    try {
      const { bytes } = await media(address);
      if (bytes.length > maxBytes) return { kind: 'too-large' };
      return { kind: 'bytes', bytes: Buffer.from(bytes) };
    } catch {
      return { kind: 'unreachable' };
    }
  };
}

/** Fetches as Instagram does: what robots.txt allows, in ten seconds, and no redirect is followed. */
export const createHttpDownloader =
  (robots: Robots): Downloader =>
  async (address, maxBytes) => {
    if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return { kind: 'unreachable' };
    if (!(await robots.allows(address))) return { kind: 'forbidden' };
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'user-agent': FETCHER_USER_AGENT },
      });
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel();
        return { kind: 'unreachable' };
      }
      return await readUpTo(response.body, maxBytes);
    } catch (error) {
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
      return { kind: timedOut ? 'too-slow' : 'unreachable' };
    }
  };

async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Download> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return { kind: 'too-large' };
    chunks.push(chunk);
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks) };
}
