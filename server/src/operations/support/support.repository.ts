import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { SpamMark } from '../../platform/database/rows.ts';

const duplicateWindow = sql`interval '1 hour'`;
/** The privacy policy states it (web/src/public/legal/privacy-text.tsx). */
const retention = sql`interval '2 years'`;
const MAX_LISTED = 100;

export function createSupportRepository(db: Db | Tx) {
  return {
    async planOf(workspaceId: string): Promise<PlanId> {
      const { plan } = await db
        .selectFrom('workspaces')
        .select('plan')
        .where('id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return plan;
    },

    /** Returns false if the message repeats a stored one. */
    async insert(
      message: SupportMessage & {
        id: string;
        userId: string | null;
        contentSha256: Buffer;
        isPriority: boolean;
        marks: readonly SpamMark[];
        hasAcknowledgement: boolean;
      },
    ): Promise<boolean> {
      const { name, email, category, subject, message: text } = message;
      const inserted = await sql`
        insert into support_messages
          (id, user_id, category, name, email, subject, message, content_sha256, is_priority, marks,
           has_acknowledgement)
        select ${message.id}, ${message.userId}, ${category}, ${name}, ${email}, ${subject}, ${text},
          ${message.contentSha256}, ${message.isPriority}, ${message.marks}::text[],
          ${message.hasAcknowledgement}
        where not exists (select from support_messages
          where content_sha256 = ${message.contentSha256}
            and user_id is not distinct from ${message.userId}::uuid
            and created_at > app_now() - ${duplicateWindow})
        returning id`.execute(db);
      return inserted.rows.length > 0;
    },

    async listRecent(days: number) {
      const found = await sql<{
        name: string;
        email: string;
        category: SupportCategory;
        subject: string;
        message: string;
        createdAt: Date;
        isPriority: boolean;
        marks: SpamMark[];
      }>`
        select name, email, category, subject, message, created_at as "createdAt",
          is_priority as "isPriority", marks
        from support_messages where created_at > app_now() - make_interval(days => ${days})
        order by is_priority desc, created_at`.execute(db);
      return found.rows;
    },

    async listByUser(userId: string) {
      const found = await sql<{
        id: string;
        category: SupportCategory;
        subject: string;
        message: string;
        email: string;
        createdAt: Date;
        isPriority: boolean;
        isForwarded: boolean;
      }>`
        select s.id, s.category, s.subject, s.message, s.email, s.created_at as "createdAt",
          s.is_priority as "isPriority",
          s.forwarded_at is not null as "isForwarded"
        from support_messages s where s.user_id = ${userId}
        order by s.id desc limit ${MAX_LISTED}`.execute(db);
      return found.rows;
    },

    async countByUser(userId: string) {
      const found = await sql<{ category: SupportCategory; isForwarded: boolean; count: number }>`
        select category, forwarded_at is not null as "isForwarded", count(*)::int as count
        from support_messages where user_id = ${userId} group by 1, 2`.execute(db);
      return found.rows;
    },

    async deleteOld(): Promise<void> {
      await sql`delete from support_messages where created_at < app_now() - ${retention}`.execute(
        db,
      );
    },
  };
}
