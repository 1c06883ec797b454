import type { FastifyInstance } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import { openClock } from './platform/clock.ts';
import { serveControl } from './control/control.routes.ts';
import { openFaults } from './platform/faults.ts';
import { serveGoogle } from './google/google.ts';
import { openGoogleUsers } from './google/users.ts';
import { CLIENT, GOOGLE_PATH } from './google/provider.ts';
import { createHttp } from './http.ts';
import { APP, INSTAGRAM_APP } from './instagram/app-credentials.ts';
import { createCallLog } from './instagram/call-log.ts';
import {
  createSourceDownloader,
  createHttpDownloader,
  type MediaSource,
} from './instagram/download.ts';
import { instagramFaults } from './instagram/faults.ts';
import { createIds } from './instagram/ids.ts';
import { inProcessFetch, type InProcessFetch } from './platform/in-process-fetch.ts';
import { serveInstagram } from './instagram/instagram.ts';
import {
  DIALOG_PREFIX,
  INSTAGRAM_CODE_HOST,
  INSTAGRAM_GRAPH_HOST,
} from './instagram/instagram-login/hosts.ts';
import { openInstagramRecords } from './instagram/records.ts';
import { openRobots } from './instagram/robots.ts';
import type { InstagramContext } from './instagram/context.ts';
import { serveInboxPages } from './mail/inbox-pages.ts';
import { openMailbox, type Mailbox } from './mail/mailbox.ts';
import { startSmtp, type SmtpService } from './mail/smtp.ts';
import { serveIndexPage } from './platform/pages/index-page.ts';
import { STRIPE } from './stripe/api/credentials.ts';
import { openPayments, type Payments } from './stripe/payments.ts';
import { PLANS } from './stripe/seeds.ts';
import type { PostWebhook } from './stripe/webhooks/webhook-sender.ts';
import { pushFaults } from './push/faults.ts';
import { servePush } from './push/push.ts';
import { openPushRecords } from './push/records.ts';
import { openPendingEffects } from './platform/pending-effects.ts';
import { openSettings, type SandboxSettings } from './platform/settings.ts';
import { openCollection } from './platform/state/collection.ts';
import { openDatabase } from './platform/state/database.ts';
import { openFiles } from './platform/state/files.ts';

export type SandboxOptions = {
  port?: number | undefined;
  /** The state file; ':memory:' stores nothing beyond the process. */
  stateFile?: string | undefined;
  smtpPort?: number | undefined;
  processingMs?: { image: number; video: number } | undefined;
  appUrl?: string | undefined;
  /** The rate of time: at 60, a real second is a minute. */
  clockRate?: number | undefined;
  log?: boolean | undefined;
  /** False opens no socket: only `fetch` reaches the sandbox, and there is no email. */
  listen?: boolean | undefined;
  /** An external time that the sandbox follows exactly (plus its own advance). */
  clock?: { now(): number } | undefined;
  /** The randomness of ids and secrets, which makes a simulation reproducible. */
  random?: (() => number) | undefined;
  webhookUrl?: string | undefined;
  /** Receives webhooks in place of HTTP. */
  postWebhook?: PostWebhook | undefined;
  /** Provides media in place of HTTP. */
  download?: MediaSource | undefined;
};

export type Services = {
  META_GRAPH_URL: string;
  META_DIALOG_URL: string;
  META_UPLOAD_URL: string;
  META_APP_ID: string;
  META_APP_SECRET: string;
  INSTAGRAM_DIALOG_URL: string;
  INSTAGRAM_TOKEN_URL: string;
  INSTAGRAM_GRAPH_URL: string;
  INSTAGRAM_APP_ID: string;
  INSTAGRAM_APP_SECRET: string;
  GOOGLE_ISSUER: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
  STRIPE_API_URL: string;
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_PRICE_PRO: string;
  STRIPE_PRICE_PREMIUM: string;
  SMTP_URL: string;
  VAPID_SERVICE_URL: string;
};

export type Sandbox = {
  url: string;
  services: Services;
  /** Calls the sandbox without a socket; a cut connection rejects with `TypeError: fetch failed`. */
  fetch: InProcessFetch;
  runDue(): void;
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** Any caller can act as any person and read all emails, so the sandbox listens on this machine only. */
const HOST = '127.0.0.1';

const IN_PROCESS_URL = 'http://sandbox.invalid';

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const database = openDatabase(options.stateFile ?? ':memory:');
  const mailbox = openMailbox(database);
  const googleUsers = openGoogleUsers(database);
  const push = openPushRecords(database);
  let url = IN_PROCESS_URL;
  const context = openContext(database, options, () => url);
  const { clock, settings, faults, pendingEffects, callLog, records, robots, files } = context;
  const payments = openPayments({
    ...context,
    random: options.random,
    postWebhook: options.postWebhook,
  });
  const reset = (): void => {
    const parts = [
      pendingEffects,
      clock,
      settings,
      faults,
      callLog,
      records,
      files,
      robots,
      mailbox,
      googleUsers,
      payments,
      push,
    ];
    for (const part of parts) part.reset();
  };
  const app = await createHttp(options.log ?? false, context.ids);
  const services = { current: buildServices(url, undefined) };
  const faultCatalogs = {
    instagram: instagramFaults,
    payments: payments.faultCatalog,
    push: pushFaults,
  };
  runDueFirst(app, context, payments);
  serveControl(app, {
    services: () => services.current,
    faults,
    faultCatalogs,
    settings,
    clock,
    reset,
  });
  payments.serve(app);
  serveInstagram(app, context);
  serveGoogle(app, { database, users: googleUsers, url: () => url });
  await servePush(app, { records: push, faults, clock, url: () => url });
  serveMailLedger(app, mailbox);
  serveInboxPages(app, mailbox);
  serveIndexPage(app, () => records.accounts.all().map(({ username }) => username));

  const close = async (): Promise<void> => {
    pendingEffects.close();
    payments.close();
    await app.close();
    database.close();
    files.close();
  };
  let smtp: SmtpService | undefined;
  if (options.listen === false) {
    await app.ready();
  } else {
    try {
      await app.listen({ host: HOST, port: options.port ?? 0 });
      url = readUrl(app);
    } catch (error) {
      await close();
      throw error;
    }
    smtp = await startMail(database, mailbox, context, options.smtpPort ?? 0);
  }
  services.current = buildServices(url, smtp?.port);
  return {
    url,
    services: services.current,
    fetch: inProcessFetch(app),
    runDue: () => {
      pendingEffects.runDue();
      payments.runDue();
    },
    reset: async () => reset(),
    close: async () => {
      await smtp?.close();
      await close();
    },
  };
}

function openContext(
  database: DatabaseSync,
  options: SandboxOptions,
  url: () => string,
): InstagramContext {
  const clock = openClock(database, { rate: options.clockRate, source: options.clock });
  const settings = openSettings(database, buildInitialSettings(options));
  const robots = openRobots(clock);
  return {
    clock,
    settings,
    faults: openFaults(database, clock),
    pendingEffects: openPendingEffects(clock),
    callLog: createCallLog(settings),
    records: openInstagramRecords(database),
    ids: createIds(options.random),
    download: options.download
      ? createSourceDownloader(options.download)
      : createHttpDownloader(robots),
    robots,
    database,
    files: openFiles(options.stateFile),
    url,
  };
}

/** Runs due effects, and waits for their downloads, before each call is processed. */
function runDueFirst(
  app: FastifyInstance,
  { pendingEffects }: InstagramContext,
  payments: Payments,
): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    pendingEffects.runDue();
    payments.runDue();
    const running = pendingEffects.waitForRunning();
    if (running) void running.then(() => done());
    else done();
  });
}

function buildInitialSettings({
  processingMs,
  appUrl,
  webhookUrl,
}: SandboxOptions): SandboxSettings {
  return {
    processingMs: processingMs ?? { image: 1000, video: 4000 },
    answerMs: 0,
    quotaTotal: 100,
    containersTotal: 400,
    burstMs: 0,
    maxHashtags: 30,
    tallPictures: false,
    pagesAtOnce: 100,
    republish: 'error-2207008',
    expired: '24/2207008',
    instagramAnswers: 'objects',
    appUrl: appUrl ?? 'http://localhost:3000',
    webhookUrl: webhookUrl ?? '',
    webhookRetryMs: 500,
    webhookAttempts: 16,
    webhookDrop: 0,
    webhookDuplicate: 0,
    webhookDelayMs: 0,
    webhookShuffleMs: 0,
    dunningDays: [3, 5, 7],
    dunningEnd: 'cancel',
    appUsage: 0,
    accountUsage: 0,
    logCalls: true,
  };
}

function serveMailLedger(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/_sandbox/mail/messages', () =>
    mailbox.all().map(({ to, subject, text, html, replyTo, isImportant, date }) => ({
      to,
      subject,
      text,
      html,
      replyTo,
      isImportant,
      date,
    })),
  );
}

/** A browser on this machine uses localhost. */
function readUrl(app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://localhost:${port ?? 0}`;
}

/** Uses the SMTP port of the last run if it is free, so that the server finds a restarted sandbox. */
async function startMail(
  database: DatabaseSync,
  mailbox: Mailbox,
  { clock }: InstagramContext,
  port: number,
): Promise<SmtpService> {
  const ports = openCollection<{ id: string; port: number }>(database, 'ports');
  const requestedPort = port || (ports.get('smtp')?.port ?? 0);
  const smtp = await startSmtp(mailbox, clock, { host: HOST, port: requestedPort }).catch(
    (error: unknown) => {
      if (port) throw error;
      return startSmtp(mailbox, clock, { host: HOST, port: 0 });
    },
  );
  ports.put({ id: 'smtp', port: smtp.port });
  return smtp;
}

function buildServices(url: string, smtpPort: number | undefined): Services {
  return {
    META_GRAPH_URL: url,
    META_DIALOG_URL: url,
    META_UPLOAD_URL: url,
    META_APP_ID: APP.id,
    META_APP_SECRET: APP.secret,
    INSTAGRAM_DIALOG_URL: `${url}${DIALOG_PREFIX}`,
    INSTAGRAM_TOKEN_URL: `${url}${INSTAGRAM_CODE_HOST.prefix}`,
    INSTAGRAM_GRAPH_URL: `${url}${INSTAGRAM_GRAPH_HOST.prefix}`,
    INSTAGRAM_APP_ID: INSTAGRAM_APP.id,
    INSTAGRAM_APP_SECRET: INSTAGRAM_APP.secret,
    GOOGLE_ISSUER: `${url}${GOOGLE_PATH}`,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
    STRIPE_PRICE_PRO: PLANS.pro.price,
    STRIPE_PRICE_PREMIUM: PLANS.premium.price,
    SMTP_URL: smtpPort === undefined ? '' : `smtp://127.0.0.1:${smtpPort}`,
    VAPID_SERVICE_URL: url,
  };
}
