import type { AccountSelection } from '../instagram/account-selection.ts';
import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { MediaType, Post, PostStatus } from '@pontual/contract/posts/posts.ts';

/** `ALL` filters nothing (specification, section 3). */
export interface PostFilter {
  status: Extract<PostStatus, 'draft' | 'failed' | 'published' | 'scheduled'> | 'awaiting' | 'ALL';
  mediaType: MediaType | 'ALL';
  /** Undefined means all accounts. */
  instagramAccount?: AccountSelection | undefined;
}

export const matchesAccount = (
  { instagramAccountId: id }: Pick<Post, 'instagramAccountId'>,
  selection: AccountSelection | undefined,
): boolean => selection === undefined || (id === null ? selection.isFirst : id === selection.id);

export const noPostFilter: PostFilter = { status: 'ALL', mediaType: 'ALL' };

interface Option<T> {
  value: T;
  label: string;
}

export const statusOptions: readonly Option<PostFilter['status']>[] = [
  { value: 'ALL', label: 'Todos os status' },
  { value: 'scheduled', label: 'Agendados' },
  { value: 'awaiting', label: 'Esperam aprovação' },
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

export const isFiltered = ({ status, mediaType, instagramAccount }: PostFilter): boolean =>
  status !== 'ALL' || mediaType !== 'ALL' || instagramAccount !== undefined;
