import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';

/** A deletion under way. */
export interface Deletion {
  id: string;
  code: string;
  user_id: string;
  /** Null when others stay in it. */
  workspace_id: string | null;
  /** Null once nobody is to be told any more. */
  email: string | null;
  /** The address was known to be theirs. */
  email_proven: boolean;
  step: string;
  /** For so long it has been at this step. */
  step_ms: number;
}

/** For so long nobody has said anything of it: its job was lost. */
const staleAfter = sql`interval '10 minutes'`;
/** How long whoever has the code can see that it is done. */
const retention = sql`interval '6 months'`;

/** Longer than sending a mail takes: whoever holds it then has died. */
export const NOTIFICATION_LEASE_MS = 2 * 60_000;

/** SQL of deletions under way. */
export function createDeletionRepository(db: Db | Tx) {
  return {
    async insert(deletion: {
      id: string;
      code: string;
      userId: string;
      workspaceId: string | null;
      email: string | null;
      emailProven: boolean;
      step: string;
    }): Promise<void> {
      await db
        .insertInto('deletions')
        .values({
          id: deletion.id,
          code: deletion.code,
          kind: 'account',
          user_id: deletion.userId,
          workspace_id: deletion.workspaceId,
          email: deletion.email,
          email_proven: deletion.emailProven,
          step: deletion.step,
        })
        .execute();
    },

    /** Undefined when nothing is left to be done. */
    async claim(id: string): Promise<Deletion | undefined> {
      const claimed = await sql<Deletion>`
        update deletions set nudged_at = app_now()
        where id = ${id} and kind = 'account' and finished_at is null
        returning id, code, user_id, workspace_id, email, email_proven, step,
          (extract(epoch from app_now() - step_since) * 1000)::float8 as step_ms`.execute(db);
      return claimed.rows[0];
    },

    /** Deletions of the same person's workspaces that are under way: begun before this one, and after. */
    async countSiblings({ id, user_id: userId }: Pick<Deletion, 'id' | 'user_id'>) {
      const found = await sql<{ earlier: number; later: number }>`
        select count(*) filter (where id < ${id})::int as earlier,
          count(*) filter (where id > ${id})::int as later
        from deletions where user_id = ${userId} and id <> ${id} and finished_at is null
          and kind = 'account'`.execute(db);
      return found.rows[0] ?? { earlier: 0, later: 0 };
    },

    /** Of no effect when another has gone on already. */
    async advanceStep(id: string, from: string, to: string): Promise<void> {
      await sql`update deletions set step = ${to}, step_since = app_now()
        where id = ${id} and step = ${from}`.execute(db);
    },

    /** Answers false when it is told, or another is telling it. */
    async claimNotification(id: string): Promise<boolean> {
      const claimed = await sql`
        update deletions set telling_until = app_now() + ${interval(NOTIFICATION_LEASE_MS)}
        where id = ${id} and finished_at is null
          and (telling_until is null or telling_until < app_now())
        returning id`.execute(db);
      return claimed.rows.length > 0;
    },

    /** It could not be told now. */
    async releaseNotification(id: string): Promise<void> {
      await sql`update deletions set telling_until = null where id = ${id}`.execute(db);
    },

    /** What is left is that it happened, and when. */
    async finish(id: string): Promise<void> {
      await sql`
        update deletions
        set step = null, finished_at = app_now(), user_id = null, workspace_id = null, email = null,
          telling_until = null
        where id = ${id} and finished_at is null`.execute(db);
    },

    async findStale(): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select id from deletions
        where kind = 'account' and finished_at is null and nudged_at < app_now() - ${staleAfter}`.execute(
        db,
      );
      return found.rows.map(({ id }) => id);
    },

    async forgetOld(): Promise<void> {
      await sql`delete from deletions
        where finished_at < app_now() - ${retention}`.execute(db);
    },
  };
}
