import { sql } from 'kysely';
import { openDatabase } from '@pontual/server/platform/database/database.ts';
import type { PlannedPost } from './users.ts';

interface Row {
  id: string;
  status: string;
  error_code: string | null;
  sha256: string;
}

export interface Verdict {
  kind: PlannedPost['kind'];
  posts: number;
  before: number;
  between: number;
  after: number;
  published: number;
  toCheck: number;
  duplicates: number;
  lost: number;
}

export async function readPostRows(databaseUrl: string): Promise<Map<string, Row>> {
  const database = openDatabase(databaseUrl);
  try {
    const found = await sql<Row>`
      select p.post_id as id, p.status, p.error_code, f.sha256
      from publications p join post_media m using (post_id) join media_files f on f.id = m.file_id`.execute(
      database.db,
    );
    return new Map(found.rows.map((row) => [row.id, row]));
  } finally {
    await database.close();
  }
}

export const countOpen = (posts: readonly PlannedPost[], rows: ReadonlyMap<string, Row>): number =>
  posts.filter(({ id }) => ['scheduled', 'pending'].includes(rows.get(id)?.status ?? '')).length;

/** Each post must be on Instagram once. A post without a caption may require a check by its owner. */
export function evaluate(
  posts: readonly PlannedPost[],
  rows: ReadonlyMap<string, Row>,
  ledger: readonly { bytes_sha256: string | null }[],
  times: { takenMs: number; killedMs: number },
): Verdict[] {
  const countPublications = (id: string) =>
    ledger.filter(({ bytes_sha256: sum }) => sum !== null && sum === rows.get(id)?.sha256).length;
  const isToCheck = ({ id }: PlannedPost) => rows.get(id)?.error_code === 'unverifiable';
  return (['caption', 'no caption', 'story'] as const).map((kind) => {
    const ofKind = posts.filter((post) => post.kind === kind);
    const count = (predicate: (post: PlannedPost) => boolean) => ofKind.filter(predicate).length;
    return {
      kind,
      posts: ofKind.length,
      before: count(({ dueAtMs }) => dueAtMs <= times.takenMs),
      between: count(({ dueAtMs }) => dueAtMs > times.takenMs && dueAtMs <= times.killedMs),
      after: count(({ dueAtMs }) => dueAtMs > times.killedMs),
      published: count(({ id }) => rows.get(id)?.status === 'published'),
      toCheck: count(isToCheck),
      duplicates: count(({ id }) => countPublications(id) > 1),
      lost: count(
        (post) =>
          countPublications(post.id) === 0 ||
          (rows.get(post.id)?.status !== 'published' &&
            !(isToCheck(post) && post.kind !== 'caption')),
      ),
    };
  });
}
