import type { Post } from '@pontual/contract/posts/posts.ts';

type SeriesPost = Post & { series: NonNullable<Post['series']> };

export const hasFollowingPosts = (post: Post): post is SeriesPost =>
  post.series !== null && !post.series.isOver;
