import type { Verdict } from '@pontual/contract/posts.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { Notices } from '../notices/notices.ts';
import { contentHash, seenContent, shownHash } from '../posts/posts.content.ts';
import type { PostView } from '../posts/posts.repository.ts';
import { editRefusal } from '../posts/posts.rules.ts';
import { APPROVED_LATE, CHANGE_ASKED } from '../publishing/awaiting.ts';
import type { Problem } from '../publishing/moves.ts';
import type { OwnerChanges } from '../publishing/owner-changes.ts';
import { byLink } from './approvals.presenter.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createPartiesRepository } from './parties.repository.ts';

/** What somebody says of exactly the content that they saw. */
export interface Answer {
  verdict: Verdict;
  note: string;
  contentHash: string;
  name: string;
  userId: string | null;
}

/**
 * On its way or out, nothing can be said of it any more. Whoever has in hand what waits for an approval does
 * not publish it.
 */
export const isOver = (post: PostView): boolean =>
  editRefusal(post.awaiting_since === null ? post : { ...post, in_hand: false }) !== undefined;

/**
 * Writes an answer down, with what was seen, and tells the engine. The caller holds the post.
 * @throws AppError NOT_FOUND, VALIDATION, APPROVAL_OVER or APPROVAL_CHANGED
 */
export async function writeAnswer(
  tx: Tx,
  found: PostView,
  answer: Answer,
  { ownerChanges, notices }: { ownerChanges: OwnerChanges; notices: Pick<Notices, 'add'> },
): Promise<void> {
  const { id: postId, workspace_id: workspaceId } = found;
  const { verdict, userId } = answer;
  const approvals = createApprovalsRepository(tx);
  const parties = createPartiesRepository(tx);
  const account = await parties.account(postId);
  const post = { ...found, account };
  if ((await approvals.find(postId)) === undefined) throw new AppError('NOT_FOUND');
  if (isOver(post)) throw new AppError('APPROVAL_OVER');
  if (shownHash(post) !== answer.contentHash) throw new AppError('APPROVAL_CHANGED');
  const hash = contentHash(post);
  const note = answer.note === '' ? null : answer.note;
  if (verdict === 'change_asked' && note === null) {
    const message = 'Escreva o que precisa mudar';
    throw new AppError('VALIDATION', { message, fields: { note: message } });
  }
  const seen = seenContent(post);
  const said = { name: answer.name, verdict, note, contentHash: hash, seen };
  if (account !== null) await parties.keepAccount(postId, account);
  const name = userId === null ? byLink(answer.name) : answer.name;
  await approvals.insertAnswer({ postId, workspaceId, userId, ...said });
  await approvals.setState(postId, verdict, hash);
  const event = { kind: verdict, detail: { name, ...(note === null ? {} : { note }) } };
  const told = verdict === 'approved' ? lateFor(post, name) : changeAsked(name, note ?? '');
  await (verdict === 'approved'
    ? ownerChanges.released(tx, postId, event, told)
    : ownerChanges.awaited(tx, postId, event, told));
  if (told === undefined) return;
  const { code, cause: message, action } = told;
  // Each answer is told: of the same words a minute later, too.
  const dedupeKey = `${code}:${postId}:${post.version}`;
  await notices.add(tx, [{ workspaceId, postId, dedupeKey, code, message, action }]);
}

const changeAsked = (name: string, note: string): Problem => ({
  code: CHANGE_ASKED,
  cause: `${name} pediu uma mudança: “${note}”`,
  action: 'edit',
});

const waiting: ReadonlySet<string> = new Set(['draft', 'scheduled', 'pending']);

/**
 * It went back to the drafts at its hour, or does so now where nobody has looked since: it does not go
 * out by itself any more.
 */
function lateFor({ status, awaiting_since: since, is_past: isPast }: PostView, name: string) {
  if (!waiting.has(status) || since === null || !isPast) return undefined;
  return {
    code: APPROVED_LATE,
    cause: `${name} aprovou este post depois da hora. Escolha um novo horário para ele sair.`,
    action: 'wait',
  } as const;
}
