import type { Log } from '../log.ts';
import type { StoredMedia } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 5000;

/** Keeps an account's picture, if it can be had: a connection never fails for it. */
export async function keepPicture(
  url: string,
  media: MediaService,
  log: Log,
): Promise<StoredMedia | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return undefined;
      chunks.push(chunk);
    }
    return response.ok ? await media.keepAvatar(Buffer.concat(chunks)) : undefined;
  } catch (error) {
    log.info({ error }, 'the picture of an account could not be kept');
    return undefined;
  }
}
