import type { MediaType } from '@pontual/contract/posts.ts';

/** One post of a scenario: whose, when after the first instant, of which type. */
export interface Wish {
  account: number;
  offsetMs: number;
  type: MediaType;
}

export interface Scenario {
  name: string;
  title: string;
  wishes: Wish[];
  accounts: number;
  /** Spread posts are compared by difference, bursts by ratio. */
  compare: 'difference' | 'ratio';
  /** Which posts the row is about, when not all; the others are told beside it. */
  isCounted?: (wish: Wish) => boolean;
  isByType?: true;
  /** How long Instagram takes to answer, and the calls that a process has under way. */
  calls?: { answerMs: number; slots: number };
}

const POSTS_PER_ACCOUNT = 25;
const TYPES: MediaType[] = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

/** The same numbers in each run, so that runs differ by nothing but the machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const images = (count: number, offsetOf: () => number, firstAccount = 0): Wish[] =>
  Array.from({ length: count }, (_, index) => ({
    account: firstAccount + Math.floor(index / POSTS_PER_ACCOUNT),
    offsetMs: offsetOf(),
    type: 'IMAGE',
  }));

/** Accounts mixed: two that stand beside each other in the list are not due together. */
export function spreadOver(count: number, ms: number): Wish[] {
  const random = randomFrom(20_261);
  return images(count, () => Math.floor(random() * ms));
}

/** All scenarios; `posts` replaces the number of posts of each, for a quick look. */
export function scenarios(posts?: number): Scenario[] {
  const of = (usual: number) => posts ?? usual;
  const count = (wishes: Wish[]) => Math.max(...wishes.map(({ account }) => account)) + 1;
  const burst = (total: number) => images(total, () => 0);
  const alone = of(300);
  const beside = images(of(1000), () => 0, 1);
  const fair = [
    ...Array.from({ length: alone }, (): Wish => ({ account: 0, offsetMs: 0, type: 'IMAGE' })),
    ...beside,
  ];
  // One of each type per account: two stories of one account never go out together, by design.
  const types = Array.from({ length: of(1000) }, (_, index) => ({
    account: Math.floor(index / TYPES.length),
    offsetMs: 0,
    type: TYPES[index % TYPES.length] ?? 'IMAGE',
  }));
  const list: Omit<Scenario, 'accounts'>[] = [
    {
      name: 'spread',
      title: `${of(1000)} over 60 s`,
      wishes: spreadOver(of(1000), 60_000),
      compare: 'difference',
    },
    { name: 'burst1000', title: `${of(1000)} at once`, wishes: burst(of(1000)), compare: 'ratio' },
    {
      name: 'burst10000',
      title: `${of(10_000)} at once`,
      wishes: burst(of(10_000)),
      compare: 'ratio',
    },
    {
      name: 'far10000',
      title: `${of(10_000)} at once, answers after 500 ms, 100 under way per process`,
      wishes: burst(of(10_000)),
      compare: 'ratio',
      calls: { answerMs: 500, slots: 100 },
    },
    {
      name: 'fairness',
      title: `${beside.length} at once, beside ${alone} of one account`,
      wishes: fair,
      compare: 'ratio',
      isCounted: ({ account }) => account !== 0,
    },
    {
      name: 'types',
      title: `${types.length} at once, five types`,
      wishes: types,
      compare: 'ratio',
      isByType: true,
    },
  ];
  return list.map((scenario) => Object.assign(scenario, { accounts: count(scenario.wishes) }));
}
