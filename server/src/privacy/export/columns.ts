// What the data export does with each column of each table. It is one file because the compiler requires an entry
// for every column of tables.ts.
import type { Tables } from '../../platform/database/tables.ts';
import {
  type ColumnPolicy,
  derived,
  inProgress,
  internal,
  notPersonal,
  ownership,
  samePolicy,
  secret,
} from './column-policy.ts';

/** The export policy of members and of the audit log. */
const memberColumns = {
  workspace_members: {
    workspace_id: 'equipe: workspaces._id',
    user_id: 'equipe: members._id',
    role: 'equipe: members.role',
    joined_at: 'equipe: members.joinedAt',
    chosen_at: internal,
  },
  invitations: {
    id: 'equipe: invitations._id',
    workspace_id: ownership,
    email: 'equipe: invitations.email',
    role: 'equipe: invitations.role',
    token_hash: secret,
    invited_by: 'equipe: invitations.invitedBy',
    created_at: 'equipe: invitations.createdAt',
    sent_at: 'equipe: invitations.sentAt',
    expires_at: 'equipe: invitations.expiresAt',
    outcome: 'equipe: invitations.outcome',
    ended_at: 'equipe: invitations.endedAt',
  },
  audit_entries: {
    id: 'historico: _id',
    workspace_id: 'historico: workspace',
    at: 'historico: at',
    kind: 'historico: kind',
    done_by: 'historico: doneBy',
    actor_id: 'historico: actor',
    subject_id: 'historico: subject',
    post_id: 'historico: post',
    post_event_id: internal,
    detail: 'historico: detail',
  },
} as const;

/** The export policy of approvals. */
const approvalColumns = {
  approvals: {
    post_id: 'posts: _id',
    workspace_id: ownership,
    link_id: internal,
    link_expires_at: 'posts: approval.expiresAt',
    requested_by: 'posts: approval.requestedBy',
    requested_at: 'posts: approval.requestedAt',
    state: 'posts: approval.state',
    content_hash: 'posts: approval.contentHash',
    reminded_for: internal,
  },
  // Answers of the user in other teams are in `equipe: answersElsewhere`, without the content of the posts.
  approval_answers: {
    id: 'posts: approval.answers._id',
    post_id: 'posts: _id',
    workspace_id: 'equipe: answersElsewhere.workspace',
    user_id: 'posts: approval.answers.userId',
    by_link: 'posts: approval.answers.byLink',
    name: 'posts: approval.answers.name',
    verdict: 'posts: approval.answers.verdict',
    note: 'posts: approval.answers.note',
    content_hash: 'posts: approval.answers.contentHash',
    seen: 'posts: approval.answers.seen',
    answered_at: 'posts: approval.answers.at',
  },
} as const;

/** The export policy of pending Instagram logins. */
const instagramLoginColumns = {
  instagram_authorizations: samePolicy(inProgress, [
    ...(['state_hash', 'browser_hash', 'session_id', 'user_id'] as const),
    ...(['workspace_id', 'adds', 'expires_at'] as const),
  ]),
  instagram_pending_grants: samePolicy(inProgress, [
    ...(['browser_hash', 'session_id', 'user_id', 'workspace_id', 'facebook_user_id'] as const),
    ...(['adds', 'replaces', 'accounts', 'expires_at'] as const),
  ]),
} as const;

const withPost = 'not: stands with its post';

/** The export policy of insights. */
const insightColumns = {
  post_insights: {
    ...samePolicy(withPost, ['post_id', 'ig_user_id', 'media_type', 'scheduled_time', 'hashtags']),
    workspace_id: ownership,
    views: 'posts: insights.views',
    reach: 'posts: insights.reach',
    likes: 'posts: insights.likes',
    comments: 'posts: insights.comments',
    saved: 'posts: insights.saved',
    shares: 'posts: insights.shares',
    total_interactions: 'posts: insights.interactions',
    read_at: 'posts: insights.readAt',
    next_read_at: internal,
  },
  post_insight_readings: {
    post_id: withPost,
    read_at: 'posts: insights.readings.readAt',
    views: 'posts: insights.readings.views',
    reach: 'posts: insights.readings.reach',
    likes: 'posts: insights.readings.likes',
    comments: 'posts: insights.readings.comments',
    saved: 'posts: insights.readings.saved',
    shares: 'posts: insights.readings.shares',
    total_interactions: 'posts: insights.readings.interactions',
  },
  account_insights: {
    workspace_id: ownership,
    ig_user_id: 'metricas: instagramAccountId',
    day: 'metricas: date',
    followers: 'metricas: followers',
    reach: 'metricas: reach',
    views: 'metricas: views',
    accounts_engaged: 'metricas: accountsEngaged',
    total_interactions: 'metricas: interactions',
    read_at: 'metricas: readAt',
  },
  insight_enrolments: samePolicy(internal, ['workspace_id', 'entered_at']),
  insight_schedules: samePolicy(internal, [
    ...(['connection_id', 'turn_until', 'not_before', 'days_at', 'refused_at'] as const),
  ]),
  insight_holds: samePolicy(internal, ['subject', 'until']),
} as const satisfies Partial<{ [T in keyof Tables]: Record<keyof Tables[T], ColumnPolicy> }>;

/** The export policy of first comments. */
const commentColumns = {
  first_comments: {
    post_id: 'posts: _id',
    workspace_id: ownership,
    text: derived,
    state: 'posts: firstComment.state',
    next_at: internal,
    attempts: internal,
    lease_until: internal,
    fence: internal,
    intent_at: internal,
    comment_id: 'posts: firstComment.commentId',
    reason: 'posts: firstComment.reason',
    action: internal,
    created_at: internal,
    ended_at: 'posts: firstComment.endedAt',
  },
} as const;

/** The export policy of hashtag groups and other aids of the composer. */
const composerColumns = {
  hashtag_groups: {
    id: 'conta: hashtagGroups._id',
    workspace_id: ownership,
    name: 'conta: hashtagGroups.name',
    hashtags: 'conta: hashtagGroups.hashtags',
    created_at: 'conta: hashtagGroups.createdAt',
    updated_at: 'conta: hashtagGroups.updatedAt',
  },
  saved_locations: {
    workspace_id: ownership,
    location_id: 'conta: locations._id',
    name: 'conta: locations.name',
    address: 'conta: locations.address',
    is_favourite: 'conta: locations.isFavourite',
    used_at: 'conta: locations.usedAt',
  },
} as const;

/** The export policy of templates. */
const templateColumns = {
  custom_templates: {
    id: 'modelos: _id',
    workspace_id: ownership,
    name: 'modelos: name',
    media_type: 'modelos: mediaType',
    caption: 'modelos: caption',
    frames: 'modelos: frames',
    created_at: 'modelos: createdAt',
    updated_at: 'modelos: updatedAt',
  },
} as const;

/** The export policy of queue slots and of the pause. */
const queueColumns = {
  queue_slots: {
    id: 'conta: queueSlots._id',
    workspace_id: ownership,
    weekday: 'conta: queueSlots.weekday',
    minute: 'conta: queueSlots.minute',
    created_at: 'conta: queueSlots.createdAt',
  },
  publishing_pauses: {
    workspace_id: ownership,
    id: internal,
    since: 'conta: publishingPause.since',
    until: 'conta: publishingPause.until',
  },
} as const;

/** The export policy of series. */
const seriesColumns = {
  post_series: {
    id: 'conta: series._id',
    workspace_id: ownership,
    created_by: 'conta: series.createdBy',
    media_type: 'conta: series.mediaType',
    content: 'conta: series.content',
    account: 'conta: series.instagramAccountId',
    rule: 'conta: series.rule',
    minute: 'conta: series.minute',
    first_on: 'conta: series.firstOn',
    last_on: 'conta: series.until',
    needs_approval: 'conta: series.needsApproval',
    issue_code: internal,
    issue_message: 'conta: series.issue',
    next_step_at: internal,
    created_at: 'conta: series.createdAt',
  },
  post_series_media: {
    series_id: 'conta: series._id',
    position: 'conta: series.mediaItems.position',
    file_id: 'conta: series.mediaItems._id',
    alt_text: 'conta: series.mediaItems.altText',
  },
  post_series_skips: {
    series_id: 'conta: series._id',
    skipped_on: 'conta: series.skippedOn',
  },
} as const;

/** The export policy of batches. */
const bulkColumns = {
  post_batches: {
    id: 'lotes: _id',
    workspace_id: ownership,
    created_by: 'lotes: createdBy',
    key: internal,
    content_hash: internal,
    posts: 'lotes: posts',
    created_at: 'lotes: createdAt',
    undone_at: 'lotes: undoneAt',
  },
  batch_posts: { post_id: 'lotes: postIds', batch_id: 'lotes: _id' },
} as const;

/** The export policy of push devices. */
const pushColumns = {
  push_keys: samePolicy(notPersonal, ['single', 'public_key', 'private_key', 'created_at']),
  push_subscriptions: {
    id: 'conta: pushDevices._id',
    user_id: ownership,
    session_id: 'conta: pushDevices.session',
    endpoint_sha256: derived,
    sealed: secret,
    user_agent: 'conta: pushDevices.userAgent',
    wants_published: 'conta: pushDevices.kinds.published',
    wants_at_risk: 'conta: pushDevices.kinds.atRisk',
    wants_failed: 'conta: pushDevices.kinds.failed',
    created_at: 'conta: pushDevices.createdAt',
    last_sent_at: 'conta: pushDevices.lastSentAt',
    failing_since: internal,
  },
  // Their content is in the posts and notifications.
  push_messages: samePolicy(internal, [
    ...(['subscription_id', 'event', 'kind', 'post_id', 'notification_id', 'created_at'] as const),
    ...(['expires_at', 'next_at', 'attempts', 'sending_until', 'sent_at', 'given_up_at'] as const),
  ]),
} as const;

/** The export policy of support messages. */
const supportColumns = {
  support_messages: {
    id: 'mensagens: _id',
    user_id: ownership,
    category: 'mensagens: category',
    name: 'mensagens: name',
    email: 'mensagens: email',
    subject: 'mensagens: subject',
    message: 'mensagens: message',
    content_sha256: derived,
    is_priority: 'mensagens: isPriority',
    marks: 'mensagens: marks',
    created_at: 'mensagens: createdAt',
  },
  support_emails: {
    message_id: 'mensagens: _id',
    kind: internal,
    sending_until: internal,
    sent_at: 'mensagens: forwardedAt',
    given_up_at: internal,
  },
} as const;

/** The export policy of billing. */
const billingColumns = {
  billing_customers: {
    workspace_id: ownership,
    customer_id: 'conta: subscription.customerId',
    created_at: 'conta: subscription.customerSince',
    turn: internal,
    synced_at: internal,
    guarantee_used_at: 'conta: subscription.guaranteeUsedAt',
  },
  subscriptions: {
    workspace_id: ownership,
    subscription_id: 'conta: subscription._id',
    status: 'conta: subscription.status',
    plan: 'conta: subscription.plan',
    created_at: 'conta: subscription.createdAt',
    current_period_end: 'conta: subscription.currentPeriodEnd',
    cancel_at: 'conta: subscription.cancelAt',
    first_paid_at: 'conta: subscription.firstPaidAt',
    refund_requested_at: 'conta: subscription.refund.requestedAt',
    refunded_at: 'conta: subscription.refund.finishedAt',
    refunded_amount: 'conta: subscription.refund.amount',
    refund_issue: 'conta: subscription.refund.trouble',
    past_due_since: 'conta: subscription.pastDueSince',
    next_plan: 'conta: subscription.nextPlan',
    trial_notified_at: 'conta: subscription.trialToldAt',
  },
  billing_purchases: {
    checkout_id: 'conta: purchases._id',
    workspace_id: ownership,
    notified_at: 'conta: purchases.notifiedAt',
  },
  payment_issues: {
    id: 'conta: paymentTroubles._id',
    workspace_id: ownership,
    kind: 'conta: paymentTroubles.kind',
    amount: 'conta: paymentTroubles.amount',
    notified_at: 'conta: paymentTroubles.notifiedAt',
  },
  billing_events: samePolicy(internal, ['id', 'type', 'customer_id', 'received_at']),
  billing_reconciliation: samePolicy(notPersonal, ['only', 'begun_at']),
} as const;

/** The export policy of API tokens and webhooks. */
const integrationColumns = {
  api_tokens: {
    id: 'conta: accessTokens._id',
    user_id: ownership,
    workspace_id: 'conta: accessTokens.workspace',
    token_hash: secret,
    name: 'conta: accessTokens.name',
    scopes: 'conta: accessTokens.scopes',
    created_at: 'conta: accessTokens.createdAt',
    expires_at: 'conta: accessTokens.expiresAt',
    last_used_at: 'conta: accessTokens.lastUsedAt',
  },
  webhooks: {
    id: 'conta: webhooks._id',
    workspace_id: ownership,
    url: 'conta: webhooks.url',
    events: 'conta: webhooks.events',
    secret,
    old_secret: secret,
    old_secret_until: internal,
    created_at: 'conta: webhooks.createdAt',
    enabled_at: internal,
    disabled_at: 'conta: webhooks.disabledAt',
    disabled_by_failures: internal,
    failing_since: 'conta: webhooks.failingSince',
  },
  // Their content is in the posts and notifications.
  webhook_deliveries: samePolicy(internal, [
    ...(['id', 'webhook_id', 'event', 'type', 'message', 'created_at', 'next_at'] as const),
    ...(['attempts', 'sending_until', 'last_attempt_at', 'last_answer'] as const),
    ...(['delivered_at', 'given_up_at'] as const),
  ]),
} as const;

/** The export policy of the status page, which has no personal data. */
const statusColumns = {
  status_progress: samePolicy(notPersonal, ['only', 'claimed_at', 'measured_at', 'counted_until']),
  status_components: samePolicy(notPersonal, ['component', 'state', 'since']),
  status_days: samePolicy(notPersonal, [
    ...(['day', 'component', 'ok_seconds', 'degraded_seconds', 'down_seconds'] as const),
  ]),
  status_incidents: samePolicy(notPersonal, ['id', 'component', 'state', 'began_at', 'ended_at']),
  status_posts: samePolicy(notPersonal, ['day', 'punctual', 'late', 'failed', 'waited']),
  status_failures: samePolicy(notPersonal, ['at']),
  status_calls: samePolicy(notPersonal, ['at', 'service', 'answered', 'failed']),
} as const satisfies Partial<{ [T in keyof Tables]: Record<keyof Tables[T], ColumnPolicy> }>;

/**
 * The export policy of every column of every table; a test compares it with the database. A new column must
 * be added here and is exported unless there is a reason against it.
 */
export const exportedColumns = {
  users: {
    id: 'conta: _id',
    email: 'conta: email',
    password_hash: secret,
    email_verified_at: 'conta: emailVerifiedAt',
    created_at: 'conta: createdAt',
    notify_failed: 'conta: notifications.postFailed',
    notify_at_risk: 'conta: notifications.postAtRisk',
    notify_weekly: 'conta: notifications.weeklySummary',
  },
  email_changes: {
    user_id: ownership,
    new_email: 'conta: pendingEmail.email',
    token_hash: secret,
    password_sha256: secret,
    created_at: 'conta: pendingEmail.createdAt',
    expires_at: 'conta: pendingEmail.expiresAt',
  },
  weekly_summaries: {
    user_id: ownership,
    week: 'conta: weeklySummaries.week',
    sending_until: internal,
    sent_at: 'conta: weeklySummaries.sentAt',
  },
  identities: {
    issuer: 'conta: identities.issuer',
    subject: 'conta: identities.subject',
    user_id: ownership,
    created_at: 'conta: identities.createdAt',
  },
  workspaces: {
    id: 'conta: workspace._id',
    plan: 'conta: plan',
    subscription_status: 'conta: subscriptionStatus',
    created_at: 'conta: workspace.createdAt',
    name: 'conta: workspace.name',
  },
  ...approvalColumns,
  ...billingColumns,
  ...memberColumns,
  sessions: {
    id: 'conta: sessions._id',
    user_id: ownership,
    token_hash: secret,
    user_agent: 'conta: sessions.userAgent',
    created_at: 'conta: sessions.createdAt',
    last_seen_at: 'conta: sessions.lastUsedAt',
    expires_at: 'conta: sessions.expiresAt',
  },
  access_log: {
    at: 'acessos: at',
    user_id: ownership,
    event: 'acessos: event',
    address: 'acessos: address',
    port: 'acessos: port',
  },
  instagram_connections: {
    id: 'instagram: _id',
    workspace_id: ownership,
    ig_user_id: 'instagram: instagramAccountId',
    page_id: 'instagram: pageId',
    facebook_user_id: 'instagram: facebookUserId',
    user_token: secret,
    page_token: secret,
    picture_file_id: 'instagram: picture',
    connected_by: ownership,
    connected_at: 'instagram: connectedAt',
    needs_reconnect: 'instagram: needsReconnect',
    reconnect_code: 'instagram: reconnectCode',
    reconnect_since: 'instagram: reconnectSince',
    ended_at: 'instagram: endedAt',
    user_token_expires_at: 'instagram: authorizationExpiresAt',
    data_access_expires_at: 'instagram: dataAccessExpiresAt',
    checked_at: internal,
    refresh_tried_at: internal,
    listed_since: 'not: which of the accounts stands first',
  },
  instagram_accounts: {
    ig_user_id: 'instagram: instagramAccountId',
    username: 'instagram: instagramUsername',
    throttle_reason: 'instagram: pausedReason',
    throttled_until: 'instagram: pausedUntil',
    throttle_code: 'instagram: pausedCode',
    quota_total: internal,
    quota_used: internal,
    quota_read_at: internal,
    created_at: 'not: when anybody first connected it',
  },
  posts: {
    id: 'posts: _id',
    workspace_id: ownership,
    created_by: 'posts: createdBy',
    media_type: 'posts: mediaType',
    status: 'posts: status',
    caption: 'posts: caption',
    scheduled_time: 'posts: scheduledTime',
    demo: 'posts: demo',
    revision: internal,
    created_at: 'posts: createdAt',
    updated_at: 'posts: updatedAt',
    publication_state: internal,
    next_step_at: internal,
    lease_until: internal,
    fence: internal,
    poll_count: internal,
    ig_user_id: 'posts: preparedForInstagramAccountId',
    container_id: internal,
    intent_at: internal,
    publish_attempts: internal,
    late_excused: internal,
    late_by_others: internal,
    publish_error: 'posts: publishError',
    media_id: 'posts: mediaId',
    permalink: 'posts: permalink',
    published_at: 'posts: publishedAt',
    error_code: 'posts: errorCode',
    error_message: 'posts: errorMessage',
    error_action: 'posts: errorAction',
    share_to_feed: 'posts: shareToFeed',
    thumb_offset_ms: 'posts: thumbOffset',
    audio_name: 'posts: audioName',
    collaborators: 'posts: collaborators',
    location_id: 'posts: locationId',
    user_tags: 'posts: userTags',
    first_comment: 'posts: firstComment.text',
    fit: 'posts: fit',
    target_ig_user_id: 'posts: instagramAccountId',
    account_chosen: 'posts: accountChosen',
    edited_at: 'posts: editedAt',
    forecast_at: 'posts: forecastAt',
    good_until: internal,
    live_story_ids: internal,
    outage_since: internal,
    outage_until: internal,
    woken_at: internal,
    claimed_by: internal,
    permalink_requested_at: internal,
    missed_at: 'posts: heldAt',
    awaiting_since: 'posts: approval.awaitingSince',
    dismissed_fence: 'not: whether the workspace has dismissed its failure',
    manual_prompted_at: 'posts: manualPublishing.offeredAt',
    manual_prompted_for: internal,
    manual_checked_at: internal,
    manual_since: 'posts: manualPublishing.byHandSince',
    outage_manual: internal,
    series_id: 'posts: series._id',
    occurrence_on: 'posts: series.on',
    in_flight_key: derived,
  },
  post_media: {
    post_id: 'posts: _id',
    position: 'posts: mediaItems.position',
    file_id: 'posts: mediaItems._id',
    alt_text: 'posts: mediaItems.altText',
  },
  media_files: {
    id: 'posts: mediaItems._id',
    workspace_id: ownership,
    kind: 'posts: mediaItems.type',
    sha256: 'posts: mediaItems.file',
    thumbnail_sha256: derived,
    cover_sha256: derived,
    fingerprint: derived,
    content_type: 'posts: mediaItems.contentType',
    bytes: 'posts: mediaItems.bytes',
    width: 'posts: mediaItems.width',
    height: 'posts: mediaItems.height',
    duration_ms: 'posts: mediaItems.durationMs',
    source_sha256: 'posts: mediaItems.whole.file',
    source_width: 'posts: mediaItems.whole.width',
    source_height: 'posts: mediaItems.whole.height',
    state: 'posts: mediaItems.state',
    conversion: internal,
    progress: internal,
    begun_at: internal,
    refusal: 'posts: mediaItems.refusal',
    attempts: internal,
    claimed_until: internal,
    touched_at: internal,
    created_at: 'posts: mediaItems.createdAt',
  },
  ...commentColumns,
  ...composerColumns,
  ...supportColumns,
  ...templateColumns,
  ...bulkColumns,
  uploads: {
    id: 'envios: _id',
    workspace_id: ownership,
    file_id: 'envios: file',
    sent_sha256: internal,
    sent_bytes: 'envios: bytes',
    created_at: 'envios: createdAt',
  },
  post_events: {
    id: internal,
    post_id: 'posts: _id',
    at: 'posts: history.at',
    kind: 'posts: history.kind',
    detail: 'posts: history.detail',
  },
  notifications: {
    id: 'avisos: _id',
    workspace_id: ownership,
    post_id: 'avisos: postId',
    dedupe_key: internal,
    code: 'avisos: code',
    message: 'avisos: message',
    action: 'avisos: action',
    created_at: 'avisos: createdAt',
    sending_until: internal,
    sent_at: 'avisos: sentAt',
    manual_publishing: 'avisos: manualPublishing',
  },
  idempotency_keys: samePolicy(internal, [
    'user_id',
    'key',
    'content_hash',
    'post_id',
    'created_at',
  ]),
  containers: samePolicy(internal, [
    ...([
      'id',
      'post_id',
      'revision',
      'position',
      'kind',
      'ig_user_id',
      'graph_id',
      'state',
    ] as const),
    ...(['file_id', 'fingerprint', 'failure', 'born_at'] as const),
  ]),
  stored_objects: samePolicy(notPersonal, [
    ...(['key', 'bytes', 'created_at', 'referenced_at'] as const),
    ...(['removing_since', 'deleting_until'] as const),
  ]),
  password_resets: samePolicy(inProgress, [
    ...(['user_id', 'mail_id', 'token_hash', 'expires_at', 'browser_hash', 'created_at'] as const),
  ]),
  auth_emails: samePolicy('not: a mail on its way, gone once it is sent', [
    ...(['id', 'user_id', 'kind', 'sending_until', 'created_at'] as const),
  ]),
  google_sign_ins: samePolicy(inProgress, [
    ...(['state_hash', 'browser_hash', 'nonce', 'code_verifier'] as const),
    ...(['return_to', 'expires_at'] as const),
  ]),
  handoffs: samePolicy(inProgress, ['token_hash', 'browser_hash', 'user_id', 'expires_at']),
  ...instagramLoginColumns,
  ...insightColumns,
  ...integrationColumns,
  ...pushColumns,
  ...queueColumns,
  ...seriesColumns,
  deletions: samePolicy('not: what its asker follows by a code of its own', [
    ...(['id', 'code', 'kind', 'user_id', 'workspace_id', 'email', 'email_proven'] as const),
    ...(['step', 'step_since', 'telling_until', 'requested_at', 'woken_at'] as const),
    'finished_at',
  ]),
  ...statusColumns,
  failed_attempts: samePolicy(notPersonal, ['id', 'subject', 'at']),
  worker_heartbeats: samePolicy(notPersonal, ['worker_id', 'seen_at']),
  claim_lock: samePolicy(notPersonal, ['only']),
  backups: samePolicy(notPersonal, ['id', 'taken_at', 'finished_at', 'rows', 'media', 'bytes']),
  restorations: samePolicy(notPersonal, ['id', 'taken_at', 'restored_at', 'rows', 'noticed_at']),
  schema_migrations: samePolicy(notPersonal, ['name', 'applied_at']),
} as const satisfies { [T in keyof Tables]: Record<keyof Tables[T], ColumnPolicy> } & {
  schema_migrations: Record<string, ColumnPolicy>;
};
