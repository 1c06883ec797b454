import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createMarks, type StorageEnv } from '../media/storage/create-storage.ts';
import type { Marks } from '../media/storage/marks.ts';
import { beginDeletion } from './deletion.request.ts';

/**
 * Where who is gone is noted, by the id alone, which then names nobody. It lies beside the media, which all
 * machines share, and outlives the database: without it a restored backup would bring them back.
 */
export const createDeletedList = (env: StorageEnv & { DATA_DIR: string }): Promise<Marks> =>
  createMarks(env, join(env.DATA_DIR, 'media'), join(env.DATA_DIR, 'incoming'), 'deleted-accounts');

/** Where versions before noted it: a file of the machine that erased somebody. */
const FILE = 'deleted-accounts';
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Of this installation, and of those whose lists are given: one id on each line. */
export async function notedDeleted(
  env: StorageEnv & { DATA_DIR: string },
  otherList?: string,
): Promise<string[]> {
  const marked = await (await createDeletedList(env)).names();
  const own = await readFile(join(env.DATA_DIR, FILE), 'utf8').catch(() => '');
  const others = otherList === undefined ? '' : await readFile(otherList, 'utf8');
  return [...new Set(`${marked.join('\n')}\n${own}\n${others}`.match(ID))];
}

/** Deletes anew whoever came back with a backup; what is done of it is done by jobs. Answers how many. */
export async function deleteAgain(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  userIds: readonly string[],
): Promise<number> {
  const back = await sql<{ id: string; email: string }>`
    select id, email from users u where id = any(${userIds}::uuid[])
      and not exists (select from deletions d where d.user_id = u.id)`.execute(tx);
  for (const { id: userId, email } of back.rows) await beginDeletion(tx, jobs, { userId, email });
  return back.rows.length;
}
