import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import { unapprovedIssue, type PostIssue } from '../post-issues.ts';
import type { Publication, PublicationPost } from '../state.ts';

const LATE = 'late';
const NO_ANSWER_CAUSE = 'O Instagram não respondeu como devia.';
const UNKNOWN_OUTCOME_NOTE =
  'Ainda não sabemos se este post saiu. Antes de publicar, veja se ele já está na sua conta.';
const UNCONFIRMED_CAUSE =
  'O Instagram não está aceitando publicações, e este post ainda não saiu. Continuamos tentando.';

/** @returns undefined when the issue is only displayed */
export function issueNotification(
  { post }: Publication,
  { notificationKey, isAccountWide, code, cause, action }: PostIssue,
): WorkspaceNotification | undefined {
  if (notificationKey === undefined) return undefined;
  return {
    kind: 'issue',
    workspaceId: post.workspaceId,
    postId: isAccountWide === true ? null : post.id,
    dedupeKey: notificationKey,
    code,
    message: cause,
    action,
  };
}

export const endNotification = (
  { post, fence }: Publication,
  { code, cause, action }: PostIssue,
): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId: post.workspaceId,
  postId: post.id,
  dedupeKey: `ended:${post.id}:${fence}`,
  code,
  message: cause,
  action,
});

export const pauseHoldNotification = (
  { id, workspaceId }: PublicationPost,
  pauseId: string | null,
): WorkspaceNotification => ({
  kind: HELD_BY_PAUSE,
  workspaceId,
  postId: id,
  pauseId,
});

export const unapprovedNotification = ({ post, fence }: Publication): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId: post.workspaceId,
  postId: post.id,
  dedupeKey: `unapproved:${post.id}:${fence}`,
  code: unapprovedIssue.code,
  message: unapprovedIssue.cause,
  action: 'wait',
});

/** The offer of manual publishing for a post that is late. */
export const lateNotification = (
  { post, fence }: Publication,
  issue: PostIssue | undefined,
  reason: 'late' | 'reconciling',
): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId: post.workspaceId,
  postId: post.id,
  dedupeKey: `manual:${post.id}:${fence}`,
  code: issue?.code ?? LATE,
  message:
    reason === 'reconciling'
      ? `${issue?.cause ?? NO_ANSWER_CAUSE} ${UNKNOWN_OUTCOME_NOTE}`
      : (issue?.cause ?? UNCONFIRMED_CAUSE),
  action: issue?.action ?? 'wait',
  hasManualPublishing: true,
});
