import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../platform/clock.ts';
import type { FaultStore } from '../platform/faults.ts';
import type { PendingEffects } from '../platform/pending-effects.ts';
import type { Settings } from '../platform/settings.ts';
import type { CallLog } from './call-log.ts';
import type { Downloader } from './download.ts';
import type { Ids } from './ids.ts';
import type { InstagramRecords } from './records.ts';
import type { Robots } from './robots.ts';

/** What the parts of the Instagram fake work on. */
export type InstagramContext = {
  clock: Clock;
  settings: Settings;
  faults: FaultStore;
  /** What calls that were cut off will still do. */
  pendingEffects: PendingEffects;
  callLog: CallLog;
  records: InstagramRecords;
  ids: Ids;
  /** Fetches media from the caller's address. */
  download: Downloader;
  /** What hosts forbid Meta's fetcher. */
  robots: Robots;
  database: DatabaseSync;
  /** The sandbox's own address, for links in answers. */
  url: () => string;
};
