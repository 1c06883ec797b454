import type { RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { MarkerStore } from '../../media/storage/marker-store.ts';
import type { Uploads } from '../../media/uploads/uploads.ts';
import type { Observe } from '../../publishing/observe.ts';
import { createDeletionRepository } from './deletion.repository.ts';
import {
  erase,
  orphanedInstagramAccounts,
  unverifiedEmailDeletes,
  userDeletes,
  verifiedEmailDeletes,
  workspaceDeletes,
} from './erasure.repository.ts';
import type { DeletionStep } from './saga.ts';

const RETRY_MS = 5000;

export function createErasureStep(deps: {
  database: Database;
  uploads: Pick<Uploads, 'discardWorkspaceUploads'>;
  observe: Observe;
  deletedList: Pick<MarkerStore, 'add'>;
}): DeletionStep {
  const { database, uploads, observe, deletedList } = deps;
  const repository = createDeletionRepository(database.db);

  const eraseRows = (statements: readonly RawBuilder<unknown>[]) =>
    erase(database.db, statements, () => observe('deleted', 'a part'));

  return {
    name: 'erase',
    async run({ id, workspace_id: workspaceId, user_id: userId, email, email_proven: isProven }) {
      await deletedList.add(userId);
      if (workspaceId !== null) {
        await uploads.discardWorkspaceUploads(workspaceId);
        await eraseRows(workspaceDeletes(workspaceId));
      }
      const siblings = await repository.countSiblings({ id, user_id: userId });
      // The last deletion of a user erases the user, once no row of the other workspaces refers to them.
      if (siblings.later > 0) return undefined;
      if (siblings.earlier > 0) return RETRY_MS;
      if (email !== null) {
        await eraseRows(
          isProven ? verifiedEmailDeletes(email) : unverifiedEmailDeletes(email, userId),
        );
      }
      await eraseRows([...userDeletes(userId), orphanedInstagramAccounts]);
      return undefined;
    },
  };
}
