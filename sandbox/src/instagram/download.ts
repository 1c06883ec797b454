import { FETCHER_USER_AGENT, type Robots } from './robots.ts';

const TIMEOUT_MS = 10_000;

export type Download =
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'unreachable' }
  | { kind: 'forbidden' }
  | { kind: 'too-slow' }
  | { kind: 'too-large' };

/** Downloads the media at a URL, up to `maxBytes`. */
export type Downloader = (address: string, maxBytes: number) => Promise<Download>;

/** Provides media without HTTP; a rejection represents an unreachable server. */
export type MediaSource = (url: string) => Promise<{ bytes: Uint8Array; type: string }>;

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

/** Like Instagram, it obeys robots.txt, stops after ten seconds and follows no redirect. */
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
