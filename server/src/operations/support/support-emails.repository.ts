import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { SpamMark } from '../../platform/database/rows.ts';

export const supportEmailRecipients = ['team', 'sender'] as const;
export type SupportEmailRecipient = (typeof supportEmailRecipients)[number];

export interface StoredMessage extends SupportMessage {
  id: string;
  createdAt: Date;
  isPriority: boolean;
  marks: SpamMark[];
  plan: PlanId | null;
  /** Null without a session. */
  accountEmail: string | null;
  isEmailProven: boolean;
}

const MAX_ACKNOWLEDGEMENTS = 3;

export function createSupportEmailsRepository(db: Db | Tx) {
  return {
    /** A lock makes other transactions wait. */
    async mayAcknowledge(email: string): Promise<boolean> {
      await sql`select pg_advisory_xact_lock(727022, hashtext(lower(${email})))`.execute(db);
      const found = await sql<{ count: number }>`
        select count(*)::int as count from support_messages
        where lower(email) = lower(${email}) and has_acknowledgement
          and created_at > app_now() - interval '24 hours'`.execute(db);
      return (found.rows[0]?.count ?? 0) < MAX_ACKNOWLEDGEMENTS;
    },

    /** Undefined if the message is deleted. */
    async find(messageId: string): Promise<StoredMessage | undefined> {
      const found = await sql<StoredMessage>`
        select s.id, s.name, s.email, s.category, s.subject, s.message, s.marks,
          s.created_at as "createdAt", s.is_priority as "isPriority",
          u.email as "accountEmail",
          coalesce(u.email_verified_at is not null, false) as "isEmailProven", (
            select w.plan from workspace_members m join workspaces w on w.id = m.workspace_id
            where m.user_id = s.user_id
            order by array_position(array['premium', 'pro', 'free'], w.plan) limit 1) as plan
        from support_messages s left join users u on u.id = s.user_id
        where s.id = ${messageId}`.execute(db);
      return found.rows[0];
    },

    async recordSent(messageId: string, to: SupportEmailRecipient): Promise<void> {
      const now = sql<Date>`app_now()`;
      await db
        .updateTable('support_messages')
        .set(to === 'team' ? { forwarded_at: now } : { acknowledged_at: now })
        .where('id', '=', messageId)
        .execute();
    },
  };
}
