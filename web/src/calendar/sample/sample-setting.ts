import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from '../../ui/page/page-meta.ts';

/** Whether this server shows a visitor a readable sample (its MOCK_SCHEDULE); off by default. */
export function showsSample(): boolean {
  return readMeta(SAMPLE_SCHEDULE_META) !== null;
}
