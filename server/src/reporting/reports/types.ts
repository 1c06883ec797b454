import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** Posts of one type that fared alike, and were for the same hour. */
export interface HourCount {
  /** When the hour begins: Brasília's hours begin with those of UTC. */
  hour: Date;
  type: MediaType;
  outcome: 'published' | 'scheduled' | 'failed';
  posts: number;
  /** Of the published ones, those of which reach and interactions are known. */
  known: number;
  /** Of those. */
  reach: number;
  interactions: number;
}

/** What Instagram told of the account for a day. */
export interface AccountDay {
  /** `2026-06-09`, of Brasília. */
  day: string;
  followers: number | null;
  reach: number | null;
}
