import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Authorizer } from '../connection/instagram.repository.ts';

export function createMetaDeletionsRepository(db: Db | Tx) {
  return {
    async findOrCreate(code: string, step: string): Promise<{ id: string; isNew: boolean }> {
      const created = await sql<{ id: string }>`
        insert into deletions (id, code, kind, step) values (${newId()}, ${code}, 'meta', ${step})
        on conflict (code) do nothing returning id`.execute(db);
      const [row] = created.rows;
      if (row !== undefined) return { ...row, isNew: true };
      const found = await db
        .selectFrom('deletions')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      return { ...found, isNew: false };
    },

    async listOpen(): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select id from deletions where kind = 'meta' and finished_at is null order by id`.execute(
        db,
      );
      return found.rows.map(({ id }) => id);
    },

    async listOpenSteps({ login, authorizerId }: Authorizer): Promise<string[]> {
      const found = await sql<{ step: string }>`
        select step from deletions
        where kind = 'meta' and finished_at is null
          and step::jsonb ->> 'login' = ${login}
          and step::jsonb ->> 'authorizerId' = ${authorizerId}`.execute(db);
      return found.rows.map(({ step }) => step);
    },

    /** Undefined when the deletion is finished or another worker has the lock. */
    async lockStep(id: string): Promise<string | undefined> {
      const found = await sql<{ step: string }>`
        select step from deletions where id = ${id} and finished_at is null
        for update skip locked`.execute(db);
      return found.rows[0]?.step;
    },

    async setStep(id: string, step: string | null): Promise<void> {
      await sql`
        update deletions
        set step = ${step}, finished_at = case when ${step}::text is null then app_now() end
        where id = ${id}`.execute(db);
    },
  };
}
