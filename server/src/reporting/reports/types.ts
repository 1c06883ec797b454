import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** The number of posts of one type with one outcome in one hour. */
export interface HourCount {
  /** The start of the hour; the hours of Brasília begin with those of UTC. */
  hour: Date;
  type: MediaType;
  outcome: 'published' | 'scheduled' | 'failed';
  posts: number;
  /** The number of published posts whose reach and interactions are known. */
  known: number;
  /** The totals of those posts. */
  reach: number;
  interactions: number;
}

/** The account insights of a day. */
export interface AccountDay {
  /** The day in Brasília, `2026-06-09`. */
  day: string;
  followers: number | null;
  reach: number | null;
}
