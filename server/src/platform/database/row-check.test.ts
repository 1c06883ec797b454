import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createRowCheck, keyOfStatement, type ColumnKinds } from '../../../testing/row-check.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const text = `select 1 as n, 'draft' as state, null as note, date '2026-06-09' as day, now() as at,
  array[1] as list`;
const columns: Record<string, ColumnKinds> = {
  n: ['number'],
  state: ['"draft"', '"failed"'],
  note: ['string', 'null'],
  day: ['string'],
  at: ['Date'],
  list: ['array'],
};

async function runAs(columns: Record<string, ColumnKinds>): Promise<number> {
  const types = { [keyOfStatement([text])]: [{ at: 'a.repository.ts:7', columns }] };
  const { rows } = await sql.raw(text).execute(own.database.db.withPlugin(createRowCheck(types)));
  return rows.length;
}

test('a row of its type passes', async () => {
  await expect(runAs(columns)).resolves.toBe(1);
});

test.each([
  [{ n: ['string'] }, 'n is number, not string'],
  [{ state: ['"failed"'] }, 'state is string, not "failed"'],
  [{ note: ['string'] }, 'note is null, not string'],
  [{ day: ['Date'] }, 'day is string, not Date'],
  [{ at: ['string'] }, 'at is Date, not string'],
  [{ list: ['object'] }, 'list is array, not object'],
  [{ more: ['string'] }, 'more is missing, not string'],
])('a row that differs from its type fails the query: %j', async (changed, fault) => {
  await expect(runAs({ ...columns, ...changed })).rejects.toThrow(`a.repository.ts:7: ${fault}`);
});

test('a column outside of the type fails the query', async () => {
  const { n: _, ...others } = columns;
  await expect(runAs(others)).rejects.toThrow('a.repository.ts:7: n is not in the type');
});

test('the types of the statements are those of the code', () => {
  const types = inject('rowTypes');
  expect(Object.keys(types).length).toBeGreaterThan(150);
  expect(types[keyOfStatement(['select app_now() as now'])]).toContainEqual({
    at: expect.stringMatching(/^server\/src\/platform\/database\/database-now\.ts:\d+$/),
    columns: { now: ['Date'] },
  });
});
