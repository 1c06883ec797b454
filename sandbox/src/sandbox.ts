import type { FastifyInstance } from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import { openClock } from './clock.ts';
import { serveControl } from './control/control.routes.ts';
import { openFaults } from './faults.ts';
import { createHttp } from './http.ts';
import { APP } from './instagram/app-credentials.ts';
import { createCallLog } from './instagram/call-log.ts';
import { instagramFaults } from './instagram/faults.ts';
import { serveInstagram } from './instagram/instagram.ts';
import { ledgerEntry } from './instagram/media-facts.ts';
import { openInstagramRecords } from './instagram/records.ts';
import type { InstagramWorld } from './instagram/world.ts';
import { serveInboxPages } from './mail/inbox-pages.ts';
import { openMailbox, type Mailbox } from './mail/mailbox.ts';
import { startSmtp, type SmtpService } from './mail/smtp.ts';
import { serveIndexPage } from './pages/index-page.ts';
import { openSettings, type SandboxSettings } from './settings.ts';
import { openCollection } from './state/collection.ts';
import { openDatabase } from './state/database.ts';

export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number | undefined;
  host?: string | undefined;
  /** Where the world remembers itself; ':memory:' forgets with the process. */
  stateFile?: string | undefined;
  smtpPort?: number | undefined;
  processingMs?: { image: number; video: number } | undefined;
  log?: boolean | undefined;
};

/** The environment variables a server needs to live in this world. */
export type Services = {
  META_GRAPH_URL: string;
  META_DIALOG_URL: string;
  META_APP_ID: string;
  META_APP_SECRET: string;
  SMTP_URL: string;
};

export type Sandbox = {
  url: string;
  services: Services;
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the world outside: Instagram and mail, over real HTTP and SMTP. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const database = openDatabase(options.stateFile ?? ':memory:');
  const mailbox = openMailbox(database);
  const settings = openSettings(database, startSettings(options));
  let url = '';
  const world: InstagramWorld = {
    clock: openClock(database),
    settings,
    faults: openFaults(database),
    calls: createCallLog(),
    records: openInstagramRecords(database),
    database,
    url: () => url,
  };
  const { clock, faults, calls, records } = world;
  const reset = (): void => {
    for (const part of [clock, settings, faults, calls, records, mailbox]) part.reset();
  };
  const app = await createHttp(options.log ?? false);
  const services = { current: servicesAt('', 0) };
  const books = { instagram: instagramFaults };
  serveControl(app, { services: () => services.current, faults, books, settings, clock, reset });
  serveLedgers(app, world, mailbox);
  serveInstagram(app, world);
  serveInboxPages(app, mailbox);
  serveIndexPage(app, () => records.accounts.all().map(({ username }) => username));

  const close = async (): Promise<void> => {
    await app.close();
    database.close();
  };
  try {
    await app.listen({ host, port: options.port ?? 0 });
    url = addressOf(app, host);
  } catch (error) {
    await close();
    throw error;
  }
  const smtp = await startMail(database, mailbox, world, { host, port: options.smtpPort ?? 0 });
  services.current = servicesAt(url, smtp.port);
  return {
    url,
    services: services.current,
    reset: async () => reset(),
    close: async () => {
      await smtp.close();
      await close();
    },
  };
}

function startSettings({ processingMs }: SandboxOptions): SandboxSettings {
  return {
    processingMs: processingMs ?? { image: 1000, video: 4000 },
    quotaTotal: 100,
    containersTotal: 400,
    republish: 'error-2207008',
    expired: '24/2207008',
  };
}

/** What happened, for tests to read; the oldest comes first. */
function serveLedgers(app: FastifyInstance, world: InstagramWorld, mailbox: Mailbox): void {
  app.get('/_sandbox/instagram/media', () =>
    world.records.media.all().map((medium) => ledgerEntry(world, medium)),
  );
  app.get('/_sandbox/instagram/calls', () => world.calls.all());
  app.get('/_sandbox/mail/messages', () =>
    mailbox.all().map(({ to, subject, text, html, date }) => ({ to, subject, text, html, date })),
  );
}

/** A browser on this machine says localhost; other addresses are used as they are. */
function addressOf(app: FastifyInstance, host: string): string {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name}:${port ?? 0}`;
}

/** Takes the SMTP port of last time if it is free, so that a restarted world is found again. */
async function startMail(
  database: DatabaseSync,
  mailbox: Mailbox,
  { clock }: InstagramWorld,
  { host, port }: { host: string; port: number },
): Promise<SmtpService> {
  const ports = openCollection<{ id: string; port: number }>(database, 'ports');
  const wanted = port || (ports.get('smtp')?.port ?? 0);
  const smtp = await startSmtp(mailbox, clock, { host, port: wanted }).catch((error: unknown) => {
    if (port) throw error;
    return startSmtp(mailbox, clock, { host, port: 0 });
  });
  ports.put({ id: 'smtp', port: smtp.port });
  return smtp;
}

function servicesAt(url: string, smtpPort: number): Services {
  return {
    META_GRAPH_URL: url,
    META_DIALOG_URL: url,
    META_APP_ID: APP.id,
    META_APP_SECRET: APP.secret,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
}
