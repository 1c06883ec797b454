import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Settings } from '../settings.ts';
import type { CallLog } from './call-log.ts';
import type { InstagramRecords } from './records.ts';

/** What the parts of the Instagram fake work on. */
export type InstagramWorld = {
  clock: Clock;
  settings: Settings;
  faults: Faults;
  calls: CallLog;
  records: InstagramRecords;
  database: DatabaseSync;
  /** The sandbox's own address, for links in answers. */
  url: () => string;
};
