import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../platform/clock.ts';
import type { FaultStore } from '../platform/faults.ts';
import type { PendingEffects } from '../platform/pending-effects.ts';
import type { Settings } from '../platform/settings.ts';
import type { Files } from '../platform/state/files.ts';
import type { CallLog } from './call-log.ts';
import type { Downloader } from './download.ts';
import type { Ids } from './ids.ts';
import type { InstagramRecords } from './records.ts';
import type { Robots } from './robots.ts';

export type InstagramContext = {
  clock: Clock;
  settings: Settings;
  faults: FaultStore;
  /** The late effects of calls whose connection was cut. */
  pendingEffects: PendingEffects;
  callLog: CallLog;
  records: InstagramRecords;
  ids: Ids;
  download: Downloader;
  robots: Robots;
  database: DatabaseSync;
  files: Files;
  url: () => string;
};
