import type { Tables } from '../database/tables.ts';

/** The files of an archive, without numbers and `.json`, and where in one of them a column stands. */
type Place = `${'conta' | 'instagram' | 'posts' | 'avisos' | 'envios' | 'acessos'}: ${string}`;
/** Why a column is in no export. */
type LeftOut = `not: ${string}`;
type Fate = Place | LeftOut;

/** It opens something: in whoever's hands the archive falls, it must not. */
const secret = 'not: a secret, or made of one';
/** What a machine needs to do its work, and what tells its owner nothing of themselves. */
const engine = 'not: bookkeeping of ours';
/** Made from what is there. */
const derived = 'not: made of what is exported';
/** What the file tells by being this owner's. */
const link = 'not: whose it is, which is the asker';
/** A step under way for minutes, which only its browser can go on with. */
const underWay = 'not: a step of minutes, with its secrets';
const nobodys = 'not: of nobody';

/**
 * What becomes of every column of every table in an export. A new column is put in here and, unless
 * there is a reason against it, in the export: a test compares this with the database.
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
    user_id: link,
    new_email: 'conta: pendingEmail.email',
    token_hash: secret,
    password_sha256: secret,
    created_at: 'conta: pendingEmail.createdAt',
    expires_at: 'conta: pendingEmail.expiresAt',
  },
  weekly_summaries: {
    user_id: link,
    week: 'conta: weeklySummaries.week',
    sending_until: engine,
    sent_at: 'conta: weeklySummaries.sentAt',
  },
  identities: {
    issuer: 'conta: identities.issuer',
    subject: 'conta: identities.subject',
    user_id: link,
    created_at: 'conta: identities.createdAt',
  },
  workspaces: {
    id: 'conta: workspace._id',
    plan: 'conta: plan',
    subscription_status: 'conta: subscriptionStatus',
    created_at: 'conta: workspace.createdAt',
  },
  billing_customers: {
    workspace_id: link,
    customer_id: 'conta: subscription.customerId',
    created_at: 'conta: subscription.customerSince',
    turn: engine,
    synced_at: engine,
  },
  subscriptions: {
    workspace_id: link,
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
  },
  billing_events: allOf(engine, ['id', 'type', 'customer_id', 'received_at']),
  billing_reconciliation: allOf(nobodys, ['only', 'begun_at']),
  workspace_members: { workspace_id: 'conta: workspace._id', user_id: 'conta: _id' },
  sessions: {
    id: 'conta: sessions._id',
    user_id: link,
    token_hash: secret,
    user_agent: 'conta: sessions.userAgent',
    created_at: 'conta: sessions.createdAt',
    last_seen_at: 'conta: sessions.lastUsedAt',
    expires_at: 'conta: sessions.expiresAt',
  },
  access_log: {
    at: 'acessos: at',
    user_id: link,
    event: 'acessos: event',
    address: 'acessos: address',
    port: 'acessos: port',
  },
  instagram_connections: {
    id: 'instagram: _id',
    workspace_id: link,
    ig_user_id: 'instagram: instagramAccountId',
    page_id: 'instagram: pageId',
    facebook_user_id: 'instagram: facebookUserId',
    user_token: secret,
    page_token: secret,
    picture_file_id: 'instagram: picture',
    connected_by: link,
    connected_at: 'instagram: connectedAt',
    needs_reconnect: 'instagram: needsReconnect',
    reconnect_code: 'instagram: reconnectCode',
    ended_at: 'instagram: endedAt',
    user_token_expires_at: 'instagram: authorizationExpiresAt',
    data_access_expires_at: 'instagram: dataAccessExpiresAt',
    checked_at: engine,
    cared_at: engine,
  },
  instagram_accounts: {
    ig_user_id: 'instagram: instagramAccountId',
    username: 'instagram: instagramUsername',
    paused_reason: 'instagram: pausedReason',
    paused_until: 'instagram: pausedUntil',
    paused_code: 'instagram: pausedCode',
    quota_total: engine,
    quota_used: engine,
    quota_read_at: engine,
    created_at: 'not: when anybody first connected it',
  },
  posts: {
    id: 'posts: _id',
    workspace_id: link,
    created_by: 'posts: createdBy',
    media_type: 'posts: mediaType',
    status: 'posts: status',
    caption: 'posts: caption',
    scheduled_time: 'posts: scheduledTime',
    demo: 'posts: demo',
    revision: engine,
    created_at: 'posts: createdAt',
    updated_at: 'posts: updatedAt',
    stage: engine,
    next_look_at: engine,
    lease_until: engine,
    fence: engine,
    looks: engine,
    ig_user_id: 'posts: preparedForInstagramAccountId',
    container_id: engine,
    intent_at: engine,
    publish_attempts: engine,
    late_excused: engine,
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
    fit: 'posts: fit',
    target_ig_user_id: 'posts: instagramAccountId',
    edited_at: 'posts: editedAt',
    forecast_at: 'posts: forecastAt',
    good_until: engine,
    live_story_ids: engine,
    unseen_since: engine,
    unseen_until: engine,
    nudged_at: engine,
    claimed_by: engine,
    permalink_asked_at: engine,
    flight_key: derived,
  },
  post_media: {
    post_id: 'posts: _id',
    position: 'posts: mediaItems.position',
    file_id: 'posts: mediaItems._id',
    alt_text: 'posts: mediaItems.altText',
  },
  media_files: {
    id: 'posts: mediaItems._id',
    workspace_id: link,
    kind: 'posts: mediaItems.type',
    // The bytes that it names.
    sha256: 'posts: mediaItems.file',
    thumbnail_sha256: derived,
    cover_sha256: derived,
    content_type: 'posts: mediaItems.contentType',
    bytes: 'posts: mediaItems.bytes',
    width: 'posts: mediaItems.width',
    height: 'posts: mediaItems.height',
    duration_ms: 'posts: mediaItems.durationMs',
    source_sha256: 'posts: mediaItems.whole.file',
    source_width: 'posts: mediaItems.whole.width',
    source_height: 'posts: mediaItems.whole.height',
    state: 'posts: mediaItems.state',
    conversion: engine,
    progress: engine,
    begun_at: engine,
    refusal: 'posts: mediaItems.refusal',
    attempts: engine,
    claimed_until: engine,
    touched_at: engine,
    created_at: 'posts: mediaItems.createdAt',
  },
  uploads: {
    id: 'envios: _id',
    workspace_id: link,
    file_id: 'envios: file',
    sent_sha256: engine,
    sent_bytes: 'envios: bytes',
    created_at: 'envios: createdAt',
  },
  post_events: {
    id: engine,
    post_id: 'posts: _id',
    at: 'posts: history.at',
    kind: 'posts: history.kind',
    detail: 'posts: history.detail',
  },
  notices: {
    id: 'avisos: _id',
    workspace_id: link,
    post_id: 'avisos: postId',
    dedupe_key: engine,
    code: 'avisos: code',
    message: 'avisos: message',
    action: 'avisos: action',
    created_at: 'avisos: createdAt',
    sending_until: engine,
    sent_at: 'avisos: sentAt',
  },
  idempotency_keys: allOf(engine, ['user_id', 'key', 'content_hash', 'post_id', 'created_at']),
  containers: allOf(engine, [
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
  stored_objects: allOf(nobodys, [
    ...(['key', 'bytes', 'created_at', 'wanted_at'] as const),
    ...(['removing_since', 'deleting_until'] as const),
  ]),
  password_resets: allOf(underWay, [
    ...(['user_id', 'mail_id', 'token_hash', 'expires_at', 'browser_hash', 'created_at'] as const),
  ]),
  account_mails: allOf('not: a mail on its way, gone once it is sent', [
    ...(['id', 'user_id', 'kind', 'sending_until', 'created_at'] as const),
  ]),
  google_sign_ins: allOf(underWay, [
    ...(['state_hash', 'browser_hash', 'nonce', 'code_verifier'] as const),
    ...(['return_to', 'expires_at'] as const),
  ]),
  handoffs: allOf(underWay, ['token_hash', 'browser_hash', 'user_id', 'expires_at']),
  instagram_authorizations: allOf(underWay, [
    ...(['state_hash', 'browser_hash', 'session_id', 'user_id'] as const),
    ...(['workspace_id', 'expires_at'] as const),
  ]),
  deletions: allOf('not: what its asker follows by a code of its own', [
    ...(['id', 'code', 'kind', 'user_id', 'workspace_id', 'email', 'step'] as const),
    ...(['telling_until', 'step_since', 'requested_at', 'nudged_at', 'finished_at'] as const),
  ]),
  failed_attempts: allOf(nobodys, ['id', 'subject', 'at']),
  worker_heartbeats: allOf(nobodys, ['worker_id', 'seen_at']),
  claim_turn: allOf(nobodys, ['only']),
  schema_migrations: allOf(nobodys, ['name', 'applied_at']),
} as const satisfies { [T in keyof Tables]: Record<keyof Tables[T], Fate> } & {
  schema_migrations: Record<string, Fate>;
};

function allOf<F extends LeftOut, C extends string>(reason: F, columns: readonly C[]) {
  // Of the entries' names TypeScript keeps no more than that they are texts.
  return Object.fromEntries(columns.map((column) => [column, reason])) as Record<C, F>;
}
