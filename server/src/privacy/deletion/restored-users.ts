import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createMarkerStore, type StorageEnv } from '../../media/storage/create-storage.ts';
import type { MarkerStore } from '../../media/storage/marker-store.ts';
import { createDeletionRepository } from './deletion.repository.ts';
import { startDeletion } from './request.ts';

/** Without it a restored backup would bring the users back; an id alone identifies no person. */
export const openDeletedList = (env: StorageEnv & { DATA_DIR: string }): Promise<MarkerStore> =>
  createMarkerStore(
    env,
    join(env.DATA_DIR, 'media'),
    join(env.DATA_DIR, 'incoming'),
    'deleted-accounts',
  );

const ID_PATTERN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** `otherList` is a file with one id per line. */
export async function listDeletedUserIds(
  env: StorageEnv & { DATA_DIR: string },
  otherList?: string,
): Promise<string[]> {
  const markedIds = await (await openDeletedList(env)).list();
  const others = otherList === undefined ? '' : await readFile(otherList, 'utf8');
  return [...new Set(`${markedIds.join('\n')}\n${others}`.match(ID_PATTERN))];
}

export async function deleteRestoredUsers(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  userIds: readonly string[],
): Promise<number> {
  const restored = await createDeletionRepository(tx).findUndeleted(userIds);
  for (const { id: userId, email } of restored)
    await startDeletion(tx, jobs, { userId, email, isRestored: true });
  return restored.length;
}
