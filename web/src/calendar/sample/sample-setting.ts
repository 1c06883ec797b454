import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from '../../ui/page/page-meta.ts';

/** Returns whether this server shows a visitor the sample calendar (its MOCK_SCHEDULE); off by default. */
export function showsSample(): boolean {
  return readMeta(SAMPLE_SCHEDULE_META) !== null;
}
