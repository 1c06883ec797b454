import type { Post } from '@pontual/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { openMedia } from '../../api/client.ts';

const canShareFiles = (files: File[]): boolean =>
  'canShare' in navigator && navigator.canShare({ files });

/** Every browser that shares files can share this type. */
const sampleFile = () => new File([''], 'foto.jpg', { type: 'image/jpeg' });

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** Links of one file end in an expiry hour and a signature, which change (server/src/media/links.ts). */
const fileKey = (url: string) => url.split('/').slice(0, -2).join('/');

export const fileName = ({ type }: Post['mediaItems'][number], at: number, mime?: string): string =>
  `pontual-${at + 1}.${extensions[mime ?? ''] ?? (type === 'video' ? 'mp4' : 'jpg')}`;

async function fetchFile(item: Post['mediaItems'][number], at: number): Promise<File> {
  const blob = await openMedia(item.url);
  return new File([blob], fileName(item, at, blob.type), { type: blob.type });
}

/** Loaded in advance: a share sheet opens only right after a press, which a video download would miss. */
export function useShareFiles(post: Post) {
  const canShare = canShareFiles([sampleFile()]);
  const query = useQuery({
    enabled: canShare,
    queryKey: ['manual-publishing', 'files', ...post.mediaItems.map(({ url }) => fileKey(url))],
    queryFn: () => Promise.all(post.mediaItems.map((item, at) => fetchFile(item, at))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isRefused = query.data !== undefined && !canShareFiles(query.data);
  return { canShare: canShare && !isRefused, query };
}
