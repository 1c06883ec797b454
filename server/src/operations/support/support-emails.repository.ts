import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { SpamMark, SupportEmailKind } from '../../platform/database/tables.ts';

export interface ClaimedMessage extends SupportMessage {
  id: string;
  createdAt: Date;
  isPriority: boolean;
  marks: SpamMark[];
  plan: PlanId | null;
  /** Null without a session. */
  accountEmail: string | null;
  isEmailProven: boolean;
}

/** Longer than a delivery takes. */
const lease = sql`interval '50 seconds'`;
/** By this time a job has made most of its retries; the queue takes no second one while it waits. */
const overdue = sql`interval '10 minutes'`;
const MAX_ACKNOWLEDGEMENTS = 3;
/** The message itself stays stored. */
const stale = sql`interval '3 days'`;
const waiting = sql`l.sent_at is null and l.given_up_at is null`;

export function createSupportEmailsRepository(db: Db | Tx) {
  return {
    /** A lock makes other transactions wait. */
    async mayAcknowledge(email: string): Promise<boolean> {
      await sql`select pg_advisory_xact_lock(727022, hashtext(lower(${email})))`.execute(db);
      const found = await sql<{ count: number }>`
        select count(*)::int as count
        from support_messages s join support_emails l on l.message_id = s.id
        where lower(s.email) = lower(${email}) and l.kind = 'sender'
          and s.created_at > app_now() - interval '24 hours'`.execute(db);
      return (found.rows[0]?.count ?? 0) < MAX_ACKNOWLEDGEMENTS;
    },

    async insert(messageId: string, kinds: readonly SupportEmailKind[]): Promise<void> {
      if (kinds.length === 0) return;
      await db
        .insertInto('support_emails')
        .values(kinds.map((kind) => ({ message_id: messageId, kind })))
        .execute();
    },

    async claim(messageId: string, kind: SupportEmailKind): Promise<ClaimedMessage | undefined> {
      const claimed = await sql<ClaimedMessage>`
        with taken as (
          update support_emails l set sending_until = app_now() + ${lease}
          where message_id = ${messageId} and kind = ${kind} and ${waiting}
            and (sending_until is null or sending_until <= app_now())
          returning message_id)
        select s.id, s.name, s.email, s.category, s.subject, s.message, s.marks,
          s.created_at as "createdAt", s.is_priority as "isPriority",
          u.email as "accountEmail",
          coalesce(u.email_verified_at is not null, false) as "isEmailProven", (
            select w.plan from workspace_members m join workspaces w on w.id = m.workspace_id
            where m.user_id = s.user_id
            order by array_position(array['premium', 'pro', 'free'], w.plan) limit 1) as plan
        from taken t join support_messages s on s.id = t.message_id
          left join users u on u.id = s.user_id`.execute(db);
      return claimed.rows[0];
    },

    async release(messageId: string, kind: SupportEmailKind): Promise<void> {
      await sql`update support_emails set sending_until = null
        where message_id = ${messageId} and kind = ${kind} and sent_at is null`.execute(db);
    },

    async markSent(messageId: string, kind: SupportEmailKind): Promise<void> {
      await sql`update support_emails set sent_at = app_now(), sending_until = null
        where message_id = ${messageId} and kind = ${kind}`.execute(db);
    },

    async giveUp(messageId: string, kind: SupportEmailKind): Promise<void> {
      await sql`update support_emails set given_up_at = app_now(), sending_until = null
        where message_id = ${messageId} and kind = ${kind} and sent_at is null`.execute(db);
    },

    async giveUpStale(): Promise<{ messageId: string; kind: SupportEmailKind }[]> {
      const givenUp = await sql<{ messageId: string; kind: SupportEmailKind }>`
        update support_emails l set given_up_at = app_now(), sending_until = null
        from support_messages s
        where s.id = l.message_id and ${waiting} and s.created_at < app_now() - ${stale}
          and (l.sending_until is null or l.sending_until <= app_now())
        returning l.message_id as "messageId", l.kind`.execute(db);
      return givenUp.rows;
    },

    async overdue(): Promise<{ messageId: string; kind: SupportEmailKind; isPriority: boolean }[]> {
      const found = await sql<{ messageId: string; kind: SupportEmailKind; isPriority: boolean }>`
        select l.message_id as "messageId", l.kind, s.is_priority as "isPriority"
        from support_emails l join support_messages s on s.id = l.message_id
        where ${waiting} and s.created_at < app_now() - ${overdue}
          and (l.sending_until is null or l.sending_until <= app_now())`.execute(db);
      return found.rows;
    },
  };
}
