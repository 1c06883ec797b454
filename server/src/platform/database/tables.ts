// Generated from the migrated schema by server/testing/table-types.ts; `npm run generate:tables` writes it again.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** A bigint, which the driver returns as text. */
type Int8 = ColumnType<string, number | string, number | string>;

export interface Tables {
  users: {
    id: string;
    email: string;
    password_hash: string | null;
    created_at: Generated<Date>;
    email_verified_at: Date | null;
    notify_failed: Generated<boolean>;
    notify_at_risk: Generated<boolean>;
    notify_weekly: Generated<boolean>;
  };
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: Generated<Date>;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    user_agent: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  handoffs: {
    token_hash: Buffer;
    browser_hash: Buffer;
    user_id: string;
    expires_at: Date;
  };
  google_sign_ins: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    return_to: string | null;
    expires_at: Date;
  };
  password_resets: {
    user_id: string;
    id: string;
    token_hash: Buffer | null;
    expires_at: Date | null;
    browser_hash: Buffer;
    created_at: Generated<Date>;
  };
  email_changes: {
    user_id: string;
    new_email: string;
    token_hash: Buffer;
    password_sha256: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  email_verifications: {
    user_id: string;
    id: string;
    token_hash: Buffer | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
  };
  sent_emails: {
    recipient: Buffer;
    key: string;
    sort: 'verification' | 'recovery' | 'security' | 'ordinary';
    at: Generated<Date>;
  };
  throttled_attempts: {
    id: GeneratedAlways<string>;
    subject: string;
    expires_at: Date;
  };
  access_log: {
    at: Generated<Date>;
    user_id: string;
    event: 'registered' | 'logged_in' | 'used' | 'logged_out';
    address: string;
    port: number | null;
  };
  workspaces: {
    id: string;
    plan: Generated<'free' | 'pro' | 'premium'>;
    subscription_status: Generated<'none' | 'active' | 'past_due' | 'canceled'>;
    created_at: Generated<Date>;
    name: string | null;
    needs_other_approver: Generated<boolean>;
  };
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: Generated<'owner' | 'editor' | 'approver' | 'viewer'>;
    joined_at: Generated<Date>;
    chosen_at: Generated<Date>;
  };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: 'editor' | 'approver' | 'viewer';
    token_hash: Buffer;
    invited_by: string | null;
    created_at: Generated<Date>;
    sent_at: Generated<Date>;
    expires_at: Date;
    outcome: 'accepted' | 'declined' | 'revoked' | null;
    ended_at: Date | null;
  };
  audit_entries: {
    id: GeneratedAlways<string>;
    workspace_id: string;
    at: Generated<Date>;
    kind: string;
    done_by: 'person' | 'program' | 'system';
    actor_id: string | null;
    subject_id: string | null;
    post_id: string | null;
    post_event_id: Int8 | null;
    detail: JSONColumnType<ColumnTypes['audit_entries.detail'], string | undefined>;
  };
  deletions: {
    id: string;
    code: string;
    kind: 'account' | 'meta';
    user_id: string | null;
    workspace_id: string | null;
    email: string | null;
    step: string | null;
    step_since: Generated<Date>;
    requested_at: Generated<Date>;
    woken_at: Generated<Date>;
    finished_at: Date | null;
    email_proven: Generated<boolean>;
  };
  stored_objects: {
    key: string;
    bytes: Int8;
    created_at: Generated<Date>;
    referenced_at: Generated<Date>;
    removing_since: Date | null;
    deleting_until: Date | null;
  };
  media_files: {
    id: string;
    workspace_id: string;
    kind: 'image' | 'video' | 'avatar';
    sha256: string;
    thumbnail_sha256: string;
    bytes: Int8;
    width: number;
    height: number;
    created_at: Generated<Date>;
    content_type: Generated<string>;
    duration_ms: number | null;
    state: Generated<'ready' | 'converting' | 'refused'>;
    progress: Generated<number>;
    refusal: string | null;
    attempts: Generated<number>;
    claimed_until: Date | null;
    touched_at: Generated<Date>;
    source_sha256: string | null;
    source_width: number | null;
    source_height: number | null;
    conversion: 'remux' | 'encode' | null;
    begun_at: Date | null;
    cover_sha256: string | null;
    fingerprint: string | null;
  };
  uploads: {
    id: string;
    workspace_id: string;
    file_id: string;
    sent_sha256: string;
    sent_bytes: Int8;
    created_at: Generated<Date>;
  };
  instagram_accounts: {
    ig_user_id: string;
    username: string;
    throttle_reason: 'blocked' | 'rate_limited' | 'quota' | null;
    throttled_until: Date | null;
    created_at: Generated<Date>;
    throttle_code: string | null;
    claim_version: Generated<number>;
    next_publish_at: Date | null;
    quota_total: number | null;
    quota_used: number | null;
    quota_read_at: Date | null;
  };
  instagram_apps: {
    login: 'facebook' | 'instagram';
    throttled_since: Date;
    throttled_until: Date;
    throttle_code: string;
  };
  instagram_connections: {
    id: string;
    workspace_id: string;
    ig_user_id: string;
    login: Generated<'facebook' | 'instagram'>;
    page_id: string | null;
    authorizer_id: string;
    user_token: string;
    page_token: string;
    granted_scopes: string[] | null;
    picture_file_id: string | null;
    connected_by: string;
    connected_at: Generated<Date>;
    needs_reconnect: Generated<boolean>;
    ended_at: Date | null;
    reconnect_code: string | null;
    user_token_expires_at: Date | null;
    data_access_expires_at: Date | null;
    checked_at: Date | null;
    refresh_tried_at: Date | null;
    listed_since: Date | null;
    reconnect_since: Date | null;
  };
  instagram_authorizations: {
    state_hash: Buffer;
    browser_hash: Buffer;
    session_id: string;
    user_id: string;
    workspace_id: string;
    expires_at: Date;
    adds: Generated<boolean>;
    login: Generated<'facebook' | 'instagram'>;
  };
  instagram_pending_grants: {
    browser_hash: Buffer;
    session_id: string;
    user_id: string;
    workspace_id: string;
    authorizer_id: string;
    login: Generated<'facebook' | 'instagram'>;
    adds: boolean;
    replaces: string | null;
    accounts: string;
    expires_at: Date;
  };
  post_series: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: ColumnTypes['post_series.media_type'];
    content: JSONColumnType<ColumnTypes['post_series.content']> | null;
    account: string | null;
    rule: JSONColumnType<ColumnTypes['post_series.rule']>;
    minute: number;
    first_on: string;
    last_on: string | null;
    needs_approval: Generated<boolean>;
    issue_code: string | null;
    issue_message: string | null;
    next_step_at: Date | null;
    created_at: Generated<Date>;
  };
  post_series_media: {
    series_id: string;
    position: number;
    file_id: string;
    alt_text: string | null;
  };
  post_series_skips: {
    series_id: string;
    skipped_on: string;
  };
  posts: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL';
    caption: Generated<string>;
    scheduled_time: Date | null;
    demo: Generated<boolean>;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    share_to_feed: Generated<boolean>;
    thumb_offset_ms: number | null;
    audio_name: string | null;
    collaborators: Generated<string[]>;
    location_id: string | null;
    user_tags: JSONColumnType<ColumnTypes['posts.user_tags'], string | undefined>;
    target_ig_user_id: string | null;
    edited_at: Date | null;
    in_flight_key: GeneratedAlways<string>;
    fit: Generated<ColumnTypes['posts.fit']>;
    first_comment: Generated<string>;
    account_chosen: Generated<boolean>;
    edited_by: string | null;
    series_id: string | null;
    occurrence_on: string | null;
  };
  post_media: {
    post_id: string;
    position: number;
    file_id: string;
    alt_text: string | null;
  };
  containers: {
    id: string;
    post_id: string | null;
    revision: number;
    position: Generated<number>;
    kind: 'single' | 'child' | 'parent';
    ig_user_id: string;
    login: Generated<'facebook' | 'instagram'>;
    graph_id: string | null;
    state: 'creating' | 'uploading' | 'processing' | 'finished' | 'published' | 'dead';
    born_at: Generated<Date>;
    upload_uri: string | null;
    upload_begun_at: Date | null;
    uploaded_at: Date | null;
    file_id: string | null;
    fingerprint: Generated<string>;
    failure: string | null;
  };
  publications: {
    post_id: string;
    workspace_id: string;
    media_type: ColumnTypes['publications.media_type'];
    scheduled_time: Date | null;
    revision: Generated<number>;
    target_ig_user_id: string | null;
    in_flight_key: string;
    has_first_comment: Generated<boolean>;
    state: Generated<
      | 'draft'
      | 'preparing'
      | 'prepared'
      | 'publishing'
      | 'reconciling'
      | 'published'
      | 'failed'
      | 'error'
      | 'expired'
      | 'manual'
    >;
    is_pending: Generated<boolean>;
    status: GeneratedAlways<ColumnTypes['publications.status']>;
    claimable_at: GeneratedAlways<Date | null>;
    updated_at: Generated<Date>;
    next_step_at: Date | null;
    lease_until: Date | null;
    fence: Generated<number>;
    poll_count: Generated<number>;
    ig_user_id: string | null;
    container_id: string | null;
    good_until: Date | null;
    live_story_ids: string[] | null;
    intent_at: Date | null;
    publish_attempts: Generated<number>;
    publish_error: string | null;
    claimed_by: string | null;
    media_id: string | null;
    permalink: string | null;
    published_at: Date | null;
    permalink_requested_at: Date | null;
    error_code: string | null;
    error_message: string | null;
    error_action: ColumnTypes['publications.error_action'] | null;
    forecast_at: Date | null;
    dismissed_fence: number | null;
    delayed_by_instagram: Generated<boolean>;
    delayed_by_others: Generated<boolean>;
    delayed_by_gap: Generated<boolean>;
    awaiting_since: Date | null;
    missed_at: Date | null;
    manual_since: Date | null;
    manual_prompted_at: Date | null;
    manual_prompted_for: Date | null;
    manual_checked_at: Date | null;
    outage_since: Date | null;
    outage_until: Date | null;
    outage_manual: Generated<boolean>;
    woken_at: Date | null;
  };
  post_events: {
    id: GeneratedAlways<string>;
    post_id: string;
    at: Generated<Date>;
    kind: string;
    detail: JSONColumnType<ColumnTypes['post_events.detail'], string | undefined>;
  };
  idempotency_keys: {
    user_id: string;
    workspace_id: string;
    key: string;
    fields_hash: string;
    files_hash: string;
    post_id: string | null;
    created_at: Generated<Date>;
  };
  worker_heartbeats: {
    worker_id: string;
    seen_at: Date;
    stopped_at: Date | null;
  };
  publishing_pauses: {
    workspace_id: string;
    id: string;
    since: Generated<Date>;
    until: Date | null;
  };
  queue_slots: {
    id: string;
    workspace_id: string;
    weekday: number;
    minute: number;
    created_at: Generated<Date>;
  };
  post_batches: {
    id: string;
    workspace_id: string;
    created_by: string | null;
    key: string;
    content_hash: string;
    posts: number;
    created_at: Generated<Date>;
    undone_at: Date | null;
  };
  batch_posts: {
    post_id: string;
    batch_id: string;
  };
  first_comments: {
    post_id: string;
    workspace_id: string;
    text: string;
    state: Generated<'waiting' | 'published' | 'failed'>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    lease_until: Date | null;
    fence: Generated<number>;
    intent_at: Date | null;
    comment_id: string | null;
    reason: string | null;
    action: ColumnTypes['first_comments.action'] | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  approvals: {
    post_id: string;
    workspace_id: string;
    link_id: string;
    link_expires_at: Date;
    requested_by: string | null;
    requested_at: Generated<Date>;
    state: Generated<'awaiting' | 'approved' | 'change_requested'>;
    content_hash: string | null;
    reminded_for: Date | null;
  };
  approval_answers: {
    id: string;
    post_id: string;
    workspace_id: string;
    user_id: string | null;
    name: string;
    verdict: 'approved' | 'change_requested';
    note: string | null;
    content_hash: string;
    seen: JSONColumnType<ColumnTypes['approval_answers.seen']>;
    answered_at: Generated<Date>;
    by_link: boolean;
  };
  custom_templates: {
    id: string;
    workspace_id: string;
    name: string;
    media_type: 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL';
    caption: string;
    frames: string[];
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  hashtag_groups: {
    id: string;
    workspace_id: string;
    name: string;
    hashtags: string[];
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  saved_locations: {
    workspace_id: string;
    location_id: string;
    name: string;
    address: string | null;
    is_favourite: Generated<boolean>;
    used_at: Generated<Date>;
  };
  notifications: {
    id: string;
    workspace_id: string;
    post_id: string | null;
    dedupe_key: string;
    code: string;
    message: string;
    action: ColumnTypes['notifications.action'];
    created_at: Generated<Date>;
    email_id: string | null;
    sent_at: Date | null;
    manual_publishing: Generated<boolean>;
  };
  push_keys: {
    single: Generated<boolean>;
    public_key: string;
    private_key: string;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    id: string;
    user_id: string;
    session_id: string;
    endpoint_sha256: Buffer;
    sealed: string;
    user_agent: string;
    wants_published: Generated<boolean>;
    wants_at_risk: Generated<boolean>;
    wants_failed: Generated<boolean>;
    created_at: Generated<Date>;
    last_sent_at: Date | null;
    failing_since: Date | null;
  };
  weekly_summaries: {
    user_id: string;
    week: Date;
    sent_at: Generated<Date>;
  };
  account_insights: {
    workspace_id: string;
    ig_user_id: string;
    day: string;
    followers: number | null;
    reach: number | null;
    views: number | null;
    accounts_engaged: number | null;
    total_interactions: number | null;
    read_at: Date;
  };
  post_insights: {
    post_id: string;
    workspace_id: string;
    ig_user_id: string;
    media_type: ColumnTypes['post_insights.media_type'];
    scheduled_time: Date;
    hashtags: number;
    views: number | null;
    reach: number | null;
    likes: number | null;
    comments: number | null;
    saved: number | null;
    shares: number | null;
    total_interactions: number | null;
    read_at: Date | null;
    next_read_at: Date | null;
  };
  post_insight_readings: {
    post_id: string;
    read_at: Date;
    views: number | null;
    reach: number | null;
    likes: number | null;
    comments: number | null;
    saved: number | null;
    shares: number | null;
    total_interactions: number | null;
  };
  insight_enrolments: {
    workspace_id: string;
    entered_at: Generated<Date>;
  };
  insight_holds: {
    subject: string;
    until: Date;
  };
  insight_schedules: {
    connection_id: string;
    turn_until: Date | null;
    not_before: Generated<Date>;
    days_at: Generated<Date>;
    refused_at: Date | null;
  };
  billing_customers: {
    workspace_id: string;
    customer_id: string;
    created_at: Generated<Date>;
    turn: Generated<number>;
    synced_at: Date | null;
    guarantee_used_at: Date | null;
  };
  subscriptions: {
    workspace_id: string;
    subscription_id: string;
    status: string;
    plan: 'pro' | 'premium';
    created_at: Date;
    current_period_end: Date | null;
    cancel_at: Date | null;
    first_paid_at: Date | null;
    refund_requested_at: Date | null;
    refunded_at: Date | null;
    refunded_amount: number | null;
    past_due_since: Date | null;
    next_plan: 'pro' | 'premium' | null;
    refund_issue: 'disputed' | 'returned_by_bank' | 'refused' | null;
    trial_notified_at: Date | null;
  };
  billing_purchases: {
    checkout_id: string;
    workspace_id: string;
    notified_at: Generated<Date>;
  };
  billing_events: {
    id: string;
    type: string;
    customer_id: string | null;
    received_at: Generated<Date>;
  };
  payment_issues: {
    id: string;
    workspace_id: string;
    kind: 'dispute' | 'refund_failed' | 'repeated';
    amount: number;
    notified_at: Generated<Date>;
  };
  payment_issue_reports: {
    id: string;
    woken_at: Generated<Date>;
  };
  billing_reconciliation: {
    only: Generated<boolean>;
    begun_at: Date | null;
  };
  api_tokens: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
    name: string;
    scopes: ColumnTypes['api_tokens.scopes'];
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
  webhooks: {
    id: string;
    workspace_id: string;
    url: string;
    events: ColumnTypes['webhooks.events'];
    secret: string;
    old_secret: string | null;
    old_secret_until: Date | null;
    created_at: Generated<Date>;
    enabled_at: Generated<Date>;
    disabled_at: Date | null;
    disabled_by_failures: Generated<boolean>;
    failing_since: Date | null;
  };
  webhook_deliveries: {
    id: string;
    webhook_id: string;
    event: string;
    type: ColumnTypes['webhook_deliveries.type'];
    message: JSONColumnType<ColumnTypes['webhook_deliveries.message']>;
    created_at: Generated<Date>;
  };
  support_messages: {
    id: string;
    user_id: string | null;
    category: ColumnTypes['support_messages.category'];
    name: string;
    email: string;
    subject: string;
    message: string;
    content_sha256: Buffer;
    is_priority: boolean;
    marks: ('hasty' | 'links')[];
    has_acknowledgement: boolean;
    acknowledged_at: Date | null;
    forwarded_at: Date | null;
    created_at: Generated<Date>;
  };
  status_progress: {
    only: Generated<boolean>;
    claimed_at: Date | null;
    measured_at: Date | null;
    counted_until: Date | null;
  };
  status_components: {
    component: string;
    state: 'ok' | 'degraded' | 'down' | 'unknown';
    since: Date;
  };
  status_incidents: {
    id: GeneratedAlways<string>;
    component: string;
    state: 'degraded' | 'down';
    began_at: Date;
    ended_at: Date | null;
  };
  status_days: {
    day: string;
    component: string;
    ok_seconds: number;
    degraded_seconds: number;
    down_seconds: number;
  };
  status_calls: {
    at: Generated<Date>;
    service: string;
    answered: number;
    failed: number;
  };
  instagram_error_codes: {
    code: string;
    first_seen_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    seen: number;
  };
  app_review_calls: {
    permission: string;
    called_at: Generated<Date>;
    outcome: string;
    succeeded_at: Date | null;
  };
  status_posts: {
    day: string;
    punctual: Int8;
    late: Int8;
    failed: Int8;
    waited: Int8;
  };
  status_failures: {
    at: Generated<Date>;
  };
  backups: {
    id: string;
    taken_at: Date;
    finished_at: Generated<Date>;
    rows: Int8;
    media: number;
    bytes: Int8;
  };
  restorations: {
    id: string;
    taken_at: Date;
    restored_at: Generated<Date>;
    rows: Int8;
    noticed_at: Date | null;
  };
  outbox: {
    id: string;
    channel: ColumnTypes['outbox.channel'];
    key: string;
    user_id: string | null;
    workspace_id: string | null;
    group_id: GeneratedAlways<string>;
    content: JSONColumnType<ColumnTypes['outbox.content']>;
    priority: Generated<number>;
    created_at: Generated<Date>;
    next_at: Generated<Date>;
    expires_at: Date | null;
    attempts: Generated<number>;
    attempted_at: Date | null;
    sending_until: Date | null;
    result: string | null;
    state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>;
    ended_at: Date | null;
  };
}

export interface Schema extends Tables {
  posts_with_publication: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: ColumnTypes['publications.media_type'];
    caption: string;
    scheduled_time: Date | null;
    demo: boolean;
    revision: number;
    created_at: Date;
    updated_at: ColumnTypes['posts_with_publication.updated_at'];
    share_to_feed: boolean;
    thumb_offset_ms: number | null;
    audio_name: string | null;
    collaborators: string[];
    location_id: string | null;
    user_tags: ColumnTypes['posts.user_tags'];
    target_ig_user_id: string | null;
    edited_at: Date | null;
    edited_by: string | null;
    in_flight_key: string;
    has_first_comment: boolean;
    fit: ColumnTypes['posts.fit'];
    first_comment: string;
    account_chosen: boolean;
    series_id: string | null;
    occurrence_on: string | null;
    state:
      | 'draft'
      | 'preparing'
      | 'prepared'
      | 'publishing'
      | 'reconciling'
      | 'published'
      | 'failed'
      | 'error'
      | 'expired'
      | 'manual';
    is_pending: boolean;
    status: ColumnTypes['publications.status'];
    claimable_at: Date | null;
    next_step_at: Date | null;
    lease_until: Date | null;
    fence: number;
    poll_count: number;
    ig_user_id: string | null;
    container_id: string | null;
    good_until: Date | null;
    live_story_ids: string[] | null;
    intent_at: Date | null;
    publish_attempts: number;
    publish_error: string | null;
    claimed_by: string | null;
    media_id: string | null;
    permalink: string | null;
    published_at: Date | null;
    permalink_requested_at: Date | null;
    error_code: string | null;
    error_message: string | null;
    error_action: ColumnTypes['publications.error_action'] | null;
    forecast_at: Date | null;
    dismissed_fence: number | null;
    delayed_by_instagram: boolean;
    delayed_by_others: boolean;
    delayed_by_gap: boolean;
    awaiting_since: Date | null;
    missed_at: Date | null;
    manual_since: Date | null;
    manual_prompted_at: Date | null;
    manual_prompted_for: Date | null;
    manual_checked_at: Date | null;
    outage_since: Date | null;
    outage_until: Date | null;
    outage_manual: boolean;
    woken_at: Date | null;
    version: ColumnTypes['posts_with_publication.version'];
  };
}
