import { sql } from 'kysely';
import { liveSession } from '../../identity/sign-in/auth.repository.ts';
import { exportBatches } from '../../planning/bulk/bulk-export.repository.ts';
import type { Db } from '../../platform/database/database.ts';
import { exportComposerData } from './composer-data.repository.ts';
import {
  exportMemberships,
  exportTeam,
  exportAuditLog,
} from '../../identity/members/team-export.repository.ts';
import { exportTokens, exportWebhooks } from '../../public-api/integrations-export.repository.ts';
import { exportPlanning } from '../../planning/queue/planning-export.repository.ts';

export interface ExportOwner {
  userId: string;
  workspaceId: string;
  others: string[];
  passwordHash: string | null;
}

export type ExportRepository = ReturnType<typeof createExportRepository>;

export function createExportRepository(db: Db) {
  return {
    owner: (sessionId: string) => ownerOf(db, sessionId),

    user: (userId: string) =>
      db
        .selectFrom('users')
        .select(['id', 'email', 'email_verified_at', 'created_at'])
        .select(['notify_failed', 'notify_at_risk', 'notify_weekly'])
        .select(sql<boolean>`password_hash is not null`.as('has_password'))
        .where('id', '=', userId)
        .executeTakeFirstOrThrow(),

    workspace: (workspaceId: string) =>
      db
        .selectFrom('workspaces')
        .select(['id', 'name', 'plan', 'subscription_status', 'created_at', 'needs_other_approver'])
        .where('id', '=', workspaceId)
        .executeTakeFirstOrThrow(),

    emailChange: (userId: string) =>
      db
        .selectFrom('email_changes')
        .select(['new_email', 'created_at', 'expires_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    identities: (userId: string) => identitiesOf(db, userId),

    sessions: (userId: string) =>
      db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),

    pushDevices: (userId: string) => pushDevicesOf(db, userId),

    accessTokens: (userId: string) => exportTokens(db, userId),
    webhooks: (workspaceId: string) => exportWebhooks(db, workspaceId),

    composerData: (workspaceId: string) => exportComposerData(db, workspaceId),

    subscription: (workspaceId: string) => subscriptionOf(db, workspaceId),

    purchases: (workspaceId: string) => purchasesOf(db, workspaceId),
    paymentIssues: (workspaceId: string) => paymentIssuesOf(db, workspaceId),

    planning: (workspaceId: string) => exportPlanning(db, workspaceId),

    weeklySummaries: (userId: string) =>
      db
        .selectFrom('weekly_summaries')
        .select(['week', 'sent_at'])
        .where('user_id', '=', userId)
        .orderBy('week')
        .execute(),

    connections: (workspaceId: string) =>
      db
        .selectFrom('instagram_connections as c')
        .innerJoin('instagram_accounts as a', 'a.ig_user_id', 'c.ig_user_id')
        .leftJoin('media_files as f', 'f.id', 'c.picture_file_id')
        .select([
          'c.id',
          'c.ig_user_id',
          'a.username',
          'c.login',
          'c.page_id',
          'c.authorizer_id',
          'c.granted_scopes',
        ])
        .select(['c.connected_at', 'c.ended_at', 'c.needs_reconnect', 'c.reconnect_code'])
        .select('c.reconnect_since')
        .select(['c.user_token_expires_at', 'c.data_access_expires_at'])
        .select(['a.throttle_reason', 'a.throttle_code', 'a.throttled_until'])
        .select('f.sha256 as picture_sha256')
        .where('c.workspace_id', '=', workspaceId)
        .orderBy('c.connected_at')
        .execute(),

    accountInsights: (workspaceId: string) => accountInsightsOf(db, workspaceId),

    notifications: (workspaceId: string) =>
      db
        .selectFrom('notifications')
        .select([
          'id',
          'post_id',
          'code',
          'message',
          'action',
          'created_at',
          'sent_at',
          'manual_publishing',
        ])
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute(),

    messages: (userId: string) => messagesOf(db, userId),

    templates: (workspaceId: string) => templatesOf(db, workspaceId),

    memberships: (owner: ExportOwner) => exportMemberships(db, owner),
    team: (workspaceId: string) => exportTeam(db, workspaceId),
    auditLog: (of: { workspaceId: string; actorId?: string }) => exportAuditLog(db, of),
    batches: (workspaceId: string) => exportBatches(db, workspaceId),

    uploads: (workspaceId: string) =>
      db
        .selectFrom('uploads as u')
        .innerJoin('media_files as f', 'f.id', 'u.file_id')
        .select(['u.id', 'u.file_id', 'u.sent_bytes', 'u.created_at', 'f.sha256', 'f.content_type'])
        .select((nested) =>
          nested
            .exists(nested.selectFrom('post_media as m').whereRef('m.file_id', '=', 'f.id'))
            .as('is_used'),
        )
        .where('u.workspace_id', '=', workspaceId)
        .orderBy('u.id')
        .execute(),
  };
}

function messagesOf(db: Db, userId: string) {
  return db
    .selectFrom('support_messages')
    .select(['id', 'category', 'name', 'email', 'subject', 'message'])
    .select(['is_priority', 'marks', 'created_at', 'forwarded_at', 'acknowledged_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

function templatesOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('custom_templates')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
}

function identitiesOf(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

function pushDevicesOf(db: Db, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'session_id', 'user_agent', 'wants_published', 'wants_at_risk'])
    .select(['wants_failed', 'created_at', 'last_sent_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

function subscriptionOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('billing_customers as c')
    .leftJoin('subscriptions as s', 's.workspace_id', 'c.workspace_id')
    .select(['c.customer_id', 'c.created_at as customer_since', 'c.guarantee_used_at'])
    .select(['s.subscription_id', 's.past_due_since', 's.trial_notified_at', 's.next_plan'])
    .select(['s.status', 's.plan', 's.created_at', 's.current_period_end', 's.cancel_at'])
    .select(['s.first_paid_at', 's.refund_requested_at', 's.refunded_at', 's.refunded_amount'])
    .select('s.refund_issue')
    .where('c.workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

function purchasesOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('billing_purchases')
    .select(['checkout_id', 'notified_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('notified_at')
    .execute();
}

function paymentIssuesOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('payment_issues')
    .select(['id', 'kind', 'amount', 'notified_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('notified_at')
    .execute();
}

function accountInsightsOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('account_insights')
    .select(['ig_user_id', 'day', 'followers', 'reach', 'views'])
    .select(['accounts_engaged', 'total_interactions', 'read_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('ig_user_id')
    .orderBy('day')
    .execute();
}

async function ownerOf(db: Db, sessionId: string): Promise<ExportOwner | undefined> {
  const found = await sql<Omit<ExportOwner, 'others'>>`
    select u.id as "userId", m.workspace_id as "workspaceId", u.password_hash as "passwordHash"
    from sessions s join users u on u.id = s.user_id
      join workspace_members m on m.user_id = u.id and m.role = 'owner'
    where s.id = ${sessionId} and ${liveSession}
    order by m.chosen_at desc, m.workspace_id desc`.execute(db);
  const [first, ...others] = found.rows;
  return first && { ...first, others: others.map(({ workspaceId }) => workspaceId) };
}
