import type { MediaType } from '@pontual/contract/posts/posts.ts';

export interface DayCount {
  /** Index into the requested days. */
  day: number;
  type: MediaType;
  outcome: 'published' | 'scheduled' | 'failed';
  posts: number;
}

/** Independent of the requested days. */
export interface WaitingCount {
  type: MediaType;
  isDraft: boolean;
  posts: number;
}

/** Of posts with known engagement. */
export interface Engagement {
  posts: number;
  interactions: number;
  reach: number;
}

export interface MeasuredEngagement extends Engagement {
  published: number;
}

export type TypeEngagement = MeasuredEngagement & { type: MediaType };
/** By hour of the week in Brasília; 0 is Sunday. */
export type SlotEngagement = MeasuredEngagement & { weekday: number; hour: number };
/** By the number of hashtags in the caption, for posts that may have one. */
export type HashtagEngagement = MeasuredEngagement & { hashtags: number };
/** Whether another post was published less than `CLOSE_HOURS` before. */
export type ClosenessEngagement = MeasuredEngagement & { isClose: boolean };

export interface EngagementFigures {
  byType: TypeEngagement[];
  bySlot: SlotEngagement[];
  byHashtags: HashtagEngagement[];
  byCloseness: ClosenessEngagement[];
}

export const CLOSE_HOURS = 2;
