import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts.ts';
import type { PlanId } from '@pontual/contract/plans.ts';
import type { Generated, Insertable, Selectable } from 'kysely';

/** The tables as the migrations make them, for Kysely. */
export interface Tables {
  users: {
    id: string;
    email: string;
    password_hash: string | null;
    created_at: Generated<Date>;
  };
  workspaces: {
    id: string;
    plan: Generated<PlanId>;
    subscription_status: Generated<'none' | 'active' | 'past_due' | 'canceled'>;
    created_at: Generated<Date>;
  };
  workspace_members: { workspace_id: string; user_id: string };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    user_agent: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  worker_heartbeats: { worker_id: string; seen_at: Date };
  instagram_authorizations: {
    state_hash: Buffer;
    browser_hash: Buffer;
    session_id: string;
    user_id: string;
    workspace_id: string;
    expires_at: Date;
  };
  instagram_accounts: {
    ig_user_id: string;
    username: string;
    paused_reason: PauseReason | null;
    paused_until: Date | null;
    created_at: Generated<Date>;
  };
  media_files: {
    id: string;
    workspace_id: string;
    kind: 'image' | 'avatar';
    sha256: string;
    thumbnail_sha256: string;
    bytes: number;
    width: number;
    height: number;
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
    ended_at: Date | null;
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
    stage: Generated<PostStage>;
    next_look_at: Date | null;
    lease_until: Date | null;
    fence: Generated<number>;
    looks: Generated<number>;
    containers_failed: Generated<number>;
    ig_user_id: string | null;
    container_id: string | null;
    intent_at: Date | null;
    publish_attempts: Generated<number>;
    late_excused: Generated<boolean>;
    publish_error: string | null;
    media_id: string | null;
    permalink: string | null;
    published_at: Date | null;
    error_code: string | null;
    error_message: string | null;
    error_action: PostAction | null;
  };
  post_media: { post_id: string; position: number; file_id: string };
  containers: {
    id: string;
    post_id: string;
    revision: number;
    position: Generated<number>;
    kind: 'single' | 'child' | 'parent';
    ig_user_id: string;
    graph_id: string | null;
    state: ContainerState;
    born_at: Generated<Date>;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    content_hash: string;
    post_id: string;
    created_at: Generated<Date>;
  };
}

export type PauseReason = 'blocked' | 'rate_limited' | 'quota';
export type PostStage = 'idle' | 'preparing' | 'prepared' | 'publishing' | 'doubt';
export type ContainerState = 'creating' | 'processing' | 'finished' | 'published' | 'dead';

export type PostRow = Selectable<Tables['posts']>;
export type NewPost = Insertable<Tables['posts']>;
export type ContainerRow = Selectable<Tables['containers']>;
export type MediaFileRow = Selectable<Tables['media_files']>;
