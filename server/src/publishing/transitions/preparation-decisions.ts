import {
  findIssueByCode,
  isRefusedDespitePermission,
  storyRefused,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import {
  dueInMs,
  endAfter,
  endUnverifiable,
  endWith,
  failWith,
  mayBeTemporary,
  retryLater,
  type EngineDecision,
} from './decisions.ts';
import type { OutageMedia, OwnContainers, PreparationReading } from '../observations.ts';
import {
  containerBudgetIssue,
  copyrightIssue,
  exhaustedIssue,
  queuedUploadIssue,
  quotaAheadIssue,
  refusingIssue,
  RETRYING_STORY_CAUSE,
  toEndOfBug,
  toPostIssue,
  toRetriedIssue,
  uploadingIssue,
} from '../post-issues.ts';
import {
  ACCOUNT_THROTTLE_MS,
  MAX_CONTAINERS,
  MIN_FAILING_MS,
  pollDelayMs,
  POLLS_BEFORE_REFUSAL_NOTICE,
  retryDelayMs,
  UPLOAD_TURN_MS,
} from '../publishing.rules.ts';
import type { ActiveState, Publication } from '../state.ts';

type Failure = { issue: InstagramIssue; label: string | undefined };

export function decideContainers(
  publication: Publication<ActiveState>,
  reading: PreparationReading,
): EngineDecision {
  const { state, issue } = publication;
  switch (reading.kind) {
    case 'ready':
      return becomePrepared(publication, reading);
    case 'created':
      return { kind: 'wait', ms: pollDelayMs(0) };
    case 'uploaded':
      return { kind: 'wait', ms: pollDelayMs(0), restartsPolls: true };
    case 'uploading': {
      if (reading.progress === 'interrupted') return retryLater(publication, uploadingIssue);
      const isQueued = reading.progress === 'queued';
      return {
        kind: 'wait',
        ms: UPLOAD_TURN_MS,
        issue: isQueued ? queuedUploadIssue : uploadingIssue,
      };
    }
    case 'processing': {
      const ms = pollDelayMs(state.polls);
      return { kind: 'wait', ms, isPoll: true, isDelayedByInstagram: true };
    }
    case 'overtaken':
      return { kind: 'wait', ms: 0 };
    case 'over_budget': {
      const ms = ACCOUNT_THROTTLE_MS.quota;
      const issueToShow = containerBudgetIssue;
      return { kind: 'wait', ms, isDelayedByInstagram: true, forecastMs: ms, issue: issueToShow };
    }
    case 'exhausted':
      return endAfter(issue?.code, endWith('failed', exhaustedIssue(reading)));
    case 'refused':
      return failWith(reading.issue, reading.label);
    case 'lost':
      return replaceContainer(publication, reading);
    case 'published_unasked':
      return reconcileUnasked(reading.container);
    case 'child_published':
      return endUnverifiable;
  }
}

function becomePrepared(
  { post }: Publication<ActiveState>,
  reading: Extract<PreparationReading, { kind: 'ready' }>,
): EngineDecision {
  const { account, preparation, containerIds, exhaustedQuota } = reading;
  const prepared = { kind: 'become_prepared', preparation, containerIds } as const;
  if (reading.hasCopyrightMatch) return { ...prepared, issue: copyrightIssue(post) };
  return exhaustedQuota === null
    ? prepared
    : { ...prepared, issue: quotaAheadIssue(post, account, exhaustedQuota) };
}

/** Repeated failures send an email, because they may be Instagram's fault. Then they do not expire the post. */
function replaceContainer(
  { post }: Publication<ActiveState>,
  { issue, label, failures }: Extract<PreparationReading, { kind: 'lost' }>,
): EngineDecision {
  const issueToShow = toPostIssue(issue, label);
  const notificationKey = `container:${post.id}:${post.revision}`;
  return {
    kind: 'wait',
    ms: retryDelayMs(failures),
    // A refusal to read the containers lasts beyond each of them.
    ...(findIssueByCode(issue.code)?.class === 'new_container' ? { restartsPolls: true } : {}),
    ...(issue.fileFailure === 'unfetched' ? {} : { isDelayedByInstagram: true }),
    issue: failures + 1 < MAX_CONTAINERS ? issueToShow : { ...issueToShow, notificationKey },
  };
}

/** Instagram has published it without our record, as after a restored backup: no other one is created. */
const reconcileUnasked = (container: { id: string; account: string }): EngineDecision => ({
  kind: 'reconcile',
  ms: 0,
  code: 'published-unasked',
  container,
});

/** Instagram did not answer a call of the preparation as it should. */
export function decideAfterFailure(
  publication: Publication<ActiveState>,
  { issue, label }: Failure,
  now: Date,
): EngineDecision {
  const issueToShow = toRetriedIssue(issue, label);
  switch (issue.class) {
    case 'transient':
      return retryLater(
        publication,
        isLasting(issue, publication) ? refusingIssue(publication.post, issue) : issueToShow,
      );
    case 'not_ready':
    case 'new_container':
      return retryLater(publication, issueToShow);
    case 'app_limited':
      // The next step finds until when.
      return {
        ...retryLater(publication, issueToShow),
        isDelayedByInstagram: true,
        forecastMs: issue.waitMs ?? ACCOUNT_THROTTLE_MS.rate_limited,
      };
    case 'rate_limited':
    case 'quota': {
      const ms = issue.waitMs ?? ACCOUNT_THROTTLE_MS[issue.class];
      const limit = toPostIssue(issue, undefined);
      return { kind: 'wait', ms, issue: limit, isDelayedByInstagram: true, forecastMs: ms };
    }
    case 'content':
      return issue.code === storyRefused.code
        ? decideAfterStoryRefusal(publication, { issue, label }, now)
        : failWith(issue, label);
    case 'bug':
      return mayBeTemporary(issue, publication)
        ? retryLater(publication, issueToShow)
        : endWith('error', toEndOfBug(issue, label));
    case 'reconnect':
    case 'blocked':
      throw new Error(`${issue.class} is a refusal of the account`);
  }
}

/** Instagram goes on refusing a valid authorization: an outage, or a change that only the owner knows of. */
const isLasting = ({ code }: InstagramIssue, { state }: Publication<ActiveState>): boolean =>
  isRefusedDespitePermission(code) && state.polls >= POLLS_BEFORE_REFUSAL_NOTICE;

/**
 * An outage refuses the stories of every account in the same way, so the post is retried until after its due
 * time.
 */
function decideAfterStoryRefusal(
  publication: Publication<ActiveState>,
  { issue, label }: Failure,
  now: Date,
): EngineDecision {
  const { id, revision } = publication.post;
  const retryingIssue = { ...toPostIssue(issue, label), cause: RETRYING_STORY_CAUSE };
  if (mayBeTemporary(issue, publication)) return retryLater(publication, retryingIssue);
  return dueInMs(publication, now) <= -MIN_FAILING_MS
    ? failWith(issue, label)
    : retryLater(publication, { ...retryingIssue, notificationKey: `story:${id}:${revision}` });
}

/** The media of the account in the outage window decide before anything is published again. */
export function decideOutageMedia(media: OutageMedia): EngineDecision {
  const { account, isIdentified } = media;
  const [only, ...others] = media.ids;
  // A story or a post without a caption may be any publication of the owner.
  return only !== undefined && others.length === 0 && isIdentified
    ? { kind: 'become_published', mediaId: only, account, isVerified: true }
    : { kind: 'task', task: { kind: 'read_own_containers', media } };
}

export function decideOwnContainers(
  publication: Publication<ActiveState>,
  { at, ids, account, isRestored }: OutageMedia,
  { published, isOneUnpublished }: OwnContainers,
): EngineDecision {
  if (published !== null) return reconcileUnasked({ id: published, account });
  // A post that was not due had no reason to be published in an outage. Before a restore workers were
  // running, and its owner may have published it at once.
  const isEarly = dueInMs(publication, at) > 0 && !isRestored;
  return ids.length === 0 || isOneUnpublished || isEarly
    ? { kind: 'clear_outage' }
    : endUnverifiable;
}
