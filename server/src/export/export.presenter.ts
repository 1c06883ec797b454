import { deviceOf } from '../account/devices.rules.ts';
import { pictureName, postFileName, uploadFileName, wholeName } from './export.names.ts';
import type { ExportedPosts } from './export.pages.ts';
import type { ExportRepository } from './export.repository.ts';

type Found<
  K extends 'connections' | 'accountInsights' | 'notices' | 'messages' | 'templates' | 'uploads',
> = Awaited<ReturnType<ExportRepository[K]>>[number];
type Post = ExportedPosts['posts'][number];
type File = ExportedPosts['files'][number];

/** The account, and what belongs to nothing else. */
export async function presentAccount(
  repository: ExportRepository,
  { userId, workspaceId }: { userId: string; workspaceId: string },
) {
  const user = await repository.user(userId, workspaceId);
  const change = await repository.emailChange(userId);
  const identities = await repository.identities(userId);
  const sessions = await repository.sessions(userId);
  const pushDevices = await repository.pushDevices(userId);
  const programs = await repository.programs({ userId, workspaceId });
  const subscription = await repository.subscription(workspaceId);
  const summaries = await repository.weeklySummaries(userId);
  const purchases = await repository.purchases(workspaceId);
  const troubles = await repository.paymentTroubles(workspaceId);
  return {
    _id: user.id,
    email: user.email,
    emailVerifiedAt: user.email_verified_at,
    createdAt: user.created_at,
    hasPassword: user.has_password,
    plan: user.plan,
    subscriptionStatus: user.subscription_status,
    subscription: subscription === undefined ? null : presentSubscription(subscription),
    purchases: purchases.map((one) => ({ _id: one.checkout_id, toldAt: one.told_at })),
    paymentTroubles: troubles.map(({ id, kind, amount, told_at: toldAt }) => ({
      _id: id,
      kind,
      amount,
      toldAt,
    })),
    workspace: { _id: user.workspace_id, createdAt: user.workspace_created_at },
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
      device: deviceOf(session.user_agent),
      userAgent: session.user_agent,
      createdAt: session.created_at,
      lastUsedAt: session.last_seen_at,
      expiresAt: session.expires_at,
    })),
    pushDevices: pushDevices.map(presentPushDevice),
    ...programs,
    weeklySummaries: summaries.map(({ week, sent_at: sentAt }) => ({ week, sentAt })),
  };
}

/** A browser that is told of posts; the address of its messages is a secret. */
const presentPushDevice = (one: Awaited<ReturnType<ExportRepository['pushDevices']>>[number]) => ({
  _id: one.id,
  session: one.session_id,
  device: deviceOf(one.user_agent),
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
  trialToldAt: one.trial_told_at,
  guaranteeUsedAt: one.guarantee_used_at,
  refund: {
    requestedAt: one.refund_requested_at,
    finishedAt: one.refunded_at,
    amount: one.refunded_amount,
    trouble: one.refund_trouble,
  },
});

export const presentConnection = (connection: Found<'connections'>) => ({
  _id: connection.id,
  instagramAccountId: connection.ig_user_id,
  instagramUsername: connection.username,
  pageId: connection.page_id,
  facebookUserId: connection.facebook_user_id,
  picture: connection.picture_sha256 === null ? null : pictureName(connection.id),
  connectedAt: connection.connected_at,
  endedAt: connection.ended_at,
  needsReconnect: connection.needs_reconnect,
  reconnectCode: connection.reconnect_code,
  authorizationExpiresAt: connection.user_token_expires_at,
  dataAccessExpiresAt: connection.data_access_expires_at,
  pausedReason: connection.paused_reason,
  pausedCode: connection.paused_code,
  pausedUntil: connection.paused_until,
});

/** A day of an account, in Brasília. */
export const presentDay = (day: Found<'accountInsights'>) => ({
  instagramAccountId: day.ig_user_id,
  date: day.day,
  followers: day.followers,
  reach: day.reach,
  views: day.views,
  accountsEngaged: day.accounts_engaged,
  interactions: day.total_interactions,
  readAt: day.read_at,
});

export const presentNotice = (notice: Found<'notices'>) => ({
  _id: notice.id,
  postId: notice.post_id,
  code: notice.code,
  message: notice.message,
  action: notice.action,
  createdAt: notice.created_at,
  sentAt: notice.sent_at,
});

export const presentMessage = (message: Found<'messages'>) => ({
  _id: message.id,
  category: message.category,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
  isPriority: message.is_priority,
  marks: message.marks,
  createdAt: message.created_at,
  forwardedAt: message.forwarded_at,
  acknowledgedAt: message.acknowledged_at,
});

export const presentTemplate = (template: Found<'templates'>) => ({
  _id: template.id,
  name: template.name,
  mediaType: template.media_type,
  caption: template.caption,
  frames: template.frames,
  createdAt: template.created_at,
  updatedAt: template.updated_at,
});

export const presentUpload = (upload: Found<'uploads'>) => ({
  _id: upload.id,
  createdAt: upload.created_at,
  bytes: Number(upload.sent_bytes),
  contentType: upload.content_type,
  /** Null for one that lies with the post that uses it. */
  file: upload.is_used ? null : uploadFileName(upload),
});

/** A post with the names of the contract, and what only its history knows beside them. */
export function presentPosts({ posts, files, events, insights, readings }: ExportedPosts) {
  const filesOf = Map.groupBy(files, ({ post_id: id }) => id);
  const eventsOf = Map.groupBy(events, ({ post_id: id }) => id);
  const insightsOf = new Map(insights.map((one) => [one.post_id, presentCounts(one)]));
  const readingsOf = Map.groupBy(readings, ({ post_id: id }) => id);
  return posts.map((post) => ({
    _id: post.id,
    createdBy: post.created_by,
    mediaType: post.media_type,
    status: post.status,
    caption: post.caption,
    scheduledTime: post.scheduled_time,
    createdAt: post.created_at,
    updatedAt: post.updated_at,
    editedAt: post.edited_at,
    publishedAt: post.published_at,
    mediaItems: (filesOf.get(post.id) ?? []).map((file) => presentFile(post, file)),
    fit: post.fit,
    shareToFeed: post.share_to_feed,
    thumbOffset: post.thumb_offset_ms,
    audioName: post.audio_name,
    collaborators: post.collaborators,
    locationId: post.location_id,
    userTags: post.user_tags,
    demo: post.demo,
    instagramAccountId: post.target_ig_user_id,
    preparedForInstagramAccountId: post.ig_user_id,
    mediaId: post.media_id,
    permalink: post.permalink,
    errorCode: post.error_code,
    errorMessage: post.error_message,
    errorAction: post.error_action,
    publishError: post.publish_error,
    forecastAt: post.forecast_at,
    insights: {
      ...insightsOf.get(post.id),
      readings: (readingsOf.get(post.id) ?? []).map(presentCounts),
    },
    history: (eventsOf.get(post.id) ?? []).map(({ at, kind, detail }) => ({ at, kind, detail })),
  }));
}

/** What Instagram counts of a post; null is what it did not tell. */
const presentCounts = (
  counts: Omit<ExportedPosts['readings'][number], 'read_at'> & { read_at: Date | null },
) => ({
  readAt: counts.read_at,
  views: counts.views,
  reach: counts.reach,
  likes: counts.likes,
  comments: counts.comments,
  saved: counts.saved,
  shares: counts.shares,
  interactions: counts.total_interactions,
});

function presentFile(post: Post, file: File) {
  const name = postFileName(post, file);
  return {
    _id: file.id,
    position: file.position,
    type: file.kind,
    file: name,
    contentType: file.content_type,
    bytes: Number(file.bytes),
    width: file.width,
    height: file.height,
    durationMs: file.duration_ms,
    altText: file.alt_text,
    state: file.state,
    refusal: file.refusal,
    createdAt: file.created_at,
    whole:
      file.source_sha256 === null
        ? null
        : { file: wholeName(name), width: file.source_width, height: file.source_height },
  };
}
