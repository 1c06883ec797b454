import type { Batch } from '@pontual/contract/planning/bulk.ts';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';

/** Undefined for an empty batch, and for one with several accounts. */
export function useBatchAccountName(batch: Batch | null): string | undefined {
  const nameOf = useInstagramAccountNames();
  const id = batch?.instagramAccountId ?? null;
  return id === null ? undefined : nameOf({ instagramAccountId: id });
}
