import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { AccountEmailKind } from '../../platform/database/tables.ts';

export interface AuthEmailRow {
  id: string;
  user_id: string;
  kind: AccountEmailKind;
  email: string;
  created_at: Date;
}

/** Longer than sending takes, and shorter than the heartbeat after which a dead job runs again. */
const lease = sql`interval '50 seconds'`;
const overdueAfter = sql`interval '10 minutes'`;
const linkRetention = sql`interval '1 day'`;

export function createAuthEmailsRepository(db: Db | Tx) {
  return {
    async insert(mail: { id: string; userId: string; kind: AccountEmailKind }): Promise<void> {
      await db
        .insertInto('auth_emails')
        .values({ id: mail.id, user_id: mail.userId, kind: mail.kind })
        .execute();
    },

    async claim(id: string): Promise<AuthEmailRow | undefined> {
      const claimed = await sql<AuthEmailRow>`
        update auth_emails m set sending_until = app_now() + ${lease}
        from users u
        where m.id = ${id} and u.id = m.user_id
          and (m.sending_until is null or m.sending_until <= app_now())
        returning m.id, m.user_id, m.kind, u.email, m.created_at`.execute(db);
      return claimed.rows[0];
    },

    async release(id: string): Promise<void> {
      await sql`update auth_emails set sending_until = null where id = ${id}`.execute(db);
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('auth_emails').where('id', '=', id).execute();
    },

    async findOverdue(): Promise<string[]> {
      const found = await sql<{ id: string }>`
        select id from auth_emails
        where created_at < app_now() - ${overdueAfter}
          and (sending_until is null or sending_until <= app_now())`.execute(db);
      return found.rows.map(({ id }) => id);
    },

    /** Returns how many links were never sent. */
    async deleteStaleLinks(): Promise<number> {
      const deleted = await sql`
        delete from auth_emails
        where kind = 'password-reset' and created_at < app_now() - ${linkRetention}
        returning id`.execute(db);
      return deleted.rows.length;
    },
  };
}
