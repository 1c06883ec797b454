import { createAuth } from './auth/create-auth.ts';
import { createWaysIn } from './auth/create-ways-in.ts';
import type { PasswordCost } from './auth/passwords.ts';
import { createAccount } from './account/create-account.ts';
import { createAnalytics } from './analytics/create-analytics.ts';
import { createReopening } from './approvals/approvals.reopening.ts';
import { createBilling, type BillingEnv } from './billing/create-billing.ts';
import { createPayments } from './billing/payments.ts';
import { createComposing } from './composing/create-composing.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Database, Tx } from './database/database.ts';
import { createDeletedList } from './deletion/deletion.again.ts';
import type { Env } from './env.ts';
import type { GoogleEnv } from './google/create-google.ts';
import { createInsights } from './insights/create-insights.ts';
import { createInstagram, type InstagramEnv } from './instagram/create-instagram.ts';
import { createAccountCare } from './instagram/instagram.care.ts';
import { createInstagramConnection } from './instagram/instagram.connection.ts';
import type { Transport } from './instagram/instagram.transport.ts';
import { createMetaCallbacks } from './instagram/meta.callbacks.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { KeyRing } from './key-ring.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createMedia } from './media/create-media.ts';
import { createMediaLinks } from './media/media.links.ts';
import type { StorageEnv } from './media/storage/create-storage.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createScrape } from './metrics/scrape.ts';
import { createNotices } from './notices/notices.ts';
import { createWeeklySummaries } from './notices/weekly.ts';
import { createNudges, type Nudges } from './nudges.ts';
import type { PushEnv } from './push/push.keys.ts';
import { createReports } from './reports/create-reports.ts';
import { createPostChanges } from './posts/create-post-changes.ts';
import { createPostsService } from './posts/posts.service.ts';
import { createSchedulerStatus } from './posts/scheduler.status.ts';
import { createEngine } from './publishing/engine.ts';
import { unobserved, type Observe } from './publishing/observe.ts';
import { createOwnerChanges } from './publishing/owner-changes.ts';
import { createStatus, type StatusEnv } from './status/create-status.ts';
import { createSupport } from './support/support.service.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** What everything is built from. */
interface Parts {
  env: Pick<Env, 'DATA_DIR' | 'ROLE' | 'PUBLISH_SLOTS' | 'SMTP_URL' | 'MAIL_FROM'> &
    InstagramEnv &
    GoogleEnv &
    BillingEnv &
    PushEnv &
    StatusEnv &
    StorageEnv;
  database: Database;
  keyRing: KeyRing;
  log: Log;
  clock?: Clock;
  /** In place of pg-boss, of NOTIFY and of the network, and told what happens: for proofs of the engine. */
  jobs?: Jobs;
  nudges?: Nudges;
  transport?: Transport;
  observe?: Observe;
  /** Lower than OWASP's, for tests that register many users. */
  passwordCost?: PasswordCost;
}

/** Builds everything from its parts, once: what needs what is read here. */
export async function createServices(parts: Parts) {
  const { env, database, keyRing, log, clock = systemClock, observe = unobserved } = parts;
  const metrics = createMetrics();
  const nudges = parts.nudges ?? (await createNudges(database, log));
  const jobs = parts.jobs ?? (await createJobs(database, log, { supervise: env.ROLE !== 'web' }));

  const shelf = await createMedia({ env, database, jobs, nudges, clock, log });
  const { status, met } = createStatus({ env, database, clock });
  const links = createMediaLinks(keyRing, clock, env.PUBLIC_URL);

  const outside = { env, database, keyRing, clock, metrics, met, log, transport: parts.transport };
  const instagram = createInstagram(outside);
  const { accounts, publishing, authorization, places, metaAppSecret } = instagram;
  const told = { links, nudges };
  const connection = createInstagramConnection({ ...instagram, ...shelf, ...outside, ...told });

  const insights = createInsights({ database, jobs, ...instagram, log });
  const ownerChanges = createOwnerChanges(jobs);
  const posts = createPostsService({ database, links, clock });
  const change = { ...shelf, database, posts, nudges, ownerChanges };

  const { PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl, MAIL_FROM: from } = env;
  const mailer = createMailer({ smtpUrl, from, publicUrl, met: met.email });
  const mailing = { database, jobs, mailer, publicUrl, log };
  const notices = createNotices({ ...mailing, links });
  const access = createAuth({ ...mailing, keyRing, mediaLinks: links }, parts.passwordCost);
  const summaries = createWeeklySummaries(mailing);
  const support = createSupport({ ...mailing, teamEmail: env.SUPPORT_EMAIL });
  const shared = { database, jobs, nudges, notices, accounts, publishing, log, metrics };
  const payments = createPayments(env, clock, met.payments);
  const deletedList = await createDeletedList(env);
  const toldOf = { env, keyRing, authorization, payments, deletedList, clock, observe };
  const own = createAccount({ ...shared, ...mailing, ...shelf, ...toldOf, ...access });
  const billing = createBilling({ ...mailing, ...own, payments, env, nudges, clock, metrics });
  const engine = createEngine({ ...shared, links, clock, observe, slots: env.PUBLISH_SLOTS });
  const gone = { observer: engine.accountChanges, reopenApprovals: createReopening(ownerChanges) };
  const metaCallbacks = createMetaCallbacks({ ...shared, ...gone, publicUrl });
  const disconnect = (tx: Tx, id: string) => connection.end(tx, id, gone.observer);
  const reporting = createReports({ ...shelf, ...access, database, links, clock, log });
  const waysIn = createWaysIn({ ...shared, ...access, ...own, env, disconnect, clock });
  return {
    ...shelf,
    database,
    log,
    metrics,
    scrape: createScrape({ metrics, database, dataDir: env.DATA_DIR, clock, log }),
    clock,
    nudges,
    jobs,
    links,
    ...access,
    ...waysIn,
    ...own,
    ...billing,
    ...reporting,
    summaries,
    support,
    ...createComposing({ ...shared, ...instagram, links, clock }),
    status,
    accounts,
    connection,
    places,
    insights,
    metaCallbacks,
    metaAppSecret,
    posts,
    ...createPostChanges({ ...outside, ...mailing, ...shared, ...change, ...engine, links }),
    schedulerStatus: createSchedulerStatus({ database }),
    analytics: createAnalytics({ database, links, clock, log }),
    ...engine,
    notices,
    careForAccounts: createAccountCare({ ...shared, authorization }).run,
    observe,
    /** Deletes what nobody needs any more: ended connections and sessions, used keys. */
    forgetExpired: cleaning([
      () => notices.forgetOld(),
      () => engine.forgetContainers(),
      () => accounts.forgetEnded(),
      () => metaCallbacks.finishDeletions(),
      () => access.forgetEndedAccess(),
      () => waysIn.forgetWaysIn(),
      () => own.forgetOfAccounts(),
      () => summaries.forgetOld(),
      () => support.forgetOld(),
      () => billing.billingReconciliation.forgetOld(),
    ]),
    async close(): Promise<void> {
      shelf.stopDecoding();
      reporting.stopPrinting();
      mailer.close();
      await jobs.close();
      await nudges.close();
    },
  };
}

/**
 * All parts one after the other, each by itself: what fails keeps nothing else past its time.
 * @throws AggregateError of what failed
 */
const cleaning = (parts: readonly (() => Promise<unknown>)[]) => async (): Promise<void> => {
  const failures: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'the cleaning failed in part');
};
