import type { Post } from '@pontual/contract/posts/posts.ts';

/** At time 0 some browsers show nothing. */
const FIRST_SECOND = 0.1;

/** The cover, or a frame; the owner of a reel may have chosen it, `coverMs` from the beginning. */
export function getVideoStart(
  { coverUrl, state }: Pick<Post['mediaItems'][number], 'coverUrl' | 'state'>,
  coverMs: number | null,
): { second: number; poster: string | undefined } {
  const cover = coverUrl ?? undefined;
  if (coverMs === null || coverMs === 0) return { second: FIRST_SECOND, poster: cover };
  // The browser may be unable to show a video that is not converted yet.
  return { second: coverMs / 1000, poster: state === 'ready' ? undefined : cover };
}
