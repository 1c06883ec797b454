import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { MediaType, PostStatus } from '@pontual/contract/posts.ts';

/** What a list of posts is narrowed to; `ALL` leaves it whole (specification, section 3). */
export interface PostFilter {
  status: Extract<PostStatus, 'draft' | 'failed' | 'published' | 'scheduled'> | 'ALL';
  mediaType: MediaType | 'ALL';
}

export const everyPost: PostFilter = { status: 'ALL', mediaType: 'ALL' };

interface Option<T> {
  value: T;
  label: string;
}

export const statusOptions: readonly Option<PostFilter['status']>[] = [
  { value: 'ALL', label: 'Todos os status' },
  { value: 'scheduled', label: 'Agendados' },
  { value: 'published', label: 'Publicados' },
  { value: 'failed', label: 'Com falha' },
  { value: 'draft', label: 'Rascunhos' },
];

export const typeOptions: readonly Option<PostFilter['mediaType']>[] = [
  { value: 'ALL', label: 'Todos os tipos' },
  { value: 'IMAGE', label: mediaTypeNames.IMAGE },
  { value: 'VIDEO', label: mediaTypeNames.VIDEO },
  { value: 'REELS', label: mediaTypeNames.REELS },
  { value: 'STORIES', label: mediaTypeNames.STORIES },
  { value: 'CAROUSEL', label: mediaTypeNames.CAROUSEL },
];

export const isNarrowed = ({ status, mediaType }: PostFilter): boolean =>
  status !== 'ALL' || mediaType !== 'ALL';
