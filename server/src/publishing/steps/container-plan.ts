import { createHash } from 'node:crypto';
import type { UserTag } from '@pontual/contract/posts/posts.ts';
import type { PostRow } from '../../platform/database/rows.ts';

export interface ContainerFile {
  fileId: string;
  position: number;
  kind: 'image' | 'video';
  sha256: string;
  contentType: string;
  durationMs: number | null;
  altText: string | null;
  isConverting: boolean;
  refusal: string | null;
}

/** The fingerprint identifies the content. */
export interface ContainerSpec {
  kind: 'single' | 'child' | 'parent';
  position: number;
  params: Record<string, string>;
  fingerprint: string;
  file?: ContainerFile;
  /** The position that the owner sees, as `Imagem 3 de 5`; undefined for a single file. */
  label?: string;
}

export interface ContainerPlan {
  children: ContainerSpec[];
  main(childIds: readonly string[]): ContainerSpec;
}

type PlannedPost = Pick<
  PostRow,
  | 'media_type'
  | 'caption'
  | 'location_id'
  | 'collaborators'
  | 'user_tags'
  | 'share_to_feed'
  | 'thumb_offset_ms'
  | 'audio_name'
>;

/**
 * Leaves out the parameters that a media type does not accept:
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 */
export function planContainers(post: PlannedPost, files: readonly ContainerFile[]): ContainerPlan {
  if (post.media_type === 'CAROUSEL') return planCarousel(post, files);
  const [file] = files;
  return {
    children: [],
    main: () =>
      createContainerSpec({
        kind: 'single',
        position: 0,
        params: singleParams(post, file),
        ...(file === undefined ? {} : { file }),
      }),
  };
}

function planCarousel(post: PlannedPost, files: readonly ContainerFile[]): ContainerPlan {
  const firstImage = files.find(({ kind }) => kind === 'image')?.position;
  return {
    children: files.map((file) => {
      const tags = post.user_tags.filter((tag) => (tag.item ?? firstImage) === file.position);
      return createContainerSpec({
        kind: 'child',
        position: file.position,
        file,
        params: childParams(file, tags),
        label: `${file.kind === 'image' ? 'Imagem' : 'Vídeo'} ${file.position + 1} de ${files.length}`,
      });
    }),
    main: (childIds) =>
      createContainerSpec({
        kind: 'parent',
        position: 0,
        params: {
          media_type: 'CAROUSEL',
          children: childIds.join(','),
          ...captionParams(post),
          ...collaboratorParams(post),
        },
      }),
  };
}

function singleParams(post: PlannedPost, file: ContainerFile | undefined): Record<string, string> {
  switch (post.media_type) {
    case 'STORIES':
      // Instagram accepts no caption, location or collaborators on a story.
      return { media_type: 'STORIES', ...tagParams(post.user_tags, 'as-given') };
    case 'VIDEO':
    case 'REELS': {
      // Instagram accepts a single video only as a reel (docs/instagram.md, Media).
      const isReel = post.media_type === 'REELS';
      return {
        media_type: 'REELS',
        ...captionParams(post),
        ...collaboratorParams(post),
        ...tagParams(post.user_tags, 'without'),
        share_to_feed: String(isReel ? post.share_to_feed : true),
        ...coverParams(post, file),
        ...(isReel && post.audio_name !== null ? { audio_name: post.audio_name } : {}),
      };
    }
    case 'IMAGE':
    case 'CAROUSEL':
      return {
        ...captionParams(post),
        ...collaboratorParams(post),
        ...tagParams(post.user_tags, 'required'),
        ...altParams(file),
      };
  }
}

const childParams = (file: ContainerFile, tags: readonly UserTag[]): Record<string, string> => ({
  is_carousel_item: 'true',
  ...(file.kind === 'video'
    ? { media_type: 'VIDEO' }
    : { ...tagParams(tags, 'required'), ...altParams(file) }),
});

const captionParams = ({
  caption,
  location_id: locationId,
}: PlannedPost): Record<string, string> => ({
  ...(caption === '' ? {} : { caption }),
  ...(locationId === null ? {} : { location_id: locationId }),
});

const collaboratorParams = ({ collaborators }: PlannedPost): Record<string, string> =>
  collaborators.length === 0 ? {} : { collaborators: JSON.stringify(collaborators) };

const altParams = (file: ContainerFile | undefined): Record<string, string> =>
  file?.altText == null || file.altText === '' ? {} : { alt_text: file.altText };

/** The converted video may be shorter than the uploaded one. */
function coverParams(
  { thumb_offset_ms: chosenMs }: PlannedPost,
  file: ContainerFile | undefined,
): Record<string, string> {
  if (chosenMs === null) return {};
  const lastMs = Math.max(0, (file?.durationMs ?? Infinity) - 1);
  return { thumb_offset: String(Math.min(chosenMs, lastMs)) };
}

/** Photos require the position of a tag, reels refuse it, and stories accept it. */
function tagParams(
  tags: readonly UserTag[],
  positions: 'required' | 'without' | 'as-given',
): Record<string, string> {
  if (tags.length === 0) return {};
  const positionedTags = tags.map(({ username, x, y }, index) => {
    if (positions === 'without') return { username };
    if (x !== undefined && y !== undefined) return { username, x, y };
    return positions === 'required'
      ? { username, x: (index + 1) / (tags.length + 1), y: 0.5 }
      : { username };
  });
  return { user_tags: JSON.stringify(positionedTags) };
}

function createContainerSpec(spec: Omit<ContainerSpec, 'fingerprint'>): ContainerSpec {
  const { kind, params, file } = spec;
  // The order of the parameters is always that of the functions above, so the fingerprint is stable.
  const content = JSON.stringify([kind, file?.sha256 ?? '', Object.entries(params)]);
  return { ...spec, fingerprint: createHash('sha256').update(content).digest('hex') };
}
