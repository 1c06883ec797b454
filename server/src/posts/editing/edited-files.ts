import { isDeepStrictEqual } from 'node:util';
import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { suggestMediaType, mediaTypesFor } from '@pontual/contract/posts/post-rules.ts';
import type { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { NewMedia } from '../../media/uploads/ingestion.ts';
import type { FileKind } from '../../media/media.rules.ts';
import type { ReceivedMedia } from '../../media/media.service.ts';
import type { ChangeDependencies } from './change.ts';
import { contentOf, applyContentInput } from '../content/content.ts';
import { adaptFiles } from '../content/adapt-files.ts';
import type { ListedMedia, ListedPost } from '../listing/posts.repository.ts';

type UpdateBody = RequestOf<typeof updatePost>['body'];

type AdaptedFile = ListedMedia | (NewMedia & { altText?: string | null });

export interface AdaptedFiles {
  adaptedFiles: readonly AdaptedFile[];
  type: MediaType;
}

/** Uses the existing files when the edit brings none. */
export async function adaptEditedFiles(
  deps: Pick<ChangeDependencies, 'media' | 'instagramLimits'>,
  post: ListedPost,
  body: UpdateBody,
  received: readonly ReceivedMedia[],
): Promise<AdaptedFiles> {
  const { fit } = applyContentInput(contentOf(post), body);
  if (received.length === 0 && body.fit === undefined)
    return { adaptedFiles: [], type: post.media_type };
  const files = received.length > 0 ? received.map((file) => file.media) : post.media;
  const type = resolveMediaType(post, files);
  const before = received.length > 0 ? [] : post.fit;
  return { adaptedFiles: await adaptFiles<AdaptedFile>(deps, type, files, { fit, before }), type };
}

/** A draft may hold files that its type does not accept; its new files then decide its type. */
function resolveMediaType(post: ListedPost, files: readonly { kind: FileKind }[]): MediaType {
  const kinds = files.map(({ kind }) => kind);
  if (post.status !== 'draft' || mediaTypesFor(kinds).includes(post.media_type))
    return post.media_type;
  return suggestMediaType(kinds);
}

export function hasSameMediaInputs(before: ListedPost, now: ListedPost): boolean {
  const facts = ({ media, media_type: type, fit, status }: ListedPost) => [
    media.map(({ fileId }) => fileId),
    type,
    fit,
    status === 'draft',
  ];
  return isDeepStrictEqual(facts(before), facts(now));
}

export function toPostMedia(file: AdaptedFile): ListedMedia {
  if ('fileId' in file) return file;
  return {
    fileId: file.id,
    kind: file.kind,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    state: file.state,
    sha256: file.sha256,
    source: file.source,
    progress: 0,
    readyInMs: null,
    refusal: null,
    altText: file.altText ?? null,
  };
}
