import type { Db } from '../database/database.ts';

type ExportedApprovals = Awaited<ReturnType<typeof exportApprovals>>;

/** What others said of these posts, and how that stands. */
export async function exportApprovals(db: Db, postIds: readonly string[]) {
  const asked = await db
    .selectFrom('approvals')
    .select(['post_id', 'link_expires_at', 'asked_by', 'asked_at', 'state', 'content_hash'])
    .where('post_id', 'in', postIds)
    .execute();
  const answers = await db
    .selectFrom('approval_answers')
    .selectAll()
    .where('post_id', 'in', postIds)
    .orderBy('answered_at')
    .execute();
  return {
    askedOf: new Map(asked.map((one) => [one.post_id, one])),
    answersOf: Map.groupBy(answers, ({ post_id: id }) => id),
  };
}

export const noApprovals: ExportedApprovals = { askedOf: new Map(), answersOf: new Map() };

/** Null of a post that nobody was ever asked about. */
export function presentApproval(
  { id, awaiting_since: awaitingSince }: { id: string; awaiting_since: Date | null },
  { askedOf, answersOf }: ExportedApprovals,
) {
  const asked = askedOf.get(id);
  const answers = answersOf.get(id) ?? [];
  if (asked === undefined && answers.length === 0) return null;
  return {
    awaitingSince,
    state: asked?.state ?? null,
    askedBy: asked?.asked_by ?? null,
    askedAt: asked?.asked_at ?? null,
    expiresAt: asked?.link_expires_at ?? null,
    contentHash: asked?.content_hash ?? null,
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
