import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { PostEvent } from './events.ts';
import type { UnpublishedTransition } from './transition-columns.ts';
import { unapprovedNotification } from './awaiting-approval.ts';
import type { ManualPromptReason } from './manual-publishing.ts';
import { pauseHoldNotification } from './pause-hold.ts';
import type { PreviousState, FencedPost } from './fenced-post.ts';

export function eventsForTransition(
  post: FencedPost,
  transition: UnpublishedTransition,
  previous: PreviousState,
): PostEvent[] {
  const postId = post.id;
  switch (transition.kind) {
    case 'prepared':
      return [{ postId, kind: 'prepared' }];
    case 'reconciling':
      return [{ postId, kind: 'unanswered', detail: { code: transition.code } }];
    case 'publish-again':
      return transition.uncountedReason === 'never-sent' ? [] : [{ postId, kind: 'publish_again' }];
    case 'ended':
      return [
        {
          postId,
          kind: 'ended',
          detail: { status: transition.status, cause: transition.issue.cause },
        },
      ];
    case 'wait':
    case 'prepare-again':
      // One event for each reason, however often the post is checked.
      return transition.issue === undefined || transition.issue.code === previous.error_code
        ? []
        : [{ postId, kind: 'waiting', detail: { cause: transition.issue.cause } }];
    case 'held':
      return transition.isNotified ? [] : [{ postId, kind: 'held' }];
    case 'unapproved':
      return [{ postId, kind: 'unapproved' }];
    case 'by-hand':
      return [{ postId, kind: 'manual' }];
    case 'seen':
      return [];
  }
}

function notificationFor(
  post: FencedPost,
  transition: UnpublishedTransition,
): NewNotification | undefined {
  if (transition.kind === 'held')
    return transition.isNotified ? undefined : pauseHoldNotification(post, transition.pauseId);
  if (transition.kind === 'unapproved') return unapprovedNotification(post);
  const issue = 'issue' in transition ? transition.issue : undefined;
  const dedupeKey =
    transition.kind === 'ended'
      ? `ended:${post.id}:${post.fence}`
      : (issue?.notificationKey ?? undefined);
  if (issue === undefined || dedupeKey === undefined) return undefined;
  const isAboutAccount = issue.isAccountWide === true && transition.kind !== 'ended';
  return {
    workspaceId: post.workspace_id,
    postId: isAboutAccount ? null : post.id,
    dedupeKey,
    code: issue.code,
    message: issue.cause,
    action: issue.action,
  };
}

/** An end with an offer of manual publishing is one notification; a late post gets a separate one. */
export function notificationsFor(
  post: FencedPost,
  transition: UnpublishedTransition,
  manualPrompt: ManualPromptReason | undefined,
): readonly NewNotification[] {
  const notification = notificationFor(post, transition);
  if (manualPrompt === undefined) return notification === undefined ? [] : [notification];
  if (manualPrompt === 'ended')
    return notification === undefined ? [] : [{ ...notification, hasManualPublishing: true }];
  const issue = 'issue' in transition ? transition.issue : undefined;
  const lateNotification: NewNotification = {
    workspaceId: post.workspace_id,
    postId: post.id,
    dedupeKey: `manual:${post.id}:${post.fence}`,
    code: issue?.code ?? LATE,
    message:
      manualPrompt === 'reconciling'
        ? `${issue?.cause ?? NO_ANSWER_CAUSE} ${UNKNOWN_OUTCOME_NOTE}`
        : (issue?.cause ?? UNCONFIRMED_CAUSE),
    action: issue?.action ?? 'wait',
    hasManualPublishing: true,
  };
  // The notification of the account reports the same issue; that of the post offers manual publishing.
  return notification === undefined ? [lateNotification] : [notification, lateNotification];
}

const LATE = 'late';
const NO_ANSWER_CAUSE = 'O Instagram não respondeu como devia.';
const UNKNOWN_OUTCOME_NOTE =
  'Ainda não sabemos se este post saiu. Antes de publicar, veja se ele já está na sua conta.';
const UNCONFIRMED_CAUSE =
  'O Instagram não está aceitando publicações, e este post ainda não saiu. Continuamos tentando.';
