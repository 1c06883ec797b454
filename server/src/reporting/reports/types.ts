import type { MediaType } from '@pontual/contract/posts/posts.ts';

export interface HourCount {
  /** The hours of Brasília begin with those of UTC. */
  hour: Date;
  type: MediaType;
  outcome: 'published' | 'scheduled' | 'failed';
  posts: number;
  /** Published posts whose reach and interactions are known. */
  known: number;
  /** The totals of those posts. */
  reach: number;
  interactions: number;
}

export interface AccountDay {
  /** In Brasília, `2026-06-09`. */
  day: string;
  followers: number | null;
  reach: number | null;
}
