import { mediaTypeNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** A draft without files is stored as an image until its files, or a program, say what it is. */
const isUndecided = ({ status, mediaType, mediaItems }: Post): boolean =>
  status === 'draft' && mediaType === 'IMAGE' && mediaItems.length === 0;

export const mediaTypeText = (post: Post): string =>
  isUndecided(post) ? 'Sem arquivo' : mediaTypeNames[post.mediaType];
