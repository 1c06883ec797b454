import * as z from 'zod';
import { SAMPLE_ID, type MediaLinks } from '../../media/links.ts';
import { SAMPLE } from '../../media/uploads/sample.ts';
import type { CallLimiter } from '../graph/call-limiter.ts';
import { isPermissionError } from '../graph/errors.ts';
import { InstagramError, type Graph } from '../graph/graph.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import type { TrialResult } from './readiness.rules.ts';

/** Instagram downloads the picture before it answers. */
const TIMEOUT_MS = 8000;
/** About one download in eight fails at random. */
const DOWNLOADS = 3;
const UNFETCHED = /^(9004|-2)(\/|$)/;

export type TryPosting = (account: PublishingAccount) => Promise<TrialResult>;

/**
 * Only a container shows whether an account may publish, takes stories, and whether Instagram reaches our
 * address. The container of the sample image is never published and expires.
 */
export function createTrial(deps: {
  graph: Graph;
  callLimiter: CallLimiter;
  links: MediaLinks;
}): TryPosting {
  const { graph, callLimiter, links } = deps;

  /** Null when the container is accepted. */
  async function createOnce(
    { igUserId, login: host, token }: PublishingAccount,
    params: Record<string, string>,
  ): Promise<InstagramError | null> {
    try {
      await callLimiter.runCreate(igUserId, () =>
        graph.call('POST', `${igUserId}/media`, {
          host,
          token,
          params: { image_url: links.forContainer(SAMPLE_ID, SAMPLE.contentType), ...params },
          answer: z.object({ id: z.string() }),
          timeoutMs: TIMEOUT_MS,
        }),
      );
      return null;
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      // The account is not to blame for the sample, and Instagram has fetched it.
      return error.issue.class === 'content' ? null : error;
    }
  }

  async function create(
    account: PublishingAccount,
    params: Record<string, string>,
  ): Promise<InstagramError | null> {
    for (let left = DOWNLOADS - 1; ; left -= 1) {
      const refusal = await createOnce(account, params);
      if (left === 0 || refusal === null || !UNFETCHED.test(refusal.issue.code)) return refusal;
    }
  }

  return async (account) => {
    const story = await create(account, { media_type: 'STORIES' });
    if (story === null) return { kind: 'accepted', takesStories: true };
    if (!isPermissionError(story.issue)) return toResult(story);
    const post = await create(account, {});
    return post === null ? { kind: 'accepted', takesStories: false } : toResult(post);
  };
}

/** An error that says nothing about the account is no result. */
const unrelated: ReadonlySet<string> = new Set(['transient', 'rate_limited', 'bug', 'not_ready']);

const toResult = ({ issue }: InstagramError): TrialResult =>
  unrelated.has(issue.class) ? undefined : { kind: 'refused', code: issue.code };
