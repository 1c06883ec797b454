import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { MediaType, Post, PostStatus } from '@pontual/contract/posts.ts';

/** What a list of posts is narrowed to; `ALL` leaves it whole (specification, section 3). */
export interface PostFilter {
  status: Extract<PostStatus, 'draft' | 'failed' | 'published' | 'scheduled'> | 'awaiting' | 'ALL';
  mediaType: MediaType | 'ALL';
  /** Undefined: of all accounts. */
  account?: OfAccount | undefined;
}

/** An account that posts are narrowed to; what names none is the first one's. */
export interface OfAccount {
  id: string;
  isFirst: boolean;
}

/** Whether a post is of the account that is asked for. */
export const isOf = (
  { instagramAccountId: id }: Pick<Post, 'instagramAccountId'>,
  account: OfAccount | undefined,
): boolean => account === undefined || (id === null ? account.isFirst : id === account.id);

export const everyPost: PostFilter = { status: 'ALL', mediaType: 'ALL' };

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

export const isNarrowed = ({ status, mediaType, account }: PostFilter): boolean =>
  status !== 'ALL' || mediaType !== 'ALL' || account !== undefined;
