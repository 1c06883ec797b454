import type { MediaType } from '@pontual/contract/posts/posts.ts';

/**
 * What no measurement of ours can tell: how people will use it, and what machines cost. Each figure
 * is here to be replaced by what an installation sees; docs/growth.md says where it comes from.
 */
export const assumptions = {
  /** Of 100 accounts, those that post at all in a month. */
  activeShare: 0.6,
  /** Posts of an active account in a month, by plan, and how many of 100 have each. */
  plans: [
    { plan: 'free', share: 0.8, posts: 6 },
    { plan: 'pro', share: 0.16, posts: 25 },
    { plan: 'premium', share: 0.04, posts: 60 },
  ],
  types: {
    IMAGE: 0.35,
    REELS: 0.3,
    CAROUSEL: 0.2,
    STORIES: 0.13,
    VIDEO: 0.02,
  } satisfies Record<MediaType, number>,
  /** As people bring them, in bytes: what was sent and what was made of it. */
  bytes: { image: 3_500_000, video: 30_000_000 },
  picturesOfACarousel: 5,
  /** How long media stay: a post that is out keeps them until its owner deletes it. */
  monthsOfMedia: 24,
  /** The busiest day beside the mean one. */
  busiestDay: 1.4,
  /** Of a day's posts, those whose time is 18:00 to the minute. */
  atSix: 0.08,
  /** Of a day's accounts, those that look at their calendar in the busiest minute. */
  lookingAtOnce: 0.004,
  /** Requests of whoever looks, in a minute. */
  requestsAMinute: 12,
  /** US$ a month: a core with 4 GB, a GB of the database's disk with its copy, a GB of S3. */
  prices: { core: 25, databaseGb: 0.25, mediaGb: 0.023 },
} as const;

export type Assumptions = typeof assumptions;
export type MeasuredElsewhere = typeof measuredElsewhere;

/** What `bench:publish` and `bench:api` measured (docs/figures.md); a run of them replaces it. */
export const measuredElsewhere = {
  /** Posts a second of one worker whose calls take 50 ms, and 500 ms with 500 under way. */
  postsASecond: { near: 3600, far: 950 },
  /** ms of CPU of a request of the mixed load. */
  cpuMs: { request: 5 },
} as const;
