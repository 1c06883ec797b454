import type { Clock } from '../platform/clock.ts';
import { FETCHED_MEDIA_PATH } from '../platform/http/robots.ts';
import type { KeyRing } from '../platform/key-ring.ts';

export type MediaVariant = 'file' | 'thumbnail' | 'cover';

const HOUR_MS = 3_600_000;
const OWNER_LINK_MS = 24 * HOUR_MS;

/** Instagram is told what a file is by the end of its address as well. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** In place of a container's id: the sample that is fetched when the server starts. */
export const SAMPLE_ID = 'sample';

export type MediaLinks = ReturnType<typeof createMediaLinks>;

/** Links to media that nobody can guess: signed, and for the owner expiring. */
export function createMediaLinks(keyRing: KeyRing, clock: Clock, publicUrl: string) {
  const ownerPayload = (fileId: string, variant: string, expires: string) =>
    `owner/${fileId}/${variant}/${expires}`;
  const containerPayload = (containerId: string) => `container/${containerId}`;

  /** Whole hours, so that the browser can cache what it has fetched. */
  const ownerLinksExpireAt = () =>
    Math.ceil(clock.now().getTime() / HOUR_MS) * HOUR_MS + OWNER_LINK_MS;

  return {
    /** When the owner's links of now end, in ms since 1970: until it changes, so does none of them. */
    ownerLinksExpireAt,
    /** Path for the owner's browser. */
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
    /** Address from which Instagram fetches what a container is made of. It dies with it. */
    forContainer(containerId: string, contentType: string): string {
      const signature = keyRing.sign(containerPayload(containerId));
      return `${publicUrl}${FETCHED_MEDIA_PATH}${containerId}/${signature}.${extensions[contentType] ?? 'bin'}`;
    },
    isContainerLinkValid: (containerId: string, signature: string) =>
      keyRing.verify(containerPayload(containerId), signature),
  };
}
