import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isLoopback } from './http/public-address.ts';
import { findKeysError } from './key-ring.ts';
import {
  DEFAULT_META_SETTINGS,
  GRAPH_VERSIONS,
  REQUIRED_INSTAGRAM_SCOPES,
  REQUIRED_SCOPES,
  readScopes,
} from './meta-settings.ts';
import { isVapidKeyPair } from './vapid-keys.ts';

/** Runs the installation without the service whose main variable has this value. */
export const NONE = 'none';
const MISSING_MESSAGE = 'is missing; `none` goes without it';
/** No server listens on this port. */
const UNREACHABLE_HOST = '127.0.0.1:9';

const url = z.url().transform((text) => text.replace(/\/$/, ''));

const scopesWith = (required: readonly string[]) =>
  z
    .string()
    .refine((text) => readScopes(text).every((scope) => /^[a-z_]+$/.test(scope)), {
      error: 'must name permissions, separated by commas or spaces',
      abort: true,
    })
    .refine((text) => required.every((scope) => readScopes(text).includes(scope)), {
      error: `must contain ${required.join(', ')}`,
    });

const schema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: url.optional(),
    DATA_DIR: z.string().default('./.data'),
    DATABASE_URL: z.string().startsWith('postgres').optional(),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    PUBLISH_SLOTS: z.coerce.number().int().min(1).max(5000).default(500),
    // At most: the 100 posts that Instagram allows an account in a day are out before the last one expires.
    PUBLISH_GAP_SECONDS: z.coerce.number().int().min(0).max(20).default(8),
    SECRET_KEYS: z
      .string()
      .refine((keys) => findKeysError(keys) === undefined, {
        error: (issue) => findKeysError(String(issue.input)),
      })
      .optional(),
    METRICS_TOKEN: z.string().min(16).optional(),
    OPERATOR_TOKEN: z.string().min(32, 'must have 32 characters or more').optional(),
    OPERATOR_EMAIL: z.email().optional(),
    // A process has 25 s to stop; the maximum leaves some of them for requests in progress.
    DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(0),
    TRUST_PROXY: z.string().optional(),
    ALLOW_LOOPBACK_URLS: z.stringbool().default(false),
    META_GRAPH_URL: url.default('https://graph.facebook.com'),
    META_DIALOG_URL: url.default('https://www.facebook.com'),
    META_UPLOAD_URL: url.default('https://rupload.facebook.com'),
    META_APP_ID: z
      .string()
      .min(1)
      .refine((id) => id !== NONE, 'cannot be `none`: there would be nothing to publish to'),
    META_APP_SECRET: z.string().min(1),
    META_GRAPH_VERSION: z
      .enum(
        GRAPH_VERSIONS,
        `must be one of ${GRAPH_VERSIONS.join(', ')}: the tests publish with each`,
      )
      .default(DEFAULT_META_SETTINGS.META_GRAPH_VERSION),
    META_SCOPES: scopesWith(REQUIRED_SCOPES).default(DEFAULT_META_SETTINGS.META_SCOPES),
    META_LOGIN_CONFIG_ID: z
      .string()
      .regex(/^\d+$/, 'must be the number of a configuration')
      .optional(),
    INSTAGRAM_APP_ID: z.string().min(1).optional(),
    INSTAGRAM_APP_SECRET: z.string().min(1).optional(),
    INSTAGRAM_DIALOG_URL: url.default(DEFAULT_META_SETTINGS.INSTAGRAM_DIALOG_URL),
    INSTAGRAM_TOKEN_URL: url.default(DEFAULT_META_SETTINGS.INSTAGRAM_TOKEN_URL),
    INSTAGRAM_GRAPH_URL: url.default(DEFAULT_META_SETTINGS.INSTAGRAM_GRAPH_URL),
    INSTAGRAM_SCOPES: scopesWith(REQUIRED_INSTAGRAM_SCOPES).default(
      DEFAULT_META_SETTINGS.INSTAGRAM_SCOPES,
    ),
    INSTAGRAM_HASHTAGS: z
      .enum(['warn', 'refuse'], 'must be warn or refuse')
      .default(DEFAULT_META_SETTINGS.INSTAGRAM_HASHTAGS),
    INSTAGRAM_TALL_PICTURES: z
      .enum(['refuse', 'accept'], 'must be refuse or accept')
      .default(DEFAULT_META_SETTINGS.INSTAGRAM_TALL_PICTURES),
    GOOGLE_ISSUER: url.default('https://accounts.google.com'),
    GOOGLE_CLIENT_ID: z.string(MISSING_MESSAGE).min(1),
    GOOGLE_CLIENT_SECRET: z.string().min(1),
    STRIPE_API_URL: url.default('https://api.stripe.com'),
    STRIPE_SECRET_KEY: z.string(MISSING_MESSAGE).min(1),
    STRIPE_WEBHOOK_SECRET: z.string().min(1),
    SMTP_URL: z.string(MISSING_MESSAGE).pipe(z.url({ protocol: /^smtps?$/ })),
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^B[\w-]{86}$/, 'must be a point of P-256 in base64url')
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
      .optional(),
    VAPID_SUBJECT: z
      .string()
      .regex(
        /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/,
        'must read mailto:address or https://page',
      )
      .optional(),
    VAPID_SERVICE_URL: url.optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, 'must read address or Name <address>')
      .default('Pontual <avisos@pontual.example>'),
    S3_ENDPOINT: url.optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    // The name comes from the specification; the setting affects only what visitors see on /schedule.
    MOCK_SCHEDULE: z.stringbool().default(false),
    SERVICE_WORKER: z.stringbool().default(true),
    COMPANY_NAME: z.string().optional(),
    COMPANY_CNPJ: z
      .string()
      // The Receita issues CNPJs with letters, too, since July 2026.
      .regex(
        /^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/,
        'must read 00.000.000/0000-00',
      )
      .optional(),
    COMPANY_ADDRESS: z.string().optional(),
    SUPPORT_EMAIL: z.email().optional(),
    DPO_CONTACT: z.string().optional(),
    GA4_MEASUREMENT_ID: z
      .string()
      .regex(/^G-[\dA-Z]+$/, 'must read G-XXXXXXXXXX')
      .optional(),
    GA4_URL: url.default('https://www.google-analytics.com'),
    PLAUSIBLE_DOMAIN: z
      .string()
      .regex(/^[\w.-]+$/, 'must be the name of one site')
      .optional(),
    PLAUSIBLE_URL: url.default('https://plausible.io'),
    REACHABILITY_CHECK_SECONDS: z.coerce.number().int().min(1).max(3600).default(900),
    STATUS_PROBE_SECONDS: z.coerce.number().int().min(1).max(600).default(60),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  })
  .refine((env) => !env.ALLOW_LOOPBACK_URLS || isOnThisMachine(env.PUBLIC_URL), {
    path: ['ALLOW_LOOPBACK_URLS'],
    message: 'is for development: with a public PUBLIC_URL every user could call this machine',
  })
  .refine((env) => env.ROLE === 'all' || env.DATABASE_URL !== undefined, {
    path: ['ROLE'],
    message: 'ROLE=web and ROLE=worker need DATABASE_URL: one product owns the embedded database',
  })
  .refine((env) => env.ROLE === 'all' || env.SECRET_KEYS !== undefined, {
    path: ['SECRET_KEYS'],
    message: 'ROLE=web and ROLE=worker need the same SECRET_KEYS: one reads what the other sealed',
  })
  .refine((env) => hasAllOrNone(env.OPERATOR_TOKEN, env.OPERATOR_EMAIL), {
    path: ['OPERATOR_TOKEN'],
    message: 'needs OPERATOR_EMAIL, and that one needs it',
  })
  .refine((env) => hasAllOrNone(env.INSTAGRAM_APP_ID, env.INSTAGRAM_APP_SECRET), {
    path: ['INSTAGRAM_APP_ID'],
    message: 'needs INSTAGRAM_APP_SECRET, and that one needs it',
  })
  .refine((env) => hasAllOrNone(env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY), {
    path: ['S3_BUCKET'],
    message: 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and they need it',
  })
  .refine((env) => env.S3_ENDPOINT === undefined || env.S3_BUCKET !== undefined, {
    path: ['S3_ENDPOINT'],
    message: 'needs S3_BUCKET: without a bucket media would lie in DATA_DIR',
  })
  .refine((env) => hasValidKeyPair(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY), {
    path: ['VAPID_PUBLIC_KEY'],
    message: 'needs the VAPID_PRIVATE_KEY that it was made with, and that one needs it',
  })
  .refine((env) => env.GA4_MEASUREMENT_ID === undefined || env.PLAUSIBLE_DOMAIN === undefined, {
    path: ['GA4_MEASUREMENT_ID'],
    message: 'is set beside PLAUSIBLE_DOMAIN: visitors agree to one service, so choose one',
  })
  .refine((env) => !usesRealInstagram(env.META_GRAPH_URL) || isPublicHttps(env.PUBLIC_URL), {
    path: ['PUBLIC_URL'],
    message: 'must be a public https address: Instagram fetches the media from it',
  });

export type Env = z.infer<typeof schema> & { PUBLIC_URL: string };

const hasAllOrNone = (...values: (string | undefined)[]) =>
  new Set(values.map((value) => value === undefined)).size === 1;

const hasValidKeyPair = (publicKey: string | undefined, privateKey: string | undefined) =>
  publicKey === undefined || privateKey === undefined
    ? publicKey === privateKey
    : isVapidKeyPair({ publicKey, privateKey });

const usesRealInstagram = (graphUrl: string) => new URL(graphUrl).hostname === 'graph.facebook.com';

const isOnThisMachine = (publicUrl: string | undefined) =>
  publicUrl === undefined || isLoopback(publicUrl);

function isPublicHttps(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false;
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/.test(hostname);
  return protocol === 'https:' && !isLocal;
}

/** Random secrets, so that no request can pass as one of a service that is `none`. */
function disabledServiceSettings(
  variables: Record<string, string | undefined>,
): Record<string, string> {
  const { GOOGLE_CLIENT_ID: google, STRIPE_SECRET_KEY: stripe, SMTP_URL: smtp } = variables;
  const secret = randomBytes(32).toString('hex');
  return {
    ...(google === NONE
      ? { GOOGLE_ISSUER: `http://${UNREACHABLE_HOST}`, GOOGLE_CLIENT_SECRET: secret }
      : {}),
    ...(stripe === NONE
      ? { STRIPE_API_URL: `http://${UNREACHABLE_HOST}`, STRIPE_WEBHOOK_SECRET: secret }
      : {}),
    ...(smtp === NONE ? { SMTP_URL: `smtp://${UNREACHABLE_HOST}` } : {}),
  };
}

export class EnvError extends Error {}

/** @throws EnvError */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const filled = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = schema.safeParse({ ...filled, ...disabledServiceSettings(filled) });
  if (!read.success) {
    const messages = read.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
    );
    throw new EnvError(`These settings are wrong:\n${messages.join('\n')}`);
  }
  return { ...read.data, PUBLIC_URL: read.data.PUBLIC_URL ?? `http://localhost:${read.data.PORT}` };
}
