// One file, because most queries join tables of several areas.
import type { PaidPlanId, RefundIssue } from '@pontual/contract/billing/billing.ts';
import type { PlanId } from '@pontual/contract/billing/plans.ts';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';
import type {
  Approval,
  FirstCommentState,
  MediaType,
  PostAction,
  PostStatus,
  UserTag,
  Verdict,
} from '@pontual/contract/posts/posts.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import type { WebhookMessage } from '@pontual/contract/public-api/webhook-message.ts';
import type { WebhookEvent } from '@pontual/contract/public-api/webhooks.ts';
import type { Role } from '@pontual/contract/shared/roles.ts';
import type { Scope } from '@pontual/contract/shared/scopes.ts';
import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { ChannelName } from '../outbox/channel-names.ts';
import type { ContentSnapshot, PostContent } from './stored-content.ts';

interface UserTables {
  users: {
    id: string;
    email: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    created_at: Generated<Date>;
    notify_failed: Generated<boolean>;
    notify_at_risk: Generated<boolean>;
    notify_weekly: Generated<boolean>;
  };
  email_changes: {
    user_id: string;
    new_email: string;
    token_hash: Buffer;
    password_sha256: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  weekly_summaries: {
    user_id: string;
    week: Date;
    sent_at: Generated<Date>;
  };
  identities: { issuer: string; subject: string; user_id: string; created_at: Generated<Date> };
  google_sign_ins: {
    state_hash: Buffer;
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    return_to: string | null;
    expires_at: Date;
  };
  deletions: {
    id: string;
    code: string;
    kind: 'account' | 'meta';
    user_id: string | null;
    workspace_id: string | null;
    email: string | null;
    email_proven: Generated<boolean>;
    step: string | null;
    step_since: Generated<Date>;
    requested_at: Generated<Date>;
    woken_at: Generated<Date>;
    finished_at: Date | null;
  };
  handoffs: { token_hash: Buffer; browser_hash: Buffer; user_id: string; expires_at: Date };
  workspaces: {
    id: string;
    plan: Generated<PlanId>;
    subscription_status: Generated<'none' | 'active' | 'past_due' | 'canceled'>;
    created_at: Generated<Date>;
    name: Generated<string | null>;
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
  password_resets: {
    user_id: string;
    id: string;
    token_hash: Buffer | null;
    expires_at: Date | null;
    browser_hash: Buffer;
    created_at: Generated<Date>;
  };
  access_log: {
    at: Generated<Date>;
    /** Stays after the user is deleted. */
    user_id: string;
    event: 'registered' | 'logged_in' | 'used' | 'logged_out';
    address: string;
    port: number | null;
  };
  throttled_attempts: {
    id: Generated<string>;
    /** Hash of the account, device or network. */
    subject: string;
    expires_at: Date;
  };
}

interface MemberTables {
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: Generated<Role>;
    joined_at: Generated<Date>;
    chosen_at: Generated<Date>;
  };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: Exclude<Role, 'owner'>;
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
    post_event_id: string | null;
    detail: JSONColumnType<Record<string, unknown>, string | undefined>;
  };
}

export type MediaKind = 'image' | 'video' | 'avatar';
export type MediaState = 'ready' | 'converting' | 'refused';
export type ConversionKind = 'remux' | 'encode';

interface MediaTables {
  media_files: {
    id: string;
    workspace_id: string;
    kind: MediaKind;
    sha256: string;
    thumbnail_sha256: string | null;
    cover_sha256: string | null;
    fingerprint: string | null;
    content_type: Generated<string>;
    /** A bigint, which `pg` returns as a string. */
    bytes: string | number;
    width: number;
    height: number;
    duration_ms: number | null;
    source_sha256: string | null;
    source_width: number | null;
    source_height: number | null;
    state: Generated<MediaState>;
    conversion: ConversionKind | null;
    progress: Generated<number>;
    begun_at: Date | null;
    refusal: string | null;
    attempts: Generated<number>;
    claimed_until: Date | null;
    touched_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  uploads: {
    id: string;
    workspace_id: string;
    file_id: string;
    sent_sha256: string;
    sent_bytes: string | number;
    created_at: Generated<Date>;
  };
  stored_objects: {
    key: string;
    bytes: string | number;
    created_at: Generated<Date>;
    referenced_at: Generated<Date>;
    removing_since: Date | null;
    deleting_until: Date | null;
  };
}

/** Null where Instagram does not return a count. */
interface Counts {
  views: number | null;
  reach: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  total_interactions: number | null;
}

interface InsightTables {
  post_insights: Counts & {
    post_id: string;
    workspace_id: string;
    ig_user_id: string;
    media_type: MediaType;
    scheduled_time: Date;
    hashtags: number;
    read_at: Date | null;
    next_read_at: Date | null;
  };
  post_insight_readings: Counts & { post_id: string; read_at: Date };
  account_insights: {
    workspace_id: string;
    ig_user_id: string;
    /** `2026-06-09`, in the time zone of Brasília. */
    day: string;
    followers: number | null;
    reach: number | null;
    views: number | null;
    accounts_engaged: number | null;
    total_interactions: number | null;
    read_at: Date;
  };
  insight_enrolments: { workspace_id: string; entered_at: Generated<Date> };
  insight_schedules: {
    connection_id: string;
    turn_until: Date | null;
    not_before: Generated<Date>;
    days_at: Generated<Date>;
    refused_at: Date | null;
  };
  insight_holds: { subject: string; until: Date };
}

interface ApprovalTables {
  approvals: {
    post_id: string;
    workspace_id: string;
    link_id: string;
    link_expires_at: Date;
    requested_by: string | null;
    requested_at: Generated<Date>;
    state: Generated<Approval['state']>;
    content_hash: string | null;
    reminded_for: Date | null;
  };
  approval_answers: {
    id: string;
    post_id: string;
    workspace_id: string;
    user_id: string | null;
    by_link: boolean;
    name: string;
    verdict: Verdict;
    note: string | null;
    content_hash: string;
    seen: JSONColumnType<ContentSnapshot>;
    answered_at: Generated<Date>;
  };
}

interface CommentTables {
  first_comments: {
    post_id: string;
    workspace_id: string;
    text: string;
    state: Generated<FirstCommentState['state']>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    lease_until: Date | null;
    fence: Generated<number>;
    intent_at: Date | null;
    comment_id: string | null;
    reason: string | null;
    action: FirstCommentState['action'];
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
}

interface ComposerTables {
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
}

export type HashtagGroupRow = Selectable<ComposerTables['hashtag_groups']>;

interface TemplateTables {
  custom_templates: {
    id: string;
    workspace_id: string;
    name: string;
    media_type: MediaType;
    caption: string;
    frames: string[];
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}

export type CustomTemplateRow = Selectable<TemplateTables['custom_templates']>;

interface QueueTables {
  queue_slots: {
    id: string;
    workspace_id: string;
    weekday: number;
    minute: number;
    created_at: Generated<Date>;
  };
  publishing_pauses: {
    workspace_id: string;
    id: string;
    since: Generated<Date>;
    until: Date | null;
  };
}

interface SeriesTables {
  post_series: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: MediaType;
    content: JSONColumnType<PostContent> | null;
    account: string | null;
    rule: JSONColumnType<SeriesRule>;
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
  post_series_skips: { series_id: string; skipped_on: string };
}

interface BatchTables {
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
  batch_posts: { post_id: string; batch_id: string };
}

interface PushTables {
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
}

export type SpamMark = 'hasty' | 'links';

interface SupportTables {
  support_messages: {
    id: string;
    user_id: string | null;
    category: SupportCategory;
    name: string;
    email: string;
    subject: string;
    message: string;
    content_sha256: Buffer;
    is_priority: boolean;
    marks: SpamMark[];
    has_acknowledgement: boolean;
    acknowledged_at: Date | null;
    forwarded_at: Date | null;
    created_at: Generated<Date>;
  };
}

interface BillingTables {
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
    plan: PaidPlanId;
    created_at: Date;
    current_period_end: Date | null;
    cancel_at: Date | null;
    first_paid_at: Date | null;
    refund_requested_at: Date | null;
    refunded_at: Date | null;
    /** In cents. */
    refunded_amount: number | null;
    refund_issue: RefundIssue | null;
    past_due_since: Date | null;
    trial_notified_at: Date | null;
    next_plan: PaidPlanId | null;
  };
  billing_events: {
    id: string;
    type: string;
    customer_id: string | null;
    received_at: Generated<Date>;
  };
  billing_purchases: { checkout_id: string; workspace_id: string; notified_at: Generated<Date> };
  payment_issues: {
    id: string;
    workspace_id: string;
    kind: 'dispute' | 'refund_failed' | 'repeated';
    /** In cents. */
    amount: number;
    notified_at: Generated<Date>;
  };
  billing_reconciliation: { only: Generated<boolean>; begun_at: Date | null };
}

interface PublicApiTables {
  api_tokens: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
    name: string;
    scopes: Scope[];
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
  webhooks: {
    id: string;
    workspace_id: string;
    url: string;
    events: WebhookEvent[];
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
    type: WebhookMessage['type'];
    message: JSONColumnType<WebhookMessage>;
    created_at: Generated<Date>;
  };
}

interface OutboxTables {
  outbox: {
    id: string;
    channel: ChannelName;
    key: string;
    user_id: string | null;
    workspace_id: string | null;
    group_id: GeneratedAlways<string>;
    content: JSONColumnType<object>;
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

interface StatusTables {
  status_progress: {
    only: Generated<boolean>;
    claimed_at: Date | null;
    measured_at: Date | null;
    counted_until: Date | null;
  };
  status_components: { component: string; state: string; since: Date };
  status_days: {
    day: Date;
    component: string;
    ok_seconds: number;
    degraded_seconds: number;
    down_seconds: number;
  };
  status_incidents: {
    id: GeneratedAlways<string>;
    component: string;
    state: string;
    began_at: Date;
    ended_at: Date | null;
  };
  status_posts: {
    day: Date;
    punctual: string;
    late: string;
    failed: string;
    waited: string;
  };
  status_failures: { at: Generated<Date> };
  status_calls: { at: Generated<Date>; service: string; answered: number; failed: number };
}

interface BackupTables {
  backups: {
    id: string;
    taken_at: Date;
    finished_at: Generated<Date>;
    /** Bigints, which `pg` returns as strings. */
    rows: string | number;
    media: number;
    bytes: string | number;
  };
  restorations: {
    id: string;
    taken_at: Date;
    restored_at: Generated<Date>;
    rows: string | number;
    noticed_at: Date | null;
  };
}

export interface Tables
  extends
    UserTables,
    ApprovalTables,
    BackupTables,
    BatchTables,
    BillingTables,
    CommentTables,
    ComposerTables,
    InsightTables,
    MediaTables,
    MemberTables,
    PublicApiTables,
    PushTables,
    QueueTables,
    SeriesTables,
    OutboxTables,
    StatusTables,
    SupportTables,
    TemplateTables {
  worker_heartbeats: { worker_id: string; seen_at: Date; stopped_at: Date | null };
  instagram_authorizations: {
    state_hash: Buffer;
    browser_hash: Buffer;
    session_id: string;
    user_id: string;
    workspace_id: string;
    adds: Generated<boolean>;
    expires_at: Date;
  };
  instagram_pending_grants: {
    browser_hash: Buffer;
    session_id: string;
    user_id: string;
    workspace_id: string;
    facebook_user_id: string;
    adds: boolean;
    replaces: string | null;
    accounts: string;
    expires_at: Date;
  };
  instagram_accounts: {
    ig_user_id: string;
    username: string;
    throttle_reason: ThrottleReason | null;
    throttled_until: Date | null;
    throttle_code: string | null;
    claim_version: Generated<number>;
    quota_total: number | null;
    quota_used: number | null;
    quota_read_at: Date | null;
    created_at: Generated<Date>;
  };
  instagram_connections: {
    id: string;
    workspace_id: string;
    ig_user_id: string;
    page_id: string;
    facebook_user_id: string;
    user_token: string;
    page_token: string;
    picture_file_id: string | null;
    connected_by: string;
    connected_at: Generated<Date>;
    needs_reconnect: Generated<boolean>;
    reconnect_code: string | null;
    reconnect_since: Date | null;
    ended_at: Date | null;
    user_token_expires_at: Date | null;
    data_access_expires_at: Date | null;
    checked_at: Date | null;
    refresh_tried_at: Date | null;
    listed_since: Date | null;
  };
  posts: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: MediaType;
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
    user_tags: JSONColumnType<UserTag[], string | undefined>;
    target_ig_user_id: string | null;
    edited_at: Date | null;
    in_flight_key: GeneratedAlways<string>;
    fit: Generated<(FitMode | null)[]>;
    first_comment: Generated<string>;
    account_chosen: Generated<boolean>;
    series_id: string | null;
    occurrence_on: string | null;
  };
  publications: {
    post_id: string;
    workspace_id: string;
    media_type: MediaType;
    scheduled_time: Date | null;
    revision: Generated<number>;
    target_ig_user_id: string | null;
    in_flight_key: string;
    has_first_comment: Generated<boolean>;
    state: Generated<PublicationState>;
    is_pending: Generated<boolean>;
    status: GeneratedAlways<PostStatus>;
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
    error_action: PostAction | null;
    forecast_at: Date | null;
    dismissed_fence: number | null;
    delayed_by_instagram: Generated<boolean>;
    delayed_by_others: Generated<boolean>;
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
  post_media: { post_id: string; position: number; file_id: string; alt_text: string | null };
  containers: {
    id: string;
    post_id: string | null;
    revision: number;
    position: Generated<number>;
    kind: 'single' | 'child' | 'parent';
    ig_user_id: string;
    graph_id: string | null;
    state: ContainerState;
    file_id: string | null;
    fingerprint: Generated<string>;
    failure: string | null;
    born_at: Generated<Date>;
  };
  post_events: {
    id: GeneratedAlways<string>;
    post_id: string;
    at: Generated<Date>;
    kind: string;
    detail: JSONColumnType<Record<string, unknown>, string | undefined>;
  };
  notifications: {
    id: string;
    workspace_id: string;
    post_id: string | null;
    dedupe_key: string;
    code: string;
    message: string;
    action: PostAction;
    created_at: Generated<Date>;
    email_id: string | null;
    sent_at: Date | null;
    manual_publishing: Generated<boolean>;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    content_hash: string;
    /** Null once the post has been deleted. */
    post_id: string | null;
    created_at: Generated<Date>;
  };
}

export type ThrottleReason = 'blocked' | 'rate_limited' | 'quota';
/** The kinds of publishing/state.ts; each outcome of `ended` has its own value. */
export type PublicationState =
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
export type ContainerState = 'creating' | 'processing' | 'finished' | 'published' | 'dead';

/** A post together with its publication: a row of the view. */
export type PostRow = Selectable<Tables['posts']> &
  Omit<Selectable<Tables['publications']>, 'post_id'> & {
    /** Another one after every write of either row. */
    version: string;
  };

export interface Schema extends Tables {
  posts_with_publication: PostRow;
}
export type PublicationRow = Selectable<Tables['publications']>;
export type ContainerRow = Selectable<Tables['containers']>;
export type MediaFileRow = Selectable<Tables['media_files']>;
