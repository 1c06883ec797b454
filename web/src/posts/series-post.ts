import type { Post } from '@pontual/contract/posts/posts.ts';

type SeriesPost = Post & { series: NonNullable<Post['series']> };

/** False for a post that an older release has cached. */
export function hasFollowingPosts(post: Post): post is SeriesPost {
  const series = post.series ?? null;
  return series !== null && !series.isOver;
}
