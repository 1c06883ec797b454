import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { SAMPLE_ID, type MediaLinks } from '../../media/links.ts';
import { SAMPLE } from '../../media/uploads/sample.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';
import { isPermissionError, noAnswer, type InstagramIssue } from '../graph/errors.ts';
import { InstagramError, type Graph } from '../graph/graph.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import { forgetTrial, recordTrial } from './readiness.repository.ts';
import type { TrialResult } from './readiness.rules.ts';

/** About one download in eight fails at random. */
const DOWNLOADS = 3;
const UNFETCHED = /^(9004|-2)(\/|$)/;
const VALID_MS = 6 * 3_600_000;
const MAX_CACHED = 5000;
/** Instagram downloads the picture before it answers: with less time, no container is created. */
const MIN_MS = 1000;

/** There were enough trials today, or the time is over. */
const untried: InstagramIssue = { ...noAnswer, code: 'untried' };

interface Outcome {
  result: TrialResult;
  /** Also after an answer that was lost. */
  mayHaveContainer: boolean;
}

interface TrialOptions {
  /** Repeats a trial of which not everything was accepted. */
  again: boolean;
  remainingMs: () => number;
}

export type Trial = ReturnType<typeof createTrial>;

/**
 * Only a container shows whether an account may publish, takes stories, and whether Instagram reaches our
 * address. The container of the sample image is never published and expires.
 */
export function createTrial(deps: {
  database: Database;
  graph: Graph;
  callLimiter: CallLimiter;
  links: MediaLinks;
}) {
  const { graph, callLimiter, links } = deps;
  const { db } = deps.database;
  const outcomes = new LRUCache<string, Promise<Outcome>>({ max: MAX_CACHED, ttl: VALID_MS });
  const keyOf = ({ igUserId, token }: PublishingAccount) => `${igUserId} ${token}`;

  /** Null when the container is accepted. */
  async function createOnce(
    { igUserId, login: host, token }: PublishingAccount,
    params: Record<string, string>,
    remainingMs: () => number,
  ): Promise<InstagramError | null> {
    return callLimiter.runCreate(igUserId, async () => {
      const id = newId();
      const isTried = remainingMs() >= MIN_MS && (await recordTrial(db, id, igUserId));
      if (!isTried) return new InstagramError(untried);
      try {
        await graph.call('POST', `${igUserId}/media`, {
          host,
          token,
          params: { image_url: links.forContainer(SAMPLE_ID, SAMPLE.contentType), ...params },
          answer: z.object({ id: z.string() }),
          timeoutMs: remainingMs(),
          kind: 'trial',
        });
        return null;
      } catch (error) {
        if (!(error instanceof InstagramError)) throw error;
        if (error.issue.code !== noAnswer.code) await forgetTrial(db, id);
        // The account is not to blame for the sample, and Instagram has fetched it.
        return error.issue.class === 'content' ? null : error;
      }
    });
  }

  async function tryOnce(account: PublishingAccount, remainingMs: () => number): Promise<Outcome> {
    let mayHaveContainer = false;
    async function create(params: Record<string, string>): Promise<InstagramError | null> {
      for (let left = DOWNLOADS - 1; ; left -= 1) {
        const refusal = await createOnce(account, params, remainingMs);
        if (refusal === null || refusal.issue.code === noAnswer.code) mayHaveContainer = true;
        if (left === 0 || refusal === null || !UNFETCHED.test(refusal.issue.code)) return refusal;
      }
    }
    async function findResult(): Promise<TrialResult> {
      const story = await create({ media_type: 'STORIES' });
      if (story === null) return { kind: 'accepted', takesStories: true };
      if (!isPermissionError(story.issue)) return toResult(story);
      const post = await create({});
      if (post !== null) return toResult(post);
      // An outage answers with the same code.
      const repeated = await create({ media_type: 'STORIES' });
      return { kind: 'accepted', takesStories: repeated === null };
    }
    const result = await findResult();
    return { result, mayHaveContainer };
  }

  return {
    async run(
      account: PublishingAccount,
      { again, remainingMs }: TrialOptions,
    ): Promise<TrialResult> {
      const key = keyOf(account);
      const known = await outcomes.get(key);
      if (known !== undefined && !(again && mayImprove(known.result))) return known.result;
      const trying = tryOnce(account, remainingMs);
      outcomes.set(key, trying);
      const forget = () => outcomes.peek(key) === trying && outcomes.delete(key);
      trying.then(({ mayHaveContainer }) => mayHaveContainer || forget(), forget);
      return (await trying).result;
    },

    /** The account was held since. */
    forget: (account: PublishingAccount): void => void outcomes.delete(keyOf(account)),
  };
}

const mayImprove = (result: TrialResult): boolean =>
  result?.kind !== 'accepted' || !result.takesStories;

/** An error that says nothing about the account is no result. */
const unrelated: ReadonlySet<string> = new Set([
  'transient',
  'rate_limited',
  'app_limited',
  'bug',
  'not_ready',
]);

const toResult = ({ issue }: InstagramError): TrialResult =>
  unrelated.has(issue.class) ? undefined : { kind: 'refused', code: issue.code };
