import type { Clock } from '../platform/clock.ts';
import { FETCHED_MEDIA_PATH } from '../platform/http/robots.ts';
import type { KeyRing } from '../platform/key-ring.ts';

export type MediaVariant = 'file' | 'thumbnail' | 'cover';

const HOUR_MS = 3_600_000;
const OWNER_LINK_MS = 24 * HOUR_MS;

/** Instagram also reads the file type from the extension of the URL. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** The container id in the link to the sample image that the server fetches at its start. */
export const SAMPLE_ID = 'sample';

export type MediaLinks = ReturnType<typeof createMediaLinks>;

/** Signed links cannot be guessed; those for the owner expire. */
export function createMediaLinks(keyRing: KeyRing, clock: Clock, publicUrl: string) {
  const ownerPayload = (fileId: string, variant: string, expires: string) =>
    `owner/${fileId}/${variant}/${expires}`;
  const containerPayload = (containerId: string) => `container/${containerId}`;

  /** Full hours, so that the browser can cache the files. */
  const ownerLinksExpireAt = () =>
    Math.ceil(clock.now().getTime() / HOUR_MS) * HOUR_MS + OWNER_LINK_MS;

  return {
    /** In ms since 1970; the links stay equal while this value does. */
    ownerLinksExpireAt,
    forOwner(fileId: string, variant: MediaVariant): string {
      const expires = String(ownerLinksExpireAt());
      const signature = keyRing.sign(ownerPayload(fileId, variant, expires));
      return `/media/f/${fileId}/${variant}/${expires}/${signature}`;
    },
    isOwnerLinkValid(link: {
      fileId: string;
      variant: string;
      expires: string;
      signature: string;
    }) {
      const { fileId, variant, expires, signature } = link;
      return (
        Number(expires) > clock.now().getTime() &&
        keyRing.verify(ownerPayload(fileId, variant, expires), signature)
      );
    },
    /** Instagram downloads from this URL; it is valid as long as the container. */
    forContainer(containerId: string, contentType: string): string {
      const signature = keyRing.sign(containerPayload(containerId));
      return `${publicUrl}${FETCHED_MEDIA_PATH}${containerId}/${signature}.${extensions[contentType] ?? 'bin'}`;
    },
    isContainerLinkValid: (containerId: string, signature: string) =>
      keyRing.verify(containerPayload(containerId), signature),
  };
}
