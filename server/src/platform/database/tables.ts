import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, PostAction, PostStatus, UserTag } from '@pontual/contract/posts/posts.ts';
import type { UserTables } from './tables-users.ts';
import type { ApprovalTables } from './tables-approvals.ts';
import type { BackupTables } from './tables-backup.ts';
import type { BatchTables } from './tables-bulk.ts';
import type { BillingTables } from './tables-billing.ts';
import type { ComposerTables } from './tables-composer.ts';
import type { CommentTables } from './tables-comments.ts';
import type { InsightTables } from './tables-insights.ts';
import type { MediaTables } from './tables-media.ts';
import type { MemberTables } from './tables-members.ts';
import type { PublicApiTables } from './tables-public-api.ts';
import type { PushTables } from './tables-push.ts';
import type { QueueTables } from './tables-queue.ts';
import type { SeriesTables } from './tables-series.ts';
import type { StatusTables } from './tables-status.ts';
import type { SupportTables } from './tables-support.ts';
import type { TemplateTables } from './tables-templates.ts';
import type { Generated, GeneratedAlways, Insertable, JSONColumnType, Selectable } from 'kysely';

/** The tables as the migrations make them, for Kysely. */
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
    StatusTables,
    SupportTables,
    TemplateTables {
  worker_heartbeats: { worker_id: string; seen_at: Date };
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
    paused_reason: ThrottleReason | null;
    paused_until: Date | null;
    paused_code: string | null;
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
    cared_at: Date | null;
    standing_since: Date | null;
  };
  posts: {
    id: string;
    workspace_id: string;
    created_by: string;
    media_type: MediaType;
    status: PostStatus;
    caption: Generated<string>;
    scheduled_time: Date | null;
    demo: Generated<boolean>;
    revision: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    stage: Generated<PublicationState>;
    next_look_at: Date | null;
    lease_until: Date | null;
    fence: Generated<number>;
    looks: Generated<number>;
    ig_user_id: string | null;
    container_id: string | null;
    intent_at: Date | null;
    publish_attempts: Generated<number>;
    late_excused: Generated<boolean>;
    late_by_others: Generated<boolean>;
    publish_error: string | null;
    media_id: string | null;
    permalink: string | null;
    published_at: Date | null;
    error_code: string | null;
    error_message: string | null;
    error_action: PostAction | null;
    share_to_feed: Generated<boolean>;
    thumb_offset_ms: number | null;
    audio_name: string | null;
    collaborators: Generated<string[]>;
    location_id: string | null;
    user_tags: JSONColumnType<UserTag[], string | undefined>;
    first_comment: Generated<string>;
    fit: Generated<(FitMode | null)[]>;
    target_ig_user_id: string | null;
    account_chosen: Generated<boolean>;
    edited_at: Date | null;
    forecast_at: Date | null;
    good_until: Date | null;
    live_story_ids: string[] | null;
    unseen_since: Date | null;
    unseen_until: Date | null;
    nudged_at: Date | null;
    claimed_by: string | null;
    permalink_asked_at: Date | null;
    held_at: Date | null;
    awaiting_since: Date | null;
    dismissed_fence: number | null;
    plan_b_at: Date | null;
    plan_b_for: Date | null;
    plan_b_looked_at: Date | null;
    by_hand_since: Date | null;
    unseen_by_hand: Generated<boolean>;
    series_id: string | null;
    occurrence_on: string | null;
    flight_key: GeneratedAlways<string>;
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
  notices: {
    id: string;
    workspace_id: string;
    post_id: string | null;
    dedupe_key: string;
    code: string;
    message: string;
    action: PostAction;
    created_at: Generated<Date>;
    sending_until: Date | null;
    sent_at: Date | null;
    plan_b: Generated<boolean>;
  };
  claim_turn: { only: Generated<boolean> };
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
export type PublicationState = 'idle' | 'preparing' | 'prepared' | 'publishing' | 'doubt';
export type ContainerState = 'creating' | 'processing' | 'finished' | 'published' | 'dead';

export type PostRow = Selectable<Tables['posts']>;
export type NewPost = Insertable<Tables['posts']>;
export type ContainerRow = Selectable<Tables['containers']>;
export type MediaFileRow = Selectable<Tables['media_files']>;
