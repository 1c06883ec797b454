import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Assumptions, MeasuredElsewhere } from './assumptions.ts';

const DAYS_A_MONTH = 30;
/** A post is read so often in its 90 days, a story in its one (server/src/instagram/insights/schedule.rules.ts). */
const INSIGHT_READS = { post: 10, story: 5 };
/** Everything that is prepared begins 30 minutes before its hour: what is due at 18:00, at 17:30. */
const MINUTE_S = 60;
/** A worker, or a web process, is planned for so much of what it can. */
const PLANNED_LOAD = 0.5;
/** A burst is out in so long, as the promise has it: 99 % within 10 s. */
const BURST_S = 10;

/** What one post leads to, on average over the types as people use them. */
export interface PerPost {
  /** Graph calls until it is out and its address known. */
  calls: number;
  /** Jobs of all queues, of them those that begin at its hour or after, and bytes of one while it is kept. */
  jobs: number;
  jobsFromDueTime: number;
  jobBytes: number;
  /** What stays. */
  parts: Record<Part, Stored>;
}

export const parts = ['posts', 'media', 'insights'] as const;
export type Part = (typeof parts)[number];

interface Stored {
  rows: number;
  bytes: number;
}

/** One column of the table. */
export interface Growth {
  accounts: number;
  postsAMonth: number;
  postsAtSix: number;
  /** Of the database after a year, with all that a post leads to; of its bytes, in GB. */
  rowsAYear: Record<Part, number>;
  gbAYear: Record<Part, number>;
  databaseGbAYear: number;
  /** Of jobs, in the busiest hour, of which they are kept one. */
  retainedJobs: number;
  jobsGb: number;
  mediaTb: number;
  /** Publish calls a second, so that the burst is out in 10 s; and the workers that it takes. */
  publishASecond: number;
  workers: number;
  /** In the minute in which all that is due at 18:00 is prepared. */
  prepareJobsASecond: number;
  /** In the minute of 18:00 itself; the publish calls are no jobs. */
  jobsASecondAtSix: number;
  insightReadsADay: number;
  graphCallsADay: number;
  graphCallsASecondAtHalfPastFive: number;
  requestsASecond: number;
  webProcesses: number;
  /** US$ a month. */
  cost: { machines: number; database: number; media: number };
}

/** Of the plans' posts, by how many have each. */
export const calculatePostsPerAccount = ({ activeShare, plans }: Assumptions): number =>
  activeShare * plans.reduce((sum, { share, posts }) => sum + share * posts, 0);

/** The mean over the types, as often as each is used. */
export const calculateMeanOverTypes = (
  { types }: Assumptions,
  of: (type: MediaType) => number,
): number =>
  (Object.keys(types) as MediaType[]) // the keys are the types by their own definition
    .reduce((sum, type) => sum + types[type] * of(type), 0);

/** What an installation of so many accounts comes to. */
export function calculateGrowth(
  accounts: number,
  post: PerPost,
  assumed: Assumptions,
  measured: MeasuredElsewhere,
): Growth {
  const postsAMonth = accounts * calculatePostsPerAccount(assumed);
  const postsAtSix = (postsAMonth / DAYS_A_MONTH) * assumed.busiestDay * assumed.atSix;
  const { types, bytes } = assumed;
  const mediaBytes = calculateMeanOverTypes(assumed, (type) => {
    if (type === 'CAROUSEL') return assumed.picturesOfACarousel * bytes.image;
    return type === 'REELS' || type === 'VIDEO' ? bytes.video : bytes.image;
  });
  const readsPerPost =
    types.STORIES * INSIGHT_READS.story + (1 - types.STORIES) * INSIGHT_READS.post;
  const postsADay = postsAMonth / DAYS_A_MONTH;
  // Of each account's day too, once.
  const insightReadsADay = postsADay * readsPerPost + accounts * assumed.activeShare;
  const requestsASecond = (accounts * assumed.lookingAtOnce * assumed.requestsAMinute) / MINUTE_S;
  const publishASecond = postsAtSix / BURST_S;
  // One spare: the others carry its share while it is replaced.
  const workers = Math.ceil(publishASecond / (measured.postsASecond.far * PLANNED_LOAD)) + 1;
  const webProcesses =
    Math.ceil((requestsASecond * measured.cpuMs.request) / 1000 / PLANNED_LOAD) + 1;
  const postsAYear = postsAMonth * 12;
  const mapParts = (of: (stored: Stored) => number): Record<Part, number> => ({
    posts: of(post.parts.posts),
    media: of(post.parts.media),
    insights: of(post.parts.insights),
  });
  const gbAYear = mapParts(({ bytes: stored }) => (postsAYear * stored) / 1e9);
  const databaseGbAYear = gbAYear.posts + gbAYear.media + gbAYear.insights;
  const retainedJobs = postsAtSix * post.jobs;
  const mediaTb = (postsAMonth * assumed.monthsOfMedia * mediaBytes) / 1e12;
  const { core, databaseGb, mediaGb } = assumed.prices;
  return {
    accounts,
    postsAMonth,
    postsAtSix,
    rowsAYear: mapParts(({ rows }) => postsAYear * rows),
    gbAYear,
    databaseGbAYear,
    retainedJobs,
    jobsGb: (retainedJobs * post.jobBytes) / 1e9,
    mediaTb,
    publishASecond,
    workers,
    prepareJobsASecond: (postsAtSix * (post.jobs - post.jobsFromDueTime)) / MINUTE_S,
    jobsASecondAtSix: (postsAtSix * post.jobsFromDueTime) / MINUTE_S,
    insightReadsADay,
    graphCallsADay: postsADay * post.calls + insightReadsADay,
    graphCallsASecondAtHalfPastFive: (postsAtSix * post.calls) / MINUTE_S,
    requestsASecond,
    webProcesses,
    cost: {
      machines: (workers + webProcesses) * core,
      database: databaseGbAYear * databaseGb,
      media: mediaTb * 1000 * mediaGb,
    },
  };
}
