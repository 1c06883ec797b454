import type { Post } from '@pontual/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { openMedia } from '../../api/client.ts';

/** A browser that hands files to other applications, as phones do. */
const canShareFiles = (files: File[]): boolean =>
  'canShare' in navigator && navigator.canShare({ files });

/** Of a kind that every such browser hands on. */
const sampleFile = () => new File([''], 'foto.jpg', { type: 'image/jpeg' });

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** Links of one file end in an hour and a signature, which change (server/src/media/links.ts). */
const fileKey = (url: string) => url.split('/').slice(0, -2).join('/');

/** As it is called in the gallery of whoever keeps it. */
export const fileName = ({ type }: Post['mediaItems'][number], at: number, mime?: string): string =>
  `pontual-${at + 1}.${extensions[mime ?? ''] ?? (type === 'video' ? 'mp4' : 'jpg')}`;

async function fetchFile(item: Post['mediaItems'][number], at: number): Promise<File> {
  const blob = await openMedia(item.url);
  return new File([blob], fileName(item, at, blob.type), { type: blob.type });
}

/**
 * The files of a post, ready to be handed on: a share sheet opens only right after a press, which
 * nobody can wait after for a video. Not fetched where nothing could be done with them.
 */
export function useShareFiles(post: Post) {
  const canShare = canShareFiles([sampleFile()]);
  const query = useQuery({
    enabled: canShare,
    queryKey: ['plan-b', 'files', ...post.mediaItems.map(({ url }) => fileKey(url))],
    queryFn: () => Promise.all(post.mediaItems.map((item, at) => fetchFile(item, at))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isRefused = query.data !== undefined && !canShareFiles(query.data);
  return { canShare: canShare && !isRefused, files: query.data, query };
}
