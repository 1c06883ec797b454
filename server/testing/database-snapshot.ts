import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';

/** Restores the rows as `npm run restore` does. */
export async function snapshotDatabase(
  { db }: Database,
  takenAt: Date,
): Promise<() => Promise<void>> {
  const posts = await db.selectFrom('posts').selectAll().execute();
  const publications = await db.selectFrom('publications').selectAll().execute();
  const containers = await db.selectFrom('containers').selectAll().execute();
  const comments = await db.selectFrom('first_comments').selectAll().execute();
  const events = await db.selectFrom('post_events').select('id').execute();
  return async () => {
    await db.updateTable('publications').set({ container_id: null }).execute();
    await db.deleteFrom('containers').execute();
    if (containers.length > 0) await db.insertInto('containers').values(containers).execute();
    // First: a publication that is no draft needs the copy of its due time.
    for (const { post_id: id, status: _status, claimable_at: _at, ...row } of publications) {
      await db.updateTable('publications').set(row).where('post_id', '=', id).execute();
    }
    for (const { id, in_flight_key: _generated, user_tags: tags, ...row } of posts) {
      const restored = { ...row, user_tags: JSON.stringify(tags) };
      await db.updateTable('posts').set(restored).where('id', '=', id).execute();
    }
    await db.deleteFrom('first_comments').execute();
    if (comments.length > 0) await db.insertInto('first_comments').values(comments).execute();
    const known = events.map(({ id }) => id);
    await db
      .deleteFrom('post_events')
      .$if(known.length > 0, (query) => query.where('id', 'not in', known))
      .execute();
    await db
      .insertInto('restorations')
      .values({ id: newId(), taken_at: takenAt, rows: 0, noticed_at: null })
      .execute();
    await db.deleteFrom('worker_heartbeats').execute();
  };
}
