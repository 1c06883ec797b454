import { buffer } from 'node:stream/consumers';
import type { Log } from '../../platform/log/log.ts';
import type { StoredMedia } from '../../media/media.repository.ts';
import type { MediaService } from '../../media/media.service.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 5000;
/** The user waits for the downloads. */
const MAX_PICTURES = 24;

/** Returns undefined when the picture is not available: a connection never fails for it. */
export async function storePicture(
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
    return response.ok ? await media.storeAvatar(Buffer.concat(chunks)) : undefined;
  } catch (error) {
    log.info({ error }, 'the picture of an account could not be stored');
    return undefined;
  }
}

export const withPictures = <Account extends { pictureUrl: string | undefined }>(
  accounts: readonly Account[],
  media: MediaService,
  log: Log,
): Promise<(Account & { picture: StoredMedia | undefined })[]> =>
  Promise.all(
    accounts.map(async (account, index) => {
      const { pictureUrl } = account;
      const isShown = pictureUrl !== undefined && index < MAX_PICTURES;
      return {
        ...account,
        picture: isShown ? await storePicture(pictureUrl, media, log) : undefined,
      };
    }),
  );

/** For a picture that no database row references yet: a media link would not find it. */
export async function dataUrlOf(
  picture: StoredMedia | undefined,
  storage: Pick<MediaStorage, 'read'>,
  log: Log,
): Promise<string | null> {
  if (picture === undefined) return null;
  try {
    const { sha256, bytes, contentType } = picture;
    const content = await buffer(await storage.read(sha256, { start: 0, end: bytes - 1 }));
    return `data:${contentType};base64,${content.toString('base64')}`;
  } catch (error) {
    log.info({ error }, 'the picture of an offered account could not be read');
    return null;
  }
}
