import { join } from 'node:path';
import { createAuthService } from './auth/auth.service.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Env } from './env.ts';
import { createInstagramAccounts } from './instagram/instagram.accounts.ts';
import { createInstagramAuthorization } from './instagram/instagram.authorization.ts';
import { createInstagramConnection } from './instagram/instagram.connection.ts';
import { createGraph, type MetaSettings } from './instagram/instagram.graph.ts';
import { createInstagramPublishing } from './instagram/instagram.publishing.ts';
import { CALLBACK_PATH } from './instagram/instagram.routes.ts';
import { createJobs } from './jobs/jobs.ts';
import type { KeyRing } from './key-ring.ts';
import type { Log } from './log.ts';
import { createMediaLinks } from './media/media.links.ts';
import { createMediaService } from './media/media.service.ts';
import { createLocalStorage } from './media/media.storage.ts';
import { createNudges } from './nudges.ts';
import { createScheduling } from './posts/posts.scheduling.ts';
import { createPostsService } from './posts/posts.service.ts';
import { createAccountChanges } from './publishing/account-changes.ts';
import { createAdvancePost } from './publishing/advance.ts';
import { createAfterwards } from './publishing/afterwards.ts';
import { createContainersRepository } from './publishing/containers.repository.ts';
import { createHour } from './publishing/hour.ts';
import { createOutcomes } from './publishing/outcomes.ts';
import { createPublishingRepository } from './publishing/publishing.repository.ts';
import { createRecorder } from './publishing/record.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Builds everything from its parts, once: what needs what is read here. */
export async function createServices(parts: {
  env: Pick<Env, 'PUBLIC_URL' | 'DATA_DIR' | 'ROLE'> & MetaEnv;
  database: Database;
  keyRing: KeyRing;
  log: Log;
  clock?: Clock;
}) {
  const { env, database, keyRing, log, clock = systemClock } = parts;
  const nudges = await createNudges(database, log);
  const jobs = await createJobs(database, log, { supervise: env.ROLE !== 'web' });

  const storage = createLocalStorage(join(env.DATA_DIR, 'media'));
  const media = createMediaService({ storage, incoming: join(env.DATA_DIR, 'incoming') });
  const links = createMediaLinks(keyRing, clock, env.PUBLIC_URL);

  const meta = metaSettings(env);
  const graph = createGraph(meta);
  const publishing = createInstagramPublishing(graph);
  const callback = `${env.PUBLIC_URL}/api${CALLBACK_PATH}`;
  const authorization = createInstagramAuthorization(graph, meta, callback);
  const accounts = createInstagramAccounts({ database, keyRing });
  const connection = createInstagramConnection({
    database,
    authorization,
    accounts,
    media,
    nudges,
    log,
  });

  const auth = createAuthService({ database, mediaLinks: links });
  const posts = createPostsService({ database, links, clock, nudges });
  const schedule = createScheduling({
    database,
    jobs,
    media,
    posts,
    clock,
    nudges,
    isConnected: accounts.isConnected,
  });

  const repository = createPublishingRepository(database.db);
  const recorder = createRecorder({ database, jobs, nudges });
  const outcomes = createOutcomes({ recorder, clock });
  const hour = createHour({ repository, accounts, publishing, outcomes, clock, log });
  const containers = createContainersRepository(database.db);
  /** Has the next step of these posts taken, by whichever worker is free. */
  const advanceSoon = (waiting: readonly { id: string }[]) =>
    jobs.send(
      database.db,
      'post-advance',
      waiting.map(({ id }) => ({ data: { postId: id } })),
    );
  const step = { repository, containers, accounts, publishing, links, log };
  return {
    database,
    storage,
    log,
    clock,
    nudges,
    jobs,
    links,
    auth,
    accounts,
    connection,
    posts,
    schedule,
    repository,
    recorder,
    hour,
    advancePost: createAdvancePost({ ...step, recorder, hour }),
    readPermalink: createAfterwards({ ...step, nudges }),
    accountChanges: createAccountChanges(jobs),
    advanceSoon,
    /** For the only process of an installation, before it begins to work. */
    takeOver: async () => advanceSoon(await repository.takeOver()),
    /** Deletes what nobody needs any more: ended connections and sessions, used keys. */
    async forgetExpired(): Promise<void> {
      await accounts.forgetEnded();
      await auth.forgetExpired();
    },
    async close(): Promise<void> {
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
