import type { Db } from '../../platform/database/database.ts';

type ExportedApprovals = Awaited<ReturnType<typeof exportApprovals>>;

export async function exportApprovals(db: Db, postIds: readonly string[]) {
  const requests = await db
    .selectFrom('approvals')
    .select(['post_id', 'link_expires_at', 'requested_by', 'requested_at', 'state', 'content_hash'])
    .where('post_id', 'in', postIds)
    .execute();
  const answers = await db
    .selectFrom('approval_answers')
    .selectAll()
    .where('post_id', 'in', postIds)
    .orderBy('answered_at')
    .execute();
  return {
    requestByPost: new Map(requests.map((one) => [one.post_id, one])),
    answersByPost: Map.groupBy(answers, ({ post_id: id }) => id),
  };
}

export const noApprovals: ExportedApprovals = {
  requestByPost: new Map(),
  answersByPost: new Map(),
};

export function presentExportedApproval(
  { id, awaiting_since: awaitingSince }: { id: string; awaiting_since: Date | null },
  { requestByPost, answersByPost }: ExportedApprovals,
) {
  const request = requestByPost.get(id);
  const answers = answersByPost.get(id) ?? [];
  if (request === undefined && answers.length === 0) return null;
  return {
    awaitingSince,
    state: request?.state ?? null,
    requestedBy: request?.requested_by ?? null,
    requestedAt: request?.requested_at ?? null,
    expiresAt: request?.link_expires_at ?? null,
    contentHash: request?.content_hash ?? null,
    answers: answers.map((answer) => ({
      _id: answer.id,
      userId: answer.user_id,
      byLink: answer.by_link,
      name: answer.name,
      verdict: answer.verdict,
      note: answer.note,
      contentHash: answer.content_hash,
      seen: answer.seen,
      at: answer.answered_at,
    })),
  };
}
