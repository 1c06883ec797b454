import { SAMPLE_SCHEDULE_META } from '@pontual/contract/shared/page-meta.ts';
import { readMeta } from '../../ui/page/page-meta.ts';

/** The server's MOCK_SCHEDULE sets it; off by default. */
export function showsSample(): boolean {
  return readMeta(SAMPLE_SCHEDULE_META) !== null;
}
