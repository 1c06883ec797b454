import type { RawBuilder } from 'kysely';
import { getRequestActor, type RequestActor } from '../http/request-actor.ts';
import type { Db, Tx } from '../database/database.ts';
import type { AuditKind } from './audit.presenter.ts';
import { insertAuditEntry, insertPostActions, type AuthorAction } from './audit.repository.ts';

export interface AuditEntryInput {
  workspaceId: string;
  kind: AuditKind;
  subjectId?: string;
  /** The entry stores the caption, so that a deleted post can still be named. */
  postId?: string;
  detail?: Record<string, unknown>;
  /** For a request without a session, such as an OAuth callback. Default: the actor of the request. */
  actorId?: string;
}

/** Must run before the post is deleted, since the entry copies the caption. */
export async function recordAudit(db: Db | Tx, entry: AuditEntryInput): Promise<void> {
  const acting = getRequestActor();
  const { actorId = acting?.userId } = entry;
  const doneBy = entry.actorId === undefined ? actorKind(acting) : 'person';
  await insertAuditEntry(db, { ...entry, actorId, doneBy });
}

const actorKind = (acting: RequestActor | undefined) =>
  acting === undefined ? 'system' : 'tokenId' in acting.credential ? 'program' : 'person';

/** The end of a statement that begins with `with`: see `insertPostActions`. */
export function recordActions(actions: readonly AuthorAction[]): RawBuilder<unknown> {
  const acting = getRequestActor();
  return insertPostActions(actions, { actorId: acting?.userId, doneBy: actorKind(acting) });
}
