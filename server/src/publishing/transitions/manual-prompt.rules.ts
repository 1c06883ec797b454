import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import { findIssueByCode, type InstagramIssue } from '../../instagram/graph/errors.ts';
import type { PostRow } from '../../platform/database/rows.ts';
import { uploadingIssue } from '../post-issues.ts';
import type { StateChange } from './decisions.ts';
import { isInFlight, type Publication } from '../state.ts';

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

const hasForecast = (decision: Extract<StateChange, { kind: 'wait' | 'call_again' }>): boolean => {
  const kind = findIssueByCode(decision.issue?.code ?? null)?.class;
  return (
    kind === 'rate_limited' ||
    kind === 'app_limited' ||
    kind === 'quota' ||
    (decision.kind === 'wait' && decision.forecastMs !== undefined)
  );
};

/** The attempts follow once a minute: the owner is told within ten. */
const MANUAL_PROMPT_AFTER_MS = 9 * 60_000;

/** Applies once for each due time, and never to a post that awaits approval. */
export function manualPromptReason(
  decision: StateChange,
  { post, state, holds, offeredFor }: Pick<Publication, 'post' | 'state' | 'holds' | 'offeredFor'>,
  now: Date,
): ManualPromptReason | undefined {
  const isOffered = offeredFor?.getTime() === post.dueAt.getTime();
  if (isOffered || holds.manual !== null || holds.approval !== null) return undefined;
  const sinceDueMs = now.getTime() - post.dueAt.getTime();
  if (decision.kind === 'end') {
    // Before the due time another file or caption still allows a punctual publication.
    const isFixableInTime =
      sinceDueMs < 0 && ['change_media', 'edit'].includes(decision.issue.action);
    return isFixableInTime || unsuitableForManual.has(decision.issue.code) ? undefined : 'ended';
  }
  const isLate = sinceDueMs >= MANUAL_PROMPT_AFTER_MS;
  if (decision.kind === 'call_again') {
    return isLate && decision.uncountedReason !== 'never_sent' && !hasForecast(decision)
      ? 'late'
      : undefined;
  }
  if (decision.kind !== 'wait') return undefined;
  const code = decision.issue?.code ?? '';
  if (isInFlight(state)) {
    return isLate || findIssueByCode(code)?.class === 'reconnect' ? 'reconciling' : undefined;
  }
  if (internalDelayCodes.has(code) || unsuitableForManual.has(code) || hasForecast(decision))
    return undefined;
  const kind = findIssueByCode(code)?.class;
  // These issues do not end by waiting.
  if (kind === 'reconnect' || kind === 'blocked') return sinceDueMs >= 0 ? 'late' : undefined;
  const isBeingTried =
    decision.isDelayedByInstagram === true ||
    code === uploadingIssue.code ||
    (kind !== undefined && temporaryClasses.has(kind));
  return isBeingTried && isLate ? 'late' : undefined;
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
