import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';

/** Of several accounts the one of a batch; undefined where nothing is left of it, or it is of several. */
export function useBatchAccountName(batch: Batch | null): string | undefined {
  const nameOf = useInstagramAccountNames();
  const id = batch?.instagramAccountId ?? null;
  return id === null ? undefined : nameOf({ instagramAccountId: id });
}
