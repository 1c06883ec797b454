import type { MediaType } from '@pontual/contract/posts/posts.ts';

export interface PlannedPost {
  account: number;
  offsetMs: number;
  type: MediaType;
}

export interface Scenario {
  name: string;
  title: string;
  plannedPosts: PlannedPost[];
  accounts: number;
  compare: 'difference' | 'ratio';
  /** Which posts the row counts if not all; the others are listed beside it, with this name. */
  isCounted?: (planned: PlannedPost) => boolean;
  othersName?: string;
  isByType?: true;
  /** Response time of Instagram in ms, and the number of parallel calls per process. */
  calls?: { answerMs: number; slots: number };
  /** Between two posts of an account; the baseline leaves none. */
  gapSeconds?: number;
}

const POSTS_PER_ACCOUNT = 25;
const POSTS_PER_SEQUENCE = 5;
const TYPES: MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const createImagePosts = (
  count: number,
  getOffset: () => number,
  firstAccount = 0,
): PlannedPost[] =>
  Array.from({ length: count }, (_, index) => ({
    account: firstAccount + Math.floor(index / POSTS_PER_ACCOUNT),
    offsetMs: getOffset(),
    type: 'IMAGE',
  }));

/** Mixes the accounts, so that consecutive accounts of the list are not due together. */
export function createSpreadPosts(count: number, ms: number): PlannedPost[] {
  const random = createRandom(20_261);
  return createImagePosts(count, () => Math.floor(random() * ms));
}

export function createScenarios(posts?: number): Scenario[] {
  const scale = (usual: number) => posts ?? usual;
  const countAccounts = (plannedPosts: PlannedPost[]) =>
    Math.max(...plannedPosts.map(({ account }) => account)) + 1;
  const createBurst = (total: number) => createImagePosts(total, () => 0);
  const singleAccountCount = scale(300);
  const otherPosts = createImagePosts(scale(1000), () => 0, 1);
  const fairnessPosts = [
    ...Array.from({ length: singleAccountCount }, (): PlannedPost => ({
      account: 0,
      offsetMs: 0,
      type: 'IMAGE',
    })),
    ...otherPosts,
  ];
  const sequencePosts = Array.from({ length: scale(500) }, (_, index): PlannedPost => ({
    account: Math.floor(index / POSTS_PER_SEQUENCE),
    // The first of its account is due a moment before the others.
    offsetMs: index % POSTS_PER_SEQUENCE === 0 ? 0 : 1,
    type: 'IMAGE',
  }));
  // One post of each type per account, because two stories of one account are never published at once.
  const postsOfAllTypes = Array.from({ length: scale(1000) }, (_, index) => ({
    account: Math.floor(index / TYPES.length),
    offsetMs: 0,
    type: TYPES[index % TYPES.length] ?? 'IMAGE',
  }));
  const list: Omit<Scenario, 'accounts'>[] = [
    {
      name: 'spread',
      title: `${scale(1000)} over 60 s`,
      plannedPosts: createSpreadPosts(scale(1000), 60_000),
      compare: 'difference',
    },
    {
      name: 'burst1000',
      title: `${scale(1000)} at once`,
      plannedPosts: createBurst(scale(1000)),
      compare: 'ratio',
    },
    {
      name: 'burst10000',
      title: `${scale(10_000)} at once`,
      plannedPosts: createBurst(scale(10_000)),
      compare: 'ratio',
    },
    {
      name: 'far10000',
      title: `${scale(10_000)} at once, answers after 500 ms, 100 under way per process`,
      plannedPosts: createBurst(scale(10_000)),
      compare: 'ratio',
      calls: { answerMs: 500, slots: 100 },
    },
    {
      name: 'fairness',
      title: `${otherPosts.length} at once, beside ${singleAccountCount} of one account`,
      plannedPosts: fairnessPosts,
      compare: 'ratio',
      isCounted: ({ account }) => account !== 0,
      othersName: 'the one account',
    },
    {
      name: 'sequence',
      title: `${sequencePosts.length} at once, five of each account, 2 s and more apart`,
      plannedPosts: sequencePosts,
      compare: 'ratio',
      isCounted: ({ offsetMs }) => offsetMs === 0,
      othersName: 'after the first',
      gapSeconds: 2,
    },
    {
      name: 'types',
      title: `${postsOfAllTypes.length} at once, five types`,
      plannedPosts: postsOfAllTypes,
      compare: 'ratio',
      isByType: true,
    },
  ];
  return list.map((scenario) =>
    Object.assign(scenario, { accounts: countAccounts(scenario.plannedPosts) }),
  );
}
