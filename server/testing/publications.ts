import type { AccountStanding, OutcomeFacts, StepFacts } from '../src/publishing/observations.ts';
import { noCalls, type Publication, type State, type StateKind } from '../src/publishing/state.ts';

export const NOW = new Date('2026-06-09T17:32:00Z');
export const MINUTE = 60_000;
export const inMs = (ms: number): Date => new Date(NOW.getTime() + ms);

const CONTAINER = '0199a7f0-0000-7000-8000-00000000c0de';
const WORKER = '0199a7f0-0000-7000-8000-0000000000a1';
const progress = { nextStepAt: inMs(MINUTE), polls: 2, isPending: false, calls: noCalls };
const preparation = {
  container: CONTAINER,
  account: '17841400000000001',
  goodUntil: inMs(22 * 60 * MINUTE),
  liveStories: null,
};
const calls = { count: 1, intentAt: inMs(-MINUTE), answer: '2' };

/** One of each kind. */
export const states: { [Kind in StateKind]: Extract<State, { kind: Kind }> } = {
  draft: { kind: 'draft' },
  preparing: { kind: 'preparing', ...progress, preparation: null },
  prepared: { kind: 'prepared', ...progress, preparation },
  publishing: {
    kind: 'publishing',
    ...progress,
    isPending: true,
    preparation,
    calls: { ...calls, answer: null },
    worker: WORKER,
  },
  reconciling: { kind: 'reconciling', ...progress, isPending: true, preparation, calls },
  published: {
    kind: 'published',
    at: inMs(-MINUTE),
    mediaId: '18000000000000001',
    permalink: null,
    account: preparation.account,
    container: CONTAINER,
    calls,
    byOwnerSince: null,
  },
  ended: { kind: 'ended', outcome: 'failed', preparation, calls },
  manual: { kind: 'manual', since: inMs(-MINUTE), preparation, calls },
};

/** An image post that is due now, on no hold. */
export const aPublication = (
  state: StateKind | State = 'preparing',
  { dueAt = NOW, ...overrides }: Partial<Publication> & { dueAt?: Date } = {},
): Publication => ({
  post: {
    id: '0199a7f0-0000-7000-8000-000000000001',
    workspaceId: '0199a7f0-0000-7000-8000-000000000002',
    revision: 1,
    mediaType: 'IMAGE',
    dueAt,
    target: preparation.account,
  },
  fence: 7,
  state: typeof state === 'string' ? states[state] : state,
  issue: null,
  holds: { approval: null, missed: null, manual: null, manualPrompt: null, outage: null },
  offeredFor: null,
  delays: { byInstagram: false, byOthers: false, byGap: false },
  ...overrides,
});

export const anAccount: AccountStanding = {
  igUserId: preparation.account,
  login: 'facebook',
  connectionId: '0199a7f0-0000-7000-8000-000000000003',
  username: 'loja',
  holdReason: null,
  isEnded: false,
  throttledUntil: null,
  throttledForMs: null,
  holdCode: null,
};

/** Nothing holds the post, and its container can be used. */
export const stepFacts = (overrides: Partial<StepFacts> = {}): StepFacts => ({
  pauseId: null,
  account: anAccount,
  targetUsername: null,
  media: { refusal: null, isConverting: false },
  editedAt: null,
  hasContainer: true,
  isBehindIdenticalPost: false,
  quotaFreeInMs: 0,
  ...overrides,
});

/** The quiescence time of the call is over. */
export const outcomeFacts = (overrides: Partial<OutcomeFacts> = {}): OutcomeFacts => ({
  at: inMs(2 * MINUTE),
  account: anAccount,
  container: { id: CONTAINER, isOutdated: false },
  caption: 'unique',
  ...overrides,
});
