import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { DEFAULT_META_SETTINGS } from '@pontual/server/platform/meta-settings.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { Mutation } from './options.ts';
import type { CampaignTime } from './time.ts';

/** The settings of a process of the product, as JSON in `CAMPAIGN_CHILD`. */
export interface ChildSettings {
  role: 'worker' | 'web';
  port: number;
  publicUrl: string;
  databaseUrl: string;
  dataDir: string;
  secretKeys: string;
  meta: {
    graphUrl: string;
    dialogUrl: string;
    uploadUrl: string;
    appId: string;
    appSecret: string;
  };
  smtpUrl: string;
  time: CampaignTime;
  logFile: string;
  /** Gets a line of JSON (`Death`) before each death at a point. */
  deathsFile: string;
  diesBooted?: true;
  removedRule: Mutation | undefined;
}

/** The protocol points and those of a conversion: started, written, and only its decoder. */
export type CrashPoint = ProtocolPoint | 'converting' | 'converted' | 'decoder';

export interface DeathOrder {
  point: CrashPoint;
  type: MediaType | undefined;
  /** Delay in real ms after the point, unless the work that began there ends before. */
  afterMs?: number;
}

/** The process stops itself at the next time it reaches this point, until it is resumed. */
export interface PauseOrder {
  point: ProtocolPoint;
  /** In real ms. */
  ms: number;
}

export type ProcessCommand =
  | ({ kind: 'die' } & DeathOrder)
  | ({ kind: 'pause' } & PauseOrder)
  | { kind: 'jump'; ms: number }
  /** Reports when these posts reach a point and waits there for `go`. */
  | { kind: 'watch'; postIds: string[] }
  | { kind: 'go'; serial: number };

export type ProcessEvent =
  | { kind: 'ready' }
  | { kind: 'reached'; serial: number; point: ProtocolPoint; postId: string }
  | { kind: 'struck'; point: CrashPoint }
  /** It stops right after this message. */
  | { kind: 'pausing'; ms: number };

export interface Death {
  point: CrashPoint;
  postId: string;
  type: MediaType | undefined;
  atMs: number;
}

const TYPES = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const;

/** Creates the id of a post of the campaign; a worker can read the type from it. */
export const createPostId = (type: MediaType, serial: number): string =>
  `c0ffee0${TYPES.indexOf(type)}-0000-7000-8000-${serial.toString(16).padStart(12, '0')}`;

export const getPostType = (postId: string): MediaType | undefined =>
  postId.startsWith('c0ffee0') ? TYPES[Number(postId[7])] : undefined;

export const buildServiceVariables = (meta: ChildSettings['meta']) => ({
  META_GRAPH_URL: meta.graphUrl,
  META_DIALOG_URL: meta.dialogUrl,
  META_UPLOAD_URL: meta.uploadUrl,
  META_APP_ID: meta.appId,
  META_APP_SECRET: meta.appSecret,
  ...DEFAULT_META_SETTINGS,
  GOOGLE_ISSUER: 'http://google.invalid',
  GOOGLE_CLIENT_ID: 'nobody',
  GOOGLE_CLIENT_SECRET: 'nobody',
  STRIPE_API_URL: 'http://stripe.invalid',
  STRIPE_SECRET_KEY: 'nobody',
  STRIPE_WEBHOOK_SECRET: 'nobody',
});
