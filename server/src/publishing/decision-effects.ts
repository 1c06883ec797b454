import { APPROVED_LATE, UNAPPROVED } from '@pontual/contract/posts/issue-codes.ts';
import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { StateChange } from './decisions.ts';
import type { PostEventKind } from './events.ts';
import { faultOf } from './fault.rules.ts';
import type { ManualPromptReason } from './manual-prompt.rules.ts';
import { pauseHoldNotification } from './pause-hold.ts';
import { UNAPPROVED_CAUSE } from './post-issues.ts';
import { preparationOf, type Publication, type PublicationPost } from './state.ts';
import type { Effect } from './transition-outcome.ts';

export function effectsOf(
  before: Publication,
  decision: StateChange,
  promptReason: ManualPromptReason | undefined,
  now: Date,
): Effect[] {
  const effects = [...historyOf(before, decision, now), ...recordsOf(before, decision)];
  const notification = issueNotification(before, decision);
  const notifications =
    promptReason === undefined
      ? [notification]
      : withManualOffer(before, decision, notification, promptReason);
  for (const each of notifications) {
    if (each !== undefined) effects.push({ kind: 'notify', notification: each });
  }
  return effects;
}

/** What other tables say of the post. */
function recordsOf({ state }: Publication, decision: StateChange): Effect[] {
  switch (decision.kind) {
    case 'become_prepared':
      return [{ kind: 'adopt_containers', ids: decision.containerIds }];
    case 'become_published': {
      const id = preparationOf(state)?.container ?? null;
      return id === null || decision.isManual ? [] : [{ kind: 'container_published', id }];
    }
    case 'end': {
      const isOurs = faultOf(decision.outcome, decision.issue) === 'ours';
      return [...decision.effects, ...(isOurs ? [{ kind: 'count_failure' } as const] : [])];
    }
    case 'prepare_again':
    case 'hand_over':
      return decision.effects;
    case 'wait':
    case 'confirm_automatic':
    case 'clear_outage':
    case 'reconcile':
    case 'call_again':
    case 'return_missed':
    case 'return_unapproved':
      return [];
  }
}

function historyOf(before: Publication, decision: StateChange, now: Date): Effect[] {
  const entry = (event: PostEventKind, detail?: Record<string, unknown>): Effect[] => [
    { kind: 'history', event, detail },
  ];
  switch (decision.kind) {
    case 'become_prepared':
      return entry('prepared');
    case 'reconcile':
      return entry('unanswered', { code: decision.code });
    case 'call_again':
      return decision.uncountedReason === 'never_sent' ? [] : entry('publish_again');
    case 'become_published': {
      const kind = decision.isVerified ? 'verified' : 'published';
      const lateMs = now.getTime() - before.post.dueAt.getTime();
      return entry(decision.isManual ? 'published_manually' : kind, { lateMs });
    }
    case 'end':
      return entry('ended', { status: decision.outcome, cause: decision.issue.cause });
    case 'wait':
      // One event for each reason, however often the post is checked.
      return decision.issue === undefined || decision.issue.code === before.issue?.code
        ? []
        : entry('waiting', { cause: decision.issue.cause });
    case 'return_missed':
      return isKnownToAuthor(before) ? [] : entry('held');
    case 'return_unapproved':
      return entry('unapproved');
    case 'hand_over':
      return entry('manual');
    case 'prepare_again':
    case 'clear_outage':
    case 'confirm_automatic':
      return [];
  }
}

/** An approval that came too late has said so. */
const isKnownToAuthor = ({ issue }: Publication): boolean => issue?.code === APPROVED_LATE;

function issueNotification(
  before: Publication,
  decision: StateChange,
): NewNotification | undefined {
  const { post, fence } = before;
  if (decision.kind === 'return_missed') {
    return isKnownToAuthor(before) ? undefined : pauseHoldNotification(post, decision.pauseId);
  }
  if (decision.kind === 'return_unapproved') return unapprovedNotification(post, fence);
  const issue = 'issue' in decision ? decision.issue : undefined;
  const dedupeKey =
    decision.kind === 'end' ? `ended:${post.id}:${fence}` : (issue?.notificationKey ?? undefined);
  if (issue === undefined || dedupeKey === undefined) return undefined;
  const isAboutAccount = issue.isAccountWide === true && decision.kind !== 'end';
  return {
    workspaceId: post.workspaceId,
    postId: isAboutAccount ? null : post.id,
    dedupeKey,
    code: issue.code,
    message: issue.cause,
    action: issue.action,
  };
}

const unapprovedNotification = (
  { id, workspaceId }: PublicationPost,
  fence: number,
): NewNotification => ({
  workspaceId,
  postId: id,
  dedupeKey: `unapproved:${id}:${fence}`,
  code: UNAPPROVED,
  message: UNAPPROVED_CAUSE,
  action: 'wait',
});

/** An end with an offer of manual publishing is one notification; a late post gets a separate one. */
function withManualOffer(
  before: Publication,
  decision: StateChange,
  notification: NewNotification | undefined,
  promptReason: ManualPromptReason,
): readonly (NewNotification | undefined)[] {
  if (promptReason === 'ended')
    return [notification && { ...notification, hasManualPublishing: true }];
  const { post, fence } = before;
  const issue = 'issue' in decision ? decision.issue : undefined;
  const lateNotification: NewNotification = {
    workspaceId: post.workspaceId,
    postId: post.id,
    dedupeKey: `manual:${post.id}:${fence}`,
    code: issue?.code ?? LATE,
    message:
      promptReason === 'reconciling'
        ? `${issue?.cause ?? NO_ANSWER_CAUSE} ${UNKNOWN_OUTCOME_NOTE}`
        : (issue?.cause ?? UNCONFIRMED_CAUSE),
    action: issue?.action ?? 'wait',
    hasManualPublishing: true,
  };
  // The notification of the account reports the same issue; that of the post offers manual publishing.
  return [notification, lateNotification];
}

const LATE = 'late';
const NO_ANSWER_CAUSE = 'O Instagram não respondeu como devia.';
const UNKNOWN_OUTCOME_NOTE =
  'Ainda não sabemos se este post saiu. Antes de publicar, veja se ele já está na sua conta.';
const UNCONFIRMED_CAUSE =
  'O Instagram não está aceitando publicações, e este post ainda não saiu. Continuamos tentando.';
