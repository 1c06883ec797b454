import { sql, type RawBuilder } from 'kysely';
import type { AuthorAction } from '../../platform/audit/audit.repository.ts';
import { recordActions } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PublicationRow } from '../../platform/database/rows.ts';
import {
  copiedColumns,
  copiesOfPost,
} from '../../platform/database/fragments/publication-copies.ts';
import { decidedColumns, type toColumns } from './publication-row.ts';

type WrittenRow = ReturnType<typeof toColumns> & { post_id: string; fence: number };

const writtenColumns = ['fence', ...decidedColumns];
const columnList = sql.join(writtenColumns.map((name) => sql.ref(name)));
const assignments = sql.join(
  writtenColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`o.${name}`)}`),
);

/** The statements of the publication writer. */
export function createPublicationsRepository(tx: Tx) {
  return {
    /** All callers lock in the same order. */
    async lock(ids: readonly string[]) {
      const locked = await sql<PublicationRow & { id: string; now: Date }>`
        select *, post_id as id, app_now() as now from publications
        where post_id = any(${[...ids]}::uuid[]) order by post_id for no key update`.execute(tx);
      return locked.rows;
    },

    /** `selection`: a condition on `posts_with_publication p`. */
    async findIds(selection: RawBuilder<unknown>): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select p.id from posts_with_publication p where ${selection} order by p.id`.execute(tx);
      return found.rows.map(({ id }) => id);
    },

    /** Of a new post. The same statement records the actions. */
    async insert(row: WrittenRow, actions: readonly AuthorAction[]): Promise<void> {
      await sql`
        with inserted as (
          insert into publications (${copiedColumns}, ${columnList})
          select copies.*, ${columnList}
          from (select ${copiesOfPost} from posts where id = ${row.post_id}) copies,
            (select ${columnList}
              from jsonb_populate_record(null::publications, ${JSON.stringify(row)}::jsonb)) o)
        ${recordActions(actions)}`.execute(tx);
    },

    async insertDraft(postId: string): Promise<void> {
      await sql`insert into publications (${copiedColumns})
        select ${copiesOfPost} from posts where id = ${postId}`.execute(tx);
    },

    /**
     * The same statement records the actions. `endsLease` ends every lease; a newer fence ends that of its row.
     */
    async write(
      rows: readonly WrittenRow[],
      actions: readonly AuthorAction[],
      { endsLease }: { endsLease: boolean },
    ): Promise<void> {
      await sql`
        with updated as (
          update publications p
          set ${assignments}, updated_at = app_now(),
            lease_until = case when ${endsLease} or o.fence > p.fence then null else p.lease_until end
          from jsonb_populate_recordset(null::publications, ${JSON.stringify(rows)}::jsonb) as o
          where p.post_id = o.post_id)
        ${recordActions(actions)}`.execute(tx);
    },

    async countFailure(): Promise<void> {
      await sql`insert into status_failures default values`.execute(tx);
    },

    async liftBlock(postId: string): Promise<void> {
      await sql`
        update instagram_accounts set throttle_reason = null, throttle_code = null, throttled_until = null
        where throttle_reason = 'blocked' and ig_user_id in (
          select k.ig_user_id from instagram_connections k join publications p on p.workspace_id = k.workspace_id
          where p.post_id = ${postId} and k.ended_at is null
            and k.ig_user_id = coalesce(p.target_ig_user_id, k.ig_user_id))`.execute(tx);
    },

    async discardContainers(postId: string, except: string | null): Promise<void> {
      await sql`update containers set state = 'dead'
        where post_id = ${postId} and id is distinct from ${except}::uuid`.execute(tx);
    },

    async discardContainer(id: string, failure: string | null): Promise<void> {
      await sql`update containers set state = 'dead', failure = ${failure}
        where id = ${id}`.execute(tx);
    },

    async recordContainerPublished(id: string): Promise<void> {
      await sql`update containers set state = 'published' where id = ${id}`.execute(tx);
    },

    /** They get the present revision of the post. */
    async adoptContainers(postId: string, ids: readonly string[]): Promise<void> {
      await sql`update containers set revision = p.revision from publications p
        where p.post_id = ${postId} and containers.id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  };
}
