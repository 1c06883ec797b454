import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { InstagramAccounts } from '../instagram/connection/accounts.ts';
import type { InstagramPublishing } from '../instagram/graph/publishing.ts';
import type { SendVideo } from '../instagram/graph/video-upload.ts';
import { newId } from '../platform/ids.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { MediaLinks } from '../media/links.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createAccountChanges } from './changes/account-changes.ts';
import { createAdvancePost } from './steps/advance.ts';
import { createPermalinkReader } from './steps/permalinks.ts';
import { createContainersRepository } from './steps/containers.repository.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createDeliveryHealth } from './steps/delivery-health.ts';
import { createUploadSlots } from './steps/upload-slots.ts';
import { createConflictingPostsRepository } from './steps/conflicting-posts.repository.ts';
import type { Observe } from './observe.ts';
import { createOutcomeWriter } from './dispatch/outcome-writer.ts';
import type { PublicationWriter } from './store/publication-writer.ts';
import { createPublishingRepository } from './store/publishing.repository.ts';
import { createRecorder } from './store/recorder.ts';

export function createEngine(parts: {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  publicationWriter: PublicationWriter;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  sendVideo: SendVideo;
  links: MediaLinks;
  storage: Pick<MediaStorage, 'size' | 'read'>;
  clock: Clock;
  observe: Observe;
  metrics: Metrics;
  recordCall: { shownPublication(igUserId: string, isShown: boolean): void };
  log: Log;
  publishConcurrency: number;
  publishGapMs: number;
}) {
  const { database, jobs, publicationWriter } = parts;
  const repository = createPublishingRepository(database, publicationWriter);
  const containers = createContainersRepository(database.db);
  const conflictingPosts = createConflictingPostsRepository(database.db);
  const recorder = createRecorder(parts);
  const outcomeWriter = createOutcomeWriter({ ...parts, recorder });
  const workerId = newId();
  const dispatcher = createDispatcher({ ...parts, repository, outcomeWriter, workerId });
  const uploadSlots = createUploadSlots(parts.clock);
  const stepDependencies = {
    ...parts,
    repository,
    containers,
    conflictingPosts,
    uploadSlots,
    fetchHealth: createDeliveryHealth(parts.clock),
    uploadHealth: createDeliveryHealth(parts.clock),
  };

  const advanceSoon = (waiting: readonly { id: string; workspace_id: string }[]) =>
    jobs.send(
      database.db,
      'post-overdue',
      waiting.map(({ id, workspace_id: group }) => ({ data: { postId: id }, group, key: id })),
    );

  return {
    workerId,
    publicationWriter,
    repository,
    recorder,
    dispatcher,
    advancePost: createAdvancePost({ ...stepDependencies, recorder, dispatcher }),
    readPermalinks: createPermalinkReader({ ...stepDependencies, dispatcher }),
    accountChanges: createAccountChanges(publicationWriter),
    advanceSoon,
    reclaimLeases: repository.reclaimLeases,
    stopUploads: uploadSlots.stop,
    forgetContainers: () => containers.forgetOld(),
  };
}
