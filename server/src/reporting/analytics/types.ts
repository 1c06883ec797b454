import type { MediaType } from '@pontual/contract/posts/posts.ts';

/** Posts of one type that fared alike, by the day that they were for. */
export interface DayCount {
  /** Its place in the days asked for. */
  day: number;
  type: MediaType;
  outcome: 'published' | 'scheduled' | 'failed';
  posts: number;
}

/** What has not come to its hour yet, whenever that is. */
export interface WaitingCount {
  type: MediaType;
  isDraft: boolean;
  posts: number;
}

/** Of posts whose engagement is known. */
export interface Engagement {
  posts: number;
  interactions: number;
  reach: number;
}

/** What went out, and of how much of it the engagement is known. */
export interface MeasuredEngagement extends Engagement {
  published: number;
}

export type TypeEngagement = MeasuredEngagement & { type: MediaType };
/** By the hour of the week in Brasília; 0 is Sunday. */
export type SlotEngagement = MeasuredEngagement & { weekday: number; hour: number };
/** By how many hashtags stand in the caption, of posts that may have one. */
export type HashtagEngagement = MeasuredEngagement & { hashtags: number };
/** Whether another post went out less than `CLOSE_HOURS` before. */
export type ClosenessEngagement = MeasuredEngagement & { isClose: boolean };

export interface EngagementFigures {
  byType: TypeEngagement[];
  /** Every hour in which something went out. */
  bySlot: SlotEngagement[];
  byHashtags: HashtagEngagement[];
  byCloseness: ClosenessEngagement[];
}

export const CLOSE_HOURS = 2;
