import type { ReactNode } from 'react';
import { hasFailed } from '../api/has-failed.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Badge, CheckBadge } from '../ui/badge.tsx';
import { Bone } from '../ui/skeleton.tsx';
import { useNeeds } from './needs.queries.ts';

/**
 * Says that nothing stops an account: in green while the server says so, without it as what was last
 * known. Empty until the needs have come.
 */
export function ConnectedBadge({ children }: { children: ReactNode }) {
  const needs = useNeeds();
  if (needs.data === undefined) return hasFailed(needs) ? null : <Bone className="h-6 w-24" />;
  return needs.failureReason === null ? (
    <CheckBadge>{children}</CheckBadge>
  ) : (
    <Badge>{children}</Badge>
  );
}

/** Says that nothing is known of an account, and asks again. */
export function NeedsFailed() {
  const needs = useNeeds();
  return needs.data === undefined && hasFailed(needs) ? (
    <RetryNotice query={needs}>Situação não carregou.</RetryNotice>
  ) : null;
}
