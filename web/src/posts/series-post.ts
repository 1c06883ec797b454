import type { Post } from '@pontual/contract/posts/posts.ts';

/** One of which more follow. */
type SeriesPost = Post & { series: NonNullable<Post['series']> };

/** Whether more posts like this one follow. What the browser kept of before series, says nothing of them. */
export function hasFollowingPosts(post: Post): post is SeriesPost {
  const series = post.series ?? null;
  return series !== null && !series.isOver;
}
