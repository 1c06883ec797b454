import { UPLOADS_PATH } from '@pontual/contract/media/media.ts';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createMediaDecoder } from './decoder/decoder.ts';
import { createFingerprints } from './hashing/fingerprints.ts';
import { createIncomingFolders } from './uploads/incoming-folders.ts';
import { createMediaConversion } from './conversion/conversion.ts';
import { createMediaIntake } from './uploads/ingestion.ts';
import { createMediaService } from './media.service.ts';
import { createObjects } from './objects.ts';
import { createStorage, type StorageEnv } from './storage/create-storage.ts';
import { createUploads } from './uploads/uploads.ts';

export async function createMedia(deps: {
  env: StorageEnv & { DATA_DIR: string };
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  clock: Clock;
  log: Log;
}) {
  const { env, database, jobs, clock, log } = deps;
  const incomingFolder = join(env.DATA_DIR, 'incoming');
  const storage = await createStorage(env, join(env.DATA_DIR, 'media'), incomingFolder);
  const objects = createObjects({ database, storage, clock, log });
  const incoming = createIncomingFolders(incomingFolder);
  const decoder = createMediaDecoder({ clock, log, children: 2 });
  const intake = createMediaIntake({ objects, storage, decoder });
  const media = createMediaService({ intake, incoming, jobs });
  const folder = join(env.DATA_DIR, 'uploads');
  const uploads = createUploads({ database, media, folder, path: `/api${UPLOADS_PATH}`, log });
  // Own child processes: images do not wait for videos, and one child encodes while the other remuxes.
  const converter = createMediaDecoder({ clock, log, children: 2 });
  const mediaDeps = { ...deps, storage, objects, incoming };
  const conversion = createMediaConversion({ ...mediaDeps, decoder: converter });
  return {
    storage,
    incoming,
    media,
    uploads,
    conversion,
    fingerprintNewMedia: createFingerprints({ ...mediaDeps, decoder: converter }),
    async collectMedia(): Promise<void> {
      await incoming.removeStale(clock.now());
      await uploads.discardUnfinished();
      await objects.collectGarbage();
    },
    stopDecoding(): void {
      decoder.close();
      conversion.stop();
    },
  };
}
