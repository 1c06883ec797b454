import type { Post } from '@pontual/contract/posts/posts.ts';

/** A browser that is asked for time 0 may show nothing. */
const FIRST_SECOND = 0.1;

/**
 * What a video shows until it plays: its cover, or else its frame of a second of its own. A reel's
 * owner may have chosen that frame, `chosenMs` from the beginning.
 */
export function getVideoStart(
  { coverUrl, state }: Pick<Post['mediaItems'][number], 'coverUrl' | 'state'>,
  coverMs: number | null,
): { second: number; poster: string | undefined } {
  const cover = coverUrl ?? undefined;
  if (coverMs === null || coverMs === 0) return { second: FIRST_SECOND, poster: cover };
  // Of what is not converted yet this browser may be able to show nothing.
  return { second: coverMs / 1000, poster: state === 'ready' ? undefined : cover };
}
