import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { ProtocolPoint } from '@pontual/server/publishing/observe.ts';
import type { Mutation } from './options.ts';
import type { CampaignTime } from './time.ts';

/** What a process of the product is started with, as JSON in `CAMPAIGN_CHILD`. */
export interface ChildSettings {
  role: 'worker' | 'web';
  port: number;
  publicUrl: string;
  databaseUrl: string;
  dataDir: string;
  secretKeys: string;
  meta: { graphUrl: string; dialogUrl: string; appId: string; appSecret: string };
  smtpUrl: string;
  time: CampaignTime;
  logFile: string;
  /** A line of JSON (`Death`) for each death at a point, written before it. */
  deathsFile: string;
  /** Dies as soon as it has booted. */
  diesBooted?: true;
  /** A rule that its engine does without. */
  removedRule: Mutation | undefined;
}

/** The points of the protocol, and of converting a video: in hand, written, and its decoder alone. */
export type CrashPoint = ProtocolPoint | 'converting' | 'converted' | 'decoder';

/** Where to die: at this point, when it is reached for a post of this type. */
export interface DeathOrder {
  point: CrashPoint;
  type: MediaType | undefined;
  /** So long (real ms) after the point was reached, if what was begun there is not over by then. */
  afterMs?: number;
}

export type ProcessCommand =
  | ({ kind: 'die' } & DeathOrder)
  /** Its wall clock is wrong by so much. */
  | { kind: 'jump'; ms: number }
  /** Tells when these posts reach a point, and waits there for `go`. */
  | { kind: 'watch'; postIds: string[] }
  | { kind: 'go'; serial: number };

export type ProcessEvent =
  | { kind: 'ready' }
  | { kind: 'reached'; serial: number; point: ProtocolPoint; postId: string }
  /** It was carried out, and this process goes on. */
  | { kind: 'struck'; point: CrashPoint };

export interface Death {
  point: CrashPoint;
  postId: string;
  type: MediaType | undefined;
  /** By the campaign's time. */
  atMs: number;
}

const TYPES = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const;

/** The id of a post that the campaign made itself: it tells the type, also to a worker. */
export const createPostId = (type: MediaType, serial: number): string =>
  `c0ffee0${TYPES.indexOf(type)}-0000-7000-8000-${serial.toString(16).padStart(12, '0')}`;

export const getPostType = (postId: string): MediaType | undefined =>
  postId.startsWith('c0ffee0') ? TYPES[Number(postId[7])] : undefined;

/** The variables of the outside services; nobody signs in with Google here. */
export const buildServiceVariables = (meta: ChildSettings['meta']) => ({
  META_GRAPH_URL: meta.graphUrl,
  META_DIALOG_URL: meta.dialogUrl,
  META_APP_ID: meta.appId,
  META_APP_SECRET: meta.appSecret,
  GOOGLE_ISSUER: 'http://google.invalid',
  GOOGLE_CLIENT_ID: 'nobody',
  GOOGLE_CLIENT_SECRET: 'nobody',
  STRIPE_API_URL: 'http://stripe.invalid',
  STRIPE_SECRET_KEY: 'nobody',
  STRIPE_WEBHOOK_SECRET: 'nobody',
});
