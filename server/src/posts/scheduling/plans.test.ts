import { sql, type KyselyPlugin, type RawNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createFirstCommentsRepository } from '../../planning/first-comments/first-comments.repository.ts';
import { createPostsRepository, type PostListFilter } from '../listing/posts.repository.ts';

const POSTS = 20_000;
const IN_MONTH = 1000;
const DRAFTS = 30;
const AWAITING = 10;
const month = { from: new Date('2026-11-01T03:00:00Z'), to: new Date('2026-12-13T03:00:00Z') };
const workspaceId = newId();

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  const { db } = own.database;
  await db.transaction().execute(fill);
  // Apart: an asynchronous commit of the analysis would keep the rows of the next table from being marked as visible.
  await sql`vacuum posts, publications`.execute(db);
  await sql`analyze posts, publications`.execute(db);
});
afterAll(() => own.drop());

async function fill(db: Db): Promise<void> {
  // Index-only scans need committed rows on disk; the test databases commit asynchronously.
  await sql`set local synchronous_commit = on`.execute(db);
  const [userId, otherId] = [newId(), newId()];
  await sql`insert into users (id, email) values (${userId}, 'ana@exemplo.com.br')`.execute(db);
  await sql`insert into workspaces (id) values (${workspaceId}), (${otherId})`.execute(db);
  await sql`
    with given as (
      select gen_random_uuid() as id, n from generate_series(1, ${POSTS * 2}::int) n),
    created as (
      insert into posts (id, workspace_id, created_by, media_type, caption, scheduled_time)
      select id, case when n % 2 = 0 then ${otherId}::uuid else ${workspaceId}::uuid end,
        ${userId}, case when n % 5 = 0 then 'REELS' else 'IMAGE' end, repeat('Fornada nova ', 40),
        ${month.to}::timestamptz + n * interval '5 minutes'
      from given
      returning *)
    insert into publications (${copiedColumns}, state, published_at)
    select ${copiesOfPost}, case when n % 500 = 1 then 'failed' else 'published' end, scheduled_time
    from created join given using (id)`.execute(db);
  await sql`
    with created as (
      insert into posts (id, workspace_id, created_by, media_type, scheduled_time)
      select gen_random_uuid(), ${workspaceId}, ${userId}, 'IMAGE',
        ${month.from}::timestamptz + n * interval '1 hour'
      from generate_series(1, ${IN_MONTH}::int) n
      returning *)
    insert into publications (${copiedColumns}, state, published_at)
    select ${copiesOfPost}, 'published', scheduled_time from created`.execute(db);
  await sql`
    with created as (
      insert into posts (id, workspace_id, created_by, media_type)
      select gen_random_uuid(), ${workspaceId}, ${userId}, 'IMAGE'
      from generate_series(1, ${DRAFTS}::int)
      returning *)
    insert into publications (${copiedColumns}, awaiting_since)
    select ${copiesOfPost}, case when row_number() over () <= ${AWAITING}::int then app_now() end
    from created`.execute(db);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Heap Fetches'?: number;
  Plans?: PlanNode[];
}

function createExplainPlugin(): { plugin: KyselyPlugin; plans: PlanNode[] } {
  const plans: PlanNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const {
        sqlFragments: [first = '', ...rest],
      } = node as RawNode;
      const fragments = [`explain (analyze, format json) ${first}`, ...rest];
      return { ...(node as RawNode), sqlFragments: fragments };
    },
    async transformResult({ result }) {
      for (const row of result.rows) {
        const [explained] = row['QUERY PLAN'] as { Plan: PlanNode }[];
        if (explained !== undefined) plans.push(explained.Plan);
      }
      return { ...result, rows: [] };
    },
  };
  return { plugin, plans };
}

/** Of each table. Rows that the index alone provides do not count. */
function countByTable(
  { Plans: below = [], ...node }: PlanNode,
  counts = new Map<string, number>(),
): Map<string, number> {
  const table = node['Relation Name'];
  const passed = ['Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const;
  const left = passed.reduce((sum, name) => sum + (node[name] ?? 0), node['Actual Rows']);
  const own =
    node['Node Type'] === 'Index Only Scan'
      ? (node['Heap Fetches'] ?? 0)
      : left * node['Actual Loops'];
  if (table !== undefined) counts.set(table, (counts.get(table) ?? 0) + own);
  for (const plan of below) countByTable(plan, counts);
  return counts;
}

/** A post has a row in each of two tables. */
const rowsLookedUp = (plan: PlanNode): number => Math.max(0, ...countByTable(plan).values());

async function countRowsLookedUp(ask: (db: Db) => Promise<unknown>): Promise<number[]> {
  const { plugin, plans } = createExplainPlugin();
  await ask(own.database.db.withoutPlugins().withPlugin(plugin)).catch(() => undefined);
  expect(plans.length).toBeGreaterThan(0);
  return plans.map(rowsLookedUp);
}

const all: PostListFilter = { mediaType: 'ALL', status: 'ALL' };

test.each<[string, PostListFilter, { page: number; limit: number; order?: 'desc' }, number]>([
  ['the month', { ...all, ...month }, { page: 1, limit: 1000 }, IN_MONTH],
  ['the drafts', { ...all, status: 'draft' }, { page: 1, limit: 20 }, 21],
  ['all drafts', { ...all, status: 'draft' }, { page: 1, limit: 1000 }, DRAFTS],
  ['the failed', { ...all, status: 'failed' }, { page: 1, limit: 20 }, 21],
  ['the reels that failed', { mediaType: 'REELS', status: 'failed' }, { page: 1, limit: 20 }, 0],
  [
    'those that wait for an approval',
    { ...all, awaiting: 'true' },
    { page: 1, limit: 20 },
    AWAITING,
  ],
  [
    'the reels that wait',
    { ...all, mediaType: 'REELS', awaiting: 'true' },
    { page: 1, limit: 20 },
    0,
  ],
  ['those before the month', { ...all, to: month.from }, { page: 1, limit: 20, order: 'desc' }, 21],
  ['the page in the middle', all, { page: 500, limit: 20 }, 21],
])(
  'a page of 20,000 posts does not read more rows of %s than it shows',
  async (_what, filter, page, most) => {
    const counts = await countRowsLookedUp((db) =>
      createPostsRepository(db).page(workspaceId, filter, { order: 'asc', ...page }),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  },
);

test('20,000 posts are counted by the index alone', async () => {
  const [counts = Number.NaN] = await countRowsLookedUp((db) =>
    createPostsRepository(db).stats(workspaceId, { week: month, month }, undefined),
  );
  expect(counts).toBe(0);
});

test('the search for first comments reads no post without one', async () => {
  expect(
    await countRowsLookedUp((db) => createFirstCommentsRepository(db).enterPublished()),
  ).toEqual([0]);
});
