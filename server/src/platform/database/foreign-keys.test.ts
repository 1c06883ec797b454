import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';

const SHORT_LIVED = 'rows live for ten minutes, so that there are few';

/** Foreign keys without an index, each with its reason. */
const unindexed: Record<string, string> = {
  'instagram_authorizations.session_id': SHORT_LIVED,
  'instagram_authorizations.user_id': SHORT_LIVED,
  'instagram_authorizations.workspace_id': SHORT_LIVED,
  'instagram_pending_grants.session_id': SHORT_LIVED,
  'instagram_pending_grants.user_id': SHORT_LIVED,
  'instagram_pending_grants.workspace_id': SHORT_LIVED,
  'publications.ig_user_id': 'the engine would write it for each post; accounts are rarely deleted',
};

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

test('a foreign key has an index, by which a deletion finds the rows that refer to it', async () => {
  // The check of a foreign key can use an index without nulls, but no other partial one.
  const found = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname)))
    order by name`.execute(own.database.db);
  expect(found.rows.map(({ name }) => name)).toEqual(Object.keys(unindexed).toSorted());
});
