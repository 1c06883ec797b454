import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { beginDeletion } from './deletion.request.ts';

/** What outlives the database: without it a restored backup would bring a deleted person back. */
const FILE = 'deleted-accounts';

/** Writes down, outside of the database, that this user is gone: the id alone, which then names nobody. */
export async function noteDeleted(dataDir: string, userId: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await appendFile(join(dataDir, FILE), `${userId}\n`, { mode: 0o600, flush: true });
}

/** Of this installation, and of those whose lists are given: one id on each line. */
export async function notedDeleted(dataDir: string, otherList?: string): Promise<string[]> {
  const own = await readFile(join(dataDir, FILE), 'utf8').catch(() => '');
  const others = otherList === undefined ? '' : await readFile(otherList, 'utf8');
  return [...new Set(`${own}\n${others}`.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g))];
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
