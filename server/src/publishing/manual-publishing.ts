import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { ConnectedAccount } from '../instagram/connection/accounts.ts';
import { findIssueByCode, type InstagramIssue } from '../instagram/graph/errors.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { InstagramPublishing } from '../instagram/graph/publishing.ts';
import type { AccountMedia, ReadingAccount } from '../instagram/graph/reader.ts';
import type { PostRow } from '../platform/database/tables.ts';
import { holdForReconnect } from './account-check.ts';
import { matchManualMedia, type ManualMatch } from './manual-publishing.rules.ts';
import { unverifiable, type Transition } from './transitions.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import type { PreviousState } from './fenced-post.ts';
import { CLOCK_SKEW_MS, productTypeOf, retryDelayMs } from './publishing.rules.ts';

/** An outage window is reconciled first. */
export const transitionWhileManual = (post: ClaimedPost): Transition | undefined =>
  post.manual_since === null || post.outage_since !== null ? undefined : { kind: 'by-hand' };

/** A post under manual publishing passes to its owner if it is certainly not published. */
export function transitionAfterReconciling(post: ClaimedPost, transition: Transition): Transition {
  if (post.manual_since === null) return transition;
  const isUnpublished =
    transition.kind === 'publish-again' ||
    transition.kind === 'prepare-again' ||
    (transition.kind === 'ended' && transition.issue.code !== UNVERIFIABLE);
  return isUnpublished ? { kind: 'by-hand' } : transition;
}

/** @throws InstagramError */
export async function listOwnerMedia(
  account: ReadingAccount,
  since: Date,
  kinds: { stories: boolean; others: boolean },
  publishing: Pick<InstagramPublishing, 'mediaSince' | 'liveStories'>,
): Promise<AccountMedia[]> {
  const from = new Date(since.getTime() - CLOCK_SKEW_MS);
  const [media, stories] = await Promise.all([
    kinds.others ? publishing.mediaSince(account, from) : [],
    kinds.stories ? publishing.liveStories(account) : [],
  ]);
  return [...media, ...stories].filter(({ publishedAt }) => publishedAt >= from);
}

export async function findManualMatch(
  post: PostRow,
  media: readonly AccountMedia[],
  { containers, conflictingPosts }: Pick<StepDependencies, 'containers' | 'conflictingPosts'>,
): Promise<ManualMatch> {
  const from = (post.manual_prompted_at?.getTime() ?? 0) - CLOCK_SKEW_MS;
  const candidates = media.filter(
    ({ productType, publishedAt }) =>
      productType === productTypeOf(post) && publishedAt.getTime() >= from,
  );
  if (candidates.length === 0) return { kind: 'none' };
  const bound = await containers.findBoundMedia(candidates.map(({ id }) => id));
  const unboundMedia = candidates.filter(({ id }) => !bound.has(id));
  if (unboundMedia.length === 0) return { kind: 'none' };
  const match = matchManualMedia(post, unboundMedia);
  if (match.kind !== 'found' || !(await conflictingPosts.hasIdenticalManualPost(post)))
    return match;
  return { kind: 'unclear' };
}

/** Prevents a second publication. Undefined when the account shows no such medium. */
export async function detectManualPublication(
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition | undefined> {
  if (post.manual_prompted_at === null) return undefined;
  const isStory = post.media_type === 'STORIES';
  try {
    const kinds = { stories: isStory, others: !isStory };
    const media = await listOwnerMedia(account, post.manual_prompted_at, kinds, deps.publishing);
    const match = await findManualMatch(post, media, deps);
    if (match.kind === 'found') {
      return { kind: 'published', mediaId: match.mediaId, isVerified: true, isManual: true };
    }
    if (match.kind === 'unclear') {
      const mayBeOurs = await deps.conflictingPosts.hasUnrecordedCall(post, account.igUserId);
      return mayBeOurs ? waitForOtherOutcome(post) : unverifiable;
    }
    await deps.repository.recordManualCheck(post);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { issue } = error;
    if (issue.class === 'reconnect') return holdForReconnect(issue, account, deps);
    return { kind: 'wait', ms: retryDelayMs(post.poll_count), issue, isPoll: true };
  }
}

/** The medium may be that of another post, whose outcome will be known soon. */
const waitForOtherOutcome = (post: ClaimedPost): Transition => ({
  kind: 'wait',
  ms: retryDelayMs(post.poll_count),
  isPoll: true,
  isDelayedByInstagram: true,
  keepsIssue: true,
});

export type ManualPromptReason = 'ended' | 'late' | 'reconciling';

/** No offer of manual publishing: these issues depend on the owner, or the outcome is unknown. */
const unsuitableForManual: ReadonlySet<string> = new Set([
  'no-account',
  'other-account',
  'media-refused',
  UNVERIFIABLE,
]);
/** The post waits for our own work, or for another post of its account. */
const internalDelayCodes: ReadonlySet<string> = new Set(['converting', 'behind-identical-post']);

const temporaryClasses: ReadonlySet<InstagramIssue['class']> = new Set([
  'transient',
  'not_ready',
  'new_container',
  'bug',
]);

const hasForecast = (
  transition: Extract<Transition, { kind: 'wait' | 'publish-again' }>,
): boolean => {
  const kind = findIssueByCode(transition.issue?.code ?? null)?.class;
  return (
    kind === 'rate_limited' ||
    kind === 'quota' ||
    (transition.kind === 'wait' && transition.forecastMs !== undefined)
  );
};

const MANUAL_PROMPT_AFTER_MS = 10 * 60_000;

/** Applies once for each due time, and never to a post that awaits approval. */
export function manualPromptReason(
  transition: Transition,
  previous: Pick<
    PreviousState,
    'publication_state' | 'since_due_ms' | 'is_notified' | 'is_by_hand' | 'is_awaiting'
  >,
): ManualPromptReason | undefined {
  if (previous.is_notified || previous.is_by_hand || previous.is_awaiting) return undefined;
  if (transition.kind === 'ended') {
    // Before the due time another file or caption still allows a punctual publication.
    const isFixableInTime =
      previous.since_due_ms < 0 && ['change_media', 'edit'].includes(transition.issue.action);
    return isFixableInTime || unsuitableForManual.has(transition.issue.code) ? undefined : 'ended';
  }
  const isLate = previous.since_due_ms >= MANUAL_PROMPT_AFTER_MS;
  if (transition.kind === 'publish-again') {
    return isLate && transition.uncountedReason !== 'never-sent' && !hasForecast(transition)
      ? 'late'
      : undefined;
  }
  if (transition.kind !== 'wait') return undefined;
  const code = transition.issue?.code ?? '';
  if (previous.publication_state === 'reconciling' || previous.publication_state === 'publishing') {
    return isLate || findIssueByCode(code)?.class === 'reconnect' ? 'reconciling' : undefined;
  }
  if (internalDelayCodes.has(code) || unsuitableForManual.has(code) || hasForecast(transition))
    return undefined;
  const kind = findIssueByCode(code)?.class;
  // These issues do not end by waiting.
  if (kind === 'reconnect' || kind === 'blocked') {
    return previous.since_due_ms >= 0 ? 'late' : undefined;
  }
  const isDelayedByInstagram =
    transition.isDelayedByInstagram === true || (kind !== undefined && temporaryClasses.has(kind));
  return isDelayedByInstagram && isLate ? 'late' : undefined;
}

export const canPublishManually = (post: {
  status: PostRow['status'];
  is_past: boolean;
  error_code: string | null;
}): boolean => {
  if (post.status === 'pending') return post.is_past;
  const isOver = post.status === 'failed' || post.status === 'error' || post.status === 'expired';
  return isOver && !unsuitableForManual.has(post.error_code ?? '');
};
