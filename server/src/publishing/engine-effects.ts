import type { NewNotification } from '../notifications/notifications.repository.ts';
import { unapprovedNotification } from './awaiting-approval.ts';
import type { PostEventKind } from './events.ts';
import { faultOf } from './fault.rules.ts';
import type { ManualPromptReason } from './manual-prompt.rules.ts';
import { pauseHoldNotification } from './pause-hold.ts';
import type { Publication } from './state.ts';
import type { Effect } from './transition-outcome.ts';
import type { Transition } from './transitions.ts';

export function effectsOf(
  before: Publication,
  event: Transition,
  promptReason: ManualPromptReason | undefined,
  now: Date,
): Effect[] {
  const effects = historyOf(before, event, now);
  if (event.kind === 'prepared') {
    effects.push({ kind: 'adopt_containers', ids: event.containerIds });
  }
  if (event.kind === 'ended' && faultOf(event.status, event.issue) === 'ours') {
    effects.push({ kind: 'count_failure' });
  }
  const notification = issueNotification(before, event);
  const notifications =
    promptReason === undefined
      ? [notification]
      : withManualOffer(before, event, notification, promptReason);
  for (const each of notifications) {
    if (each !== undefined) effects.push({ kind: 'notify', notification: each });
  }
  return effects;
}

function historyOf(before: Publication, event: Transition, now: Date): Effect[] {
  const entry = (kind: PostEventKind, detail?: Record<string, unknown>): Effect[] => [
    { kind: 'history', event: kind, detail },
  ];
  switch (event.kind) {
    case 'prepared':
      return entry('prepared');
    case 'reconciling':
      return entry('unanswered', { code: event.code });
    case 'publish-again':
      return event.uncountedReason === 'never-sent' ? [] : entry('publish_again');
    case 'published': {
      const kind = event.isVerified ? 'verified' : 'published';
      const lateMs = now.getTime() - before.post.dueAt.getTime();
      return entry(event.isManual ? 'published_manually' : kind, { lateMs });
    }
    case 'ended':
      return entry('ended', { status: event.status, cause: event.issue.cause });
    case 'wait':
    case 'prepare-again':
      // One event for each reason, however often the post is checked.
      return event.issue === undefined || event.issue.code === before.issue?.code
        ? []
        : entry('waiting', { cause: event.issue.cause });
    case 'held':
      return event.isNotified ? [] : entry('held');
    case 'unapproved':
      return entry('unapproved');
    case 'by-hand':
      return entry('manual');
    case 'outage_cleared':
      return [];
  }
}

function issueNotification(
  { post, fence }: Publication,
  event: Transition,
): NewNotification | undefined {
  if (event.kind === 'held')
    return event.isNotified ? undefined : pauseHoldNotification(post, event.pauseId);
  if (event.kind === 'unapproved') return unapprovedNotification(post, fence);
  const issue = 'issue' in event ? event.issue : undefined;
  const dedupeKey =
    event.kind === 'ended' ? `ended:${post.id}:${fence}` : (issue?.notificationKey ?? undefined);
  if (issue === undefined || dedupeKey === undefined) return undefined;
  const isAboutAccount = issue.isAccountWide === true && event.kind !== 'ended';
  return {
    workspaceId: post.workspaceId,
    postId: isAboutAccount ? null : post.id,
    dedupeKey,
    code: issue.code,
    message: issue.cause,
    action: issue.action,
  };
}

/** An end with an offer of manual publishing is one notification; a late post gets a separate one. */
function withManualOffer(
  before: Publication,
  event: Transition,
  notification: NewNotification | undefined,
  promptReason: ManualPromptReason,
): readonly (NewNotification | undefined)[] {
  if (promptReason === 'ended')
    return [notification && { ...notification, hasManualPublishing: true }];
  const { post, fence } = before;
  const issue = 'issue' in event ? event.issue : undefined;
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
