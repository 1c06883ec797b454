import { createAuth } from './auth/create-auth.ts';
import { createAccount } from './account/create-account.ts';
import { createBilling, type BillingEnv } from './billing/create-billing.ts';
import { createPayments } from './billing/payments.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Database, Tx } from './database/database.ts';
import type { Env } from './env.ts';
import { createGoogle, type GoogleEnv } from './google/create-google.ts';
import { createInstagramAccounts } from './instagram/instagram.accounts.ts';
import { createInstagramAuthorization } from './instagram/instagram.authorization.ts';
import { createAccountCare } from './instagram/instagram.care.ts';
import { createInstagramConnection } from './instagram/instagram.connection.ts';
import { createGraph, type MetaSettings } from './instagram/instagram.graph.ts';
import type { Transport } from './instagram/instagram.transport.ts';
import { createInstagramPlaces } from './instagram/instagram.places.ts';
import { createInstagramPublishing } from './instagram/instagram.publishing.ts';
import { createTurns } from './instagram/instagram.turns.ts';
import { CALLBACK_PATH } from './instagram/instagram.routes.ts';
import { createMetaCallbacks } from './instagram/meta.callbacks.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { KeyRing } from './key-ring.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createMedia } from './media/create-media.ts';
import { createMediaLinks } from './media/media.links.ts';
import type { StorageEnv } from './media/storage/create-storage.ts';
import { createNotices } from './notices/notices.ts';
import { createWeeklySummaries } from './notices/weekly.ts';
import { createNudges } from './nudges.ts';
import { createEditing } from './posts/posts.editing.ts';
import { createScheduling } from './posts/posts.scheduling.ts';
import { createPostsService } from './posts/posts.service.ts';
import { createSchedulerStatus } from './posts/scheduler.status.ts';
import { createEngine } from './publishing/engine.ts';
import { unobserved, type Observe } from './publishing/observe.ts';
import { createOwnerChanges } from './publishing/owner-changes.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** What everything is built from. */
interface Parts {
  env: Pick<Env, 'PUBLIC_URL' | 'DATA_DIR' | 'ROLE' | 'SMTP_URL' | 'MAIL_FROM'> &
    MetaEnv &
    GoogleEnv &
    BillingEnv &
    StorageEnv;
  database: Database;
  keyRing: KeyRing;
  log: Log;
  clock?: Clock;
  /** In place of pg-boss and of the network, and told what happens: for proofs of the engine. */
  jobs?: Jobs;
  transport?: Transport;
  observe?: Observe;
}

/** Builds everything from its parts, once: what needs what is read here. */
export async function createServices(parts: Parts) {
  const { env, database, keyRing, log, clock = systemClock, observe = unobserved } = parts;
  const nudges = await createNudges(database, log);
  const jobs = parts.jobs ?? (await createJobs(database, log, { supervise: env.ROLE !== 'web' }));

  const shelf = await createMedia({ env, database, jobs, nudges, clock, log });
  const { media, uploads } = shelf;
  const links = createMediaLinks(keyRing, clock, env.PUBLIC_URL);

  const meta = metaSettings(env);
  const graph = createGraph(meta, { clock, transport: parts.transport });
  const turns = createTurns();
  const publishing = createInstagramPublishing(graph, turns);
  const callback = `${env.PUBLIC_URL}/api${CALLBACK_PATH}`;
  const authorization = createInstagramAuthorization(graph, meta, callback, clock);
  const accounts = createInstagramAccounts({ database, keyRing });
  const basics = { database, nudges, log };
  const connection = createInstagramConnection({ ...basics, authorization, accounts, media });

  const places = createInstagramPlaces({ graph, turns, accounts, log });
  const ownerChanges = createOwnerChanges(jobs);
  const posts = createPostsService({ database, links, clock });
  const change = { database, media, uploads, posts, nudges, ownerChanges };

  const { PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl, MAIL_FROM: from } = env;
  const mailer = createMailer({ smtpUrl, from, publicUrl });
  const mailing = { database, jobs, mailer, publicUrl, log };
  const notices = createNotices(mailing);
  const access = createAuth({ ...mailing, keyRing, mediaLinks: links, nudges });
  const summaries = createWeeklySummaries(mailing);
  const shared = { database, jobs, nudges, notices, accounts, publishing, log };
  const payments = createPayments(env, clock);
  const toldOf = { keyRing, authorization, payments, clock, observe };
  const own = createAccount({ ...shared, ...mailing, ...shelf, ...toldOf });
  const billing = createBilling({ ...mailing, ...own, payments, env, nudges, clock });
  const care = createAccountCare({ ...shared, authorization });
  const engine = createEngine({ ...shared, links, clock, observe });
  const observer = engine.accountChanges;
  const metaCallbacks = createMetaCallbacks({ ...shared, observer, publicUrl });
  const disconnect = (tx: Tx, id: string) => connection.end(tx, id, observer);
  const google = createGoogle({ env, database, notices, disconnect, clock, log });
  return {
    ...shelf,
    database,
    log,
    clock,
    nudges,
    jobs,
    links,
    ...access,
    google,
    ...own,
    ...billing,
    summaries,
    accounts,
    connection,
    places,
    metaCallbacks,
    metaAppSecret: meta.appSecret,
    posts,
    scheduling: createScheduling(change),
    editing: createEditing(change),
    schedulerStatus: createSchedulerStatus({ database }),
    ...engine,
    notices,
    careForAccounts: () => care.run(),
    observe,
    /**
     * Deletes what nobody needs any more: ended connections and sessions, used keys. Each part by
     * itself: what fails keeps nothing else past its time.
     * @throws AggregateError of what failed
     */
    async forgetExpired(): Promise<void> {
      const parts = [
        () => notices.forgetOld(),
        () => engine.forgetContainers(),
        () => accounts.forgetEnded(),
        () => metaCallbacks.finishDeletions(),
        () => access.forgetEndedAccess(),
        () => google.forgetExpired(),
        () => own.forgetOfAccounts(),
        () => summaries.forgetOld(),
        () => billing.billingReconciliation.forgetOld(),
      ];
      const failures: unknown[] = [];
      for (const part of parts) await part().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'the cleaning failed in part');
    },
    async close(): Promise<void> {
      shelf.stopDecoding();
      mailer.close();
      await jobs.close();
      await nudges.close();
    },
  };
}

type MetaEnv = Pick<Env, 'META_GRAPH_URL' | 'META_DIALOG_URL' | 'META_APP_ID' | 'META_APP_SECRET'>;

function metaSettings(env: MetaEnv): MetaSettings {
  return {
    graphUrl: env.META_GRAPH_URL,
    dialogUrl: env.META_DIALOG_URL,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
  };
}
