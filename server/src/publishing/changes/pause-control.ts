import type { Tx } from '../../platform/database/database.ts';
import { recheckPostsDueSoon } from './account-changes.ts';
import { deletePause, isAffectedByPause, savePause } from './pauses.repository.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import type { PublicationPost } from '../state.ts';
import { invalidateClaims } from './stop-publishing.repository.ts';

export type PauseControl = ReturnType<typeof createPauseControl>;

/** The caller locks the workspace. */
export function createPauseControl(writer: PublicationWriter) {
  return {
    /** From the commit on no intent of the workspace is written; posts with an intent are published. */
    async pause(tx: Tx, workspaceId: string, until: Date | null): Promise<void> {
      await savePause(tx, workspaceId, until);
      await invalidateClaims(tx, workspaceId);
    },

    /**
     * In a transaction of its own: claims of the accounts need not wait for these posts.
     */
    checkDueSoon: (tx: Tx, workspaceId: string): Promise<void> =>
      recheckPostsDueSoon(writer, tx, workspaceId),

    /**
     * Posts past their due time become drafts once it is certain that they are not published.
     * @returns undefined when there was no pause
     */
    async resume(
      tx: Tx,
      workspaceId: string,
    ): Promise<{ id: string; heldPosts: readonly PublicationPost[] } | undefined> {
      const pause = await deletePause(tx, workspaceId);
      if (pause === undefined) return undefined;
      const changed = await writer.applyToAll(tx, isAffectedByPause(workspaceId), {
        kind: 'pause_ended',
        until: pause.until,
      });
      const held = changed.filter(({ state }) => state.kind === 'draft');
      return { id: pause.id, heldPosts: held.map(({ post }) => post) };
    },
  };
}
