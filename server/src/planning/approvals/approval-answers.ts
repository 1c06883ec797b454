import type { Verdict } from '@pontual/contract/posts/posts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { notify } from '../../notifications/notify.ts';
import { hashContent, snapshotContent, hashForApproval } from '../../posts/content/content.ts';
import type { ListedPost } from '../../posts/listing/posts.repository.ts';
import { editRefusal } from '../../posts/listing/posts.rules.ts';
import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import type { PostIssue } from '../../publishing/post-issues.ts';
import type { OwnerChanges } from '../../publishing/changes/owner-changes.ts';
import { checkApprover } from './approval-rule.ts';
import { withLinkSuffix } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

export interface ApprovalAnswer {
  verdict: Verdict;
  note: string;
  contentHash: string;
  name: string;
  userId: string | null;
}

/** The lease of a worker does not count while an approval is outstanding: that worker does not publish. */
export const isApprovalClosed = (post: ListedPost): boolean =>
  editRefusal(post.awaiting_since === null ? post : { ...post, in_hand: false }) !== undefined;

/**
 * Records an answer with its content snapshot and passes it to the engine. The caller has locked the post.
 * @throws AppError NOT_FOUND, VALIDATION, APPROVAL_OVER, APPROVAL_CHANGED, APPROVAL_BY_OTHER or
 * APPROVAL_BY_MEMBER
 */
export async function recordAnswer(
  tx: Tx,
  loadedPost: ListedPost,
  answer: ApprovalAnswer,
  ownerChanges: OwnerChanges,
): Promise<void> {
  const { id: postId, workspace_id: workspaceId } = loadedPost;
  const { verdict, userId } = answer;
  const approvals = createApprovalsRepository(tx);
  const parties = createPartiesRepository(tx);
  const account = await parties.findInstagramAccount(postId);
  const post = { ...loadedPost, account };
  if ((await approvals.find(postId)) === undefined) throw new AppError('NOT_FOUND');
  if (isApprovalClosed(post)) throw new AppError('APPROVAL_OVER');
  if (hashForApproval(post) !== answer.contentHash) throw new AppError('APPROVAL_CHANGED');
  if (verdict === 'approved') await checkApprover(tx, { workspaceId, postId, userId });
  const hash = hashContent(post);
  const note = answer.note === '' ? null : answer.note;
  if (verdict === 'change_requested' && note === null) {
    const message = 'Escreva o que precisa mudar';
    throw new AppError('VALIDATION', { message, fields: { note: message } });
  }
  const snapshot = snapshotContent(post);
  const answerContent = { name: answer.name, verdict, note, contentHash: hash, snapshot };
  if (account !== null) await parties.assignInstagramAccount(postId, account);
  const name = userId === null ? withLinkSuffix(answer.name) : answer.name;
  await approvals.insertAnswer({ postId, workspaceId, userId, ...answerContent });
  await approvals.setState(postId, verdict, hash);
  const cause = { kind: verdict, detail: { name, ...(note === null ? {} : { note }) } };
  const issue =
    verdict === 'approved' ? lateApprovalIssue(post, name) : changeRequestedIssue(name, note ?? '');
  await ownerChanges.apply(
    tx,
    postId,
    verdict === 'approved'
      ? { kind: 'approval_released', cause, tooLateIssue: issue }
      : { kind: 'approval_required', cause, issue },
  );
  if (issue === undefined) return;
  const { code, cause: message, action } = issue;
  // The version notifies an equal answer a minute later, too.
  const dedupeKey = `${code}:${postId}:${post.version}`;
  await notify(tx, { kind: 'issue', workspaceId, postId, dedupeKey, code, message, action });
}

const changeRequestedIssue = (name: string, note: string): PostIssue => ({
  code: CHANGE_REQUESTED,
  cause: `${name} pediu uma mudança: “${note}”`,
  action: 'edit',
});

const unpublishedStatuses: ReadonlySet<string> = new Set(['draft', 'scheduled', 'pending']);

/** The post is a draft again, or becomes one now where no worker has processed it since. */
function lateApprovalIssue(
  { status, awaiting_since: since, is_past: isPast }: ListedPost,
  name: string,
) {
  if (!unpublishedStatuses.has(status) || since === null || !isPast) return undefined;
  return {
    code: APPROVED_LATE,
    cause: `${name} aprovou este post depois da hora. Escolha um novo horário para ele sair.`,
    action: 'wait',
  } as const;
}
