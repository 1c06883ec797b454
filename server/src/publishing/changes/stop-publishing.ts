import type { Database, Tx } from '../../platform/database/database.ts';
import { lockConnections } from '../../instagram/connection/instagram.repository.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import {
  endConnections,
  findEndOfCalls,
  invalidateClaims,
  isActiveIn,
} from './stop-publishing.repository.ts';

/** From the commit on no intent of the workspace is written. An earlier intent wins, and its call is made. */
export async function endPublishing(tx: Tx, workspaceId: string): Promise<void> {
  await lockConnections(tx, workspaceId);
  await invalidateClaims(tx, workspaceId);
  await endConnections(tx, workspaceId);
}

/**
 * Waits for publish calls that may be running.
 * @returns when the last of them can be stopped; undefined when none is left
 */
export async function stopPosts(
  database: Database,
  writer: PublicationWriter,
  workspaceId: string,
): Promise<Date | undefined> {
  return database.inTransaction(async (tx) => {
    await writer.applyToAll(tx, isActiveIn(workspaceId), { kind: 'publishing_stopped' });
    return findEndOfCalls(tx, workspaceId);
  });
}
