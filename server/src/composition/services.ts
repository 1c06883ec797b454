import { createPlanningPort } from './create-planning-port.ts';
import { createAuth } from './create-auth.ts';
import { createSignInMethods } from './create-sign-in-methods.ts';
import type { PasswordCost } from '../identity/sign-in/passwords.ts';
import { createAnalytics } from '../reporting/analytics/create-analytics.ts';
import { createApprovalReopener } from '../planning/approvals/reopen-approval.ts';
import { createBilling, type BillingEnv } from '../billing/create-billing.ts';
import { createPayments } from '../billing/payments/payments.ts';
import { createConnectedOutbox } from './create-connected-outbox.ts';
import { createConnectedReadiness } from './create-connected-readiness.ts';
import { createComposerHelpers } from './create-composer-helpers.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { openDeletedList } from '../privacy/deletion/restored-users.ts';
import type { Env } from '../platform/env.ts';
import type { GoogleEnv } from './create-google.ts';
import { createInsights } from '../instagram/insights/create-insights.ts';
import { createInstagram, type InstagramEnv } from '../instagram/connection/create-instagram.ts';
import { createRemovedLoginCheck } from '../instagram/connection/removed-logins.ts';
import { createTokenRefresh } from '../instagram/tokens/token-refresh.ts';
import { createInstagramConnection } from '../instagram/connection/connection.ts';
import type { Transport } from '../instagram/graph/transport.ts';
import { createMetaCallbacks } from '../instagram/meta/callbacks.ts';
import { createIntegrations } from '../public-api/create-integrations.ts';
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import type { Log } from '../platform/log/log.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { createMedia } from '../media/create-media.ts';
import { createMediaLinks } from '../media/links.ts';
import type { StorageEnv } from '../media/storage/create-storage.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createScrape } from '../operations/metrics/scrape.ts';
import { createMemberServices } from './create-member-services.ts';
import { createNotificationsRepository } from '../notifications/notifications.repository.ts';
import { createWeeklySummaries } from '../notifications/weekly-summary/weekly-summary.service.ts';
import { createWakeUps, type WakeUps } from '../platform/wake-ups.ts';
import { createDataExport } from '../privacy/export/export.service.ts';
import { createDeletions } from '../privacy/deletion/create-deletion.ts';
import { createEmailChangeService } from '../identity/users/email-change.service.ts';
import { createPush } from '../notifications/push/create-push.ts';
import type { PushEnv } from '../notifications/push/keys.ts';
import { createSendConfirmationLink } from '../identity/users/confirmation-link.ts';
import { createUserService } from '../identity/users/user.service.ts';
import { createReports } from '../reporting/reports/create-reports.ts';
import { createPostServices } from './create-post-services.ts';
import { createPostsService } from '../posts/listing/posts.service.ts';
import { createSchedulerStatus } from '../posts/scheduling/scheduler-status.ts';
import { createEngine } from '../publishing/engine.ts';
import { noopObserve, type Observe } from '../publishing/observe.ts';
import { createTeamChanges } from '../planning/approvals/approval-rule.ts';
import { createPublicationWriter } from '../publishing/store/publication-writer.ts';
import { createStatus, type StatusEnv } from '../operations/status/create-status.ts';
import { createOperator, type OperatorEnv } from '../operations/operator/create-operator.ts';
import { createSupport } from '../operations/support/support.service.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

interface ServiceOptions {
  env: Pick<Env, 'DATA_DIR' | 'ROLE' | 'PUBLISH_SLOTS' | 'SMTP_URL' | 'MAIL_FROM'> &
    Partial<Pick<Env, 'ALLOW_LOOPBACK_URLS'>> &
    InstagramEnv &
    GoogleEnv &
    BillingEnv &
    PushEnv &
    StatusEnv &
    OperatorEnv &
    StorageEnv;
  database: Database;
  keyRing: KeyRing;
  log: Log;
  clock?: Clock;
  jobs?: Jobs;
  wakeUps?: WakeUps;
  transport?: Transport;
  observe?: Observe;
  passwordCost?: PasswordCost;
}

export async function createServices(options: ServiceOptions) {
  const { env, database, keyRing, log, clock = systemClock, observe = noopObserve } = options;
  const metrics = createMetrics();
  const wakeUps = options.wakeUps ?? (await createWakeUps(database, log));
  const jobs = options.jobs ?? (await createJobs(database, log, { supervise: env.ROLE !== 'web' }));

  const media = await createMedia({ env, database, jobs, wakeUps, clock, log });
  const { status, recordCall } = createStatus({ env, database, clock });
  const links = createMediaLinks(keyRing, clock, env.PUBLIC_URL);

  const externalDeps = {
    env,
    database,
    keyRing,
    clock,
    metrics,
    recordCall,
    log,
    transport: options.transport,
  };
  const instagram = createInstagram({ ...externalDeps, links });
  const { accounts, locations, appSecrets, commentOffer } = instagram;
  const connection = createInstagramConnection({
    ...instagram,
    ...media,
    ...externalDeps,
    links,
    wakeUps,
  });

  const insights = createInsights({ database, jobs, ...instagram, log });
  const { PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl, MAIL_FROM: from } = env;
  const mailer = createMailer({ smtpUrl, from, publicUrl, onResponse: recordCall.email });
  const commonDeps = { database, jobs, mailer, publicUrl, links, clock, observe, metrics, log };
  const publicationWriter = createPublicationWriter({ jobs });
  const ownerChanges = createTeamChanges(publicationWriter);
  const planning = createPlanningPort(ownerChanges, instagram.instagramLimits);
  const posts = createPostsService({ database, links, planning, clock });
  const postChangeDeps = { ...media, database, posts, planning, wakeUps, ownerChanges };

  const authDeps = { ...commonDeps, keyRing, wakeUps, mediaLinks: links };
  const authServices = createAuth(authDeps, options.passwordCost);
  const weeklySummaries = createWeeklySummaries({ database });
  const teamEmail = env.SUPPORT_EMAIL;
  const support = createSupport({ database, teamEmail, log });
  const shared = { ...commonDeps, ...instagram, wakeUps, publicationWriter, recordCall };
  const userDeps = {
    ...shared,
    ...media,
    ...authServices,
    env,
    keyRing,
    payments: createPayments(env, clock, recordCall.payments),
    deletedList: await openDeletedList(env),
  };
  const sendLink = createSendConfirmationLink(userDeps);
  const emailChange = createEmailChangeService({ ...userDeps, sendLink });
  const members = createMemberServices(userDeps);
  const push = createPush(userDeps);
  const publicApi = createIntegrations(userDeps);
  const deletions = createDeletions(userDeps);
  const billing = createBilling(userDeps);
  const engine = createEngine({
    ...shared,
    storage: media.storage,
    publishConcurrency: env.PUBLISH_SLOTS,
    publishGapMs: env.PUBLISH_GAP_SECONDS * 1000,
  });
  const callbackDeps = {
    observer: engine.accountChanges,
    reopenApprovals: createApprovalReopener(ownerChanges),
  };
  const metaCallbacks = createMetaCallbacks({ ...shared, ...callbackDeps, publicUrl });
  const disconnect = (tx: Tx, id: string) => connection.end(tx, id, callbackDeps.observer);
  const reportServices = createReports({ ...media, ...authServices, database, links, clock, log });
  const signInServices = createSignInMethods({ ...userDeps, ...members, disconnect });
  const composerHelpers = createComposerHelpers({ ...shared, ...instagram });
  const postServices = createPostServices({
    ...externalDeps,
    ...shared,
    ...postChangeDeps,
    ...engine,
  });
  const outbox = createConnectedOutbox({ ...commonDeps, ...push, ...publicApi, teamEmail });
  const { throttle } = authServices;
  return {
    platform: { database, log, metrics, clock, wakeUps, jobs, outbox, throttle },
    media: { ...media, links },
    notifications: { weeklySummaries, ...push },
    billing,
    identity: {
      ...authServices,
      ...signInServices,
      ...members,
      users: createUserService(userDeps),
      emailChange,
    },
    instagram: {
      accounts,
      connection,
      locations,
      readiness: createConnectedReadiness({ ...externalDeps, ...instagram, links }),
      insights,
      metaCallbacks,
      appSecrets,
      offersInstagramLogin: instagram.loginFlows.instagram !== undefined,
      maintainAccounts: createTokenRefresh(shared).run,
      checkRemovedLogins: createRemovedLoginCheck({ ...shared, ...callbackDeps }),
    },
    publishing: { ...engine, observe },
    posts: {
      posts,
      commentOffer,
      instagramLimits: instagram.instagramLimits,
      schedulerStatus: createSchedulerStatus({ database }),
      ...postServices.posts,
      ...composerHelpers.posts,
    },
    planning: { ...postServices.planning, ...composerHelpers.planning },
    reporting: { analytics: createAnalytics({ database, links, clock, log }), ...reportServices },
    publicApi,
    privacy: { deletions, dataExport: createDataExport(userDeps) },
    operations: {
      status,
      support,
      operator: createOperator(env, { ...externalDeps, ...instagram, links }),
      scrape: createScrape({ metrics, database, dataDir: env.DATA_DIR, clock, log }),
    },
    deleteExpired: createCleanup([
      () => createNotificationsRepository(database.db).deleteOld(),
      () => engine.forgetContainers(),
      () => accounts.forgetEnded(),
      () => metaCallbacks.finishDeletions(),
      () => authServices.cleanUpAuth(),
      () => signInServices.cleanUpSignInMethods(),
      () => emailChange.forgetExpired(),
      () => deletions.forgetOld(),
      () => publicApi.deleteOldIntegrationData(),
      () => members.cleanUpTeam(),
      () => outbox.deleteOld(),
      () => weeklySummaries.deleteOld(),
      () => support.deleteOld(),
      () => billing.billingReconciliation.forgetOld(),
    ]),
    async close(): Promise<void> {
      media.stopDecoding();
      reportServices.stopPrinting();
      mailer.close();
      await jobs.close();
      await wakeUps.close();
    },
  };
}

/**
 * A step that fails does not stop the others.
 * @throws AggregateError with the errors of the failed steps
 */
const createCleanup = (steps: readonly (() => Promise<unknown>)[]) => async (): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'the cleaning failed in part');
};
