import { describeDevice } from '../../platform/http/devices.rules.ts';
import type { ExportRepository } from './export.repository.ts';

interface Owner {
  userId: string;
  workspaceId: string;
}

export async function presentUser(repository: ExportRepository, owner: Owner) {
  const { userId } = owner;
  const user = await repository.user(userId);
  const change = await repository.emailChange(userId);
  const identities = await repository.identities(userId);
  const sessions = await repository.sessions(userId);
  const pushDevices = await repository.pushDevices(userId);
  const accessTokens = await repository.accessTokens(userId);
  const summaries = await repository.weeklySummaries(userId);
  return {
    _id: user.id,
    email: user.email,
    emailVerifiedAt: user.email_verified_at,
    createdAt: user.created_at,
    hasPassword: user.has_password,
    ...(await presentWorkspace(repository, owner.workspaceId)),
    notifications: {
      postFailed: user.notify_failed,
      postAtRisk: user.notify_at_risk,
      weeklySummary: user.notify_weekly,
    },
    pendingEmail:
      change === undefined
        ? null
        : { email: change.new_email, createdAt: change.created_at, expiresAt: change.expires_at },
    identities: identities.map(({ issuer, subject, created_at: createdAt }) => ({
      issuer,
      subject,
      createdAt,
    })),
    sessions: sessions.map((session) => ({
      _id: session.id,
      device: describeDevice(session.user_agent),
      userAgent: session.user_agent,
      createdAt: session.created_at,
      lastUsedAt: session.last_seen_at,
      expiresAt: session.expires_at,
    })),
    pushDevices: pushDevices.map(presentPushDevice),
    accessTokens,
    weeklySummaries: summaries.map(({ week, sent_at: sentAt }) => ({ week, sentAt })),
  };
}

export async function presentWorkspace(repository: ExportRepository, workspaceId: string) {
  const workspace = await repository.workspace(workspaceId);
  const subscription = await repository.subscription(workspaceId);
  const purchases = await repository.purchases(workspaceId);
  const paymentIssues = await repository.paymentIssues(workspaceId);
  return {
    plan: workspace.plan,
    subscriptionStatus: workspace.subscription_status,
    subscription: subscription === undefined ? null : presentSubscription(subscription),
    purchases: purchases.map((one) => ({ _id: one.checkout_id, notifiedAt: one.notified_at })),
    paymentIssues: paymentIssues.map(({ id, kind, amount, notified_at: notifiedAt }) => ({
      _id: id,
      kind,
      amount,
      notifiedAt,
    })),
    ...(await repository.planning(workspaceId)),
    workspace: {
      _id: workspace.id,
      name: workspace.name,
      needsOtherApprover: workspace.needs_other_approver,
      createdAt: workspace.created_at,
    },
    webhooks: await repository.webhooks(workspaceId),
    ...(await repository.composerData(workspaceId)),
  };
}

const presentPushDevice = (one: Awaited<ReturnType<ExportRepository['pushDevices']>>[number]) => ({
  _id: one.id,
  session: one.session_id,
  device: describeDevice(one.user_agent),
  userAgent: one.user_agent,
  kinds: {
    published: one.wants_published,
    atRisk: one.wants_at_risk,
    failed: one.wants_failed,
  },
  createdAt: one.created_at,
  lastSentAt: one.last_sent_at,
});

const presentSubscription = (
  one: NonNullable<Awaited<ReturnType<ExportRepository['subscription']>>>,
) => ({
  _id: one.subscription_id,
  customerId: one.customer_id,
  customerSince: one.customer_since,
  status: one.status,
  plan: one.plan,
  createdAt: one.created_at,
  currentPeriodEnd: one.current_period_end,
  cancelAt: one.cancel_at,
  firstPaidAt: one.first_paid_at,
  pastDueSince: one.past_due_since,
  nextPlan: one.next_plan,
  trialNotifiedAt: one.trial_notified_at,
  guaranteeUsedAt: one.guarantee_used_at,
  refund: {
    requestedAt: one.refund_requested_at,
    finishedAt: one.refunded_at,
    amount: one.refunded_amount,
    issue: one.refund_issue,
  },
});
