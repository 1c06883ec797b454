import {
  type cancelSubscription,
  listPlans,
  refreshSubscription,
  type refundSubscription,
  subscriptionStatus,
  type SubscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { ACCOUNT } from '../../api/query-keys.ts';
import { refreshSession, useSession } from '../../api/session.tsx';

/** Polling interval in ms while a refund is pending, in case live events are disconnected. */
const REFUND_POLL_MS = 3000;

export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await call(listPlans, { signal })).plans,
  });
}

const isRefundPending = (status: SubscriptionStatus | undefined) =>
  status?.subscription?.refund?.finishedAt === null &&
  // A bank takes weeks to decide a dispute, so a refund with an issue is not polled.
  status.subscription.refund.issue === null;

const statusQuery = queryOptions({
  // The key is under `account`, so a live event refetches the query (api/live-events.ts).
  queryKey: [...ACCOUNT, 'subscription'],
  queryFn: ({ signal }) => call(subscriptionStatus, { signal }),
  refetchInterval: ({ state }) => (isRefundPending(state.data) ? REFUND_POLL_MS : false),
});

export function useSubscriptionStatus() {
  const { user } = useSession();
  return useQuery({ ...statusQuery, enabled: user !== null });
}

function useApplyStatus() {
  const queries = useQueryClient();
  const { user } = useSession();
  return async (status: SubscriptionStatus) => {
    await queries.cancelQueries({ queryKey: statusQuery.queryKey });
    queries.setQueryData(statusQuery.queryKey, status);
    const { plan, subscriptionStatus: state } = status.user;
    if (plan !== user?.plan || state !== user.subscriptionStatus) await refreshSession();
  };
}

/** Resolves with `{ status, purchase }`; `purchase` is what the given checkout bought. */
export function useRefreshSubscription() {
  const applyStatus = useApplyStatus();
  return async (query: { checkout?: string } = {}) => {
    const { purchase, ...status } = await call(refreshSubscription, { query });
    await applyStatus(status);
    return { status, purchase };
  };
}

/** A user may return from the card provider before its webhook reaches the server. */
export function useRefreshOnReturn(status: SubscriptionStatus | undefined): void {
  const refresh = useRefreshSubscription();
  const { mutate } = useMutation({ mutationFn: () => refresh() });
  const hasSubscription = status !== undefined && status.subscription !== null;
  useEffect(() => {
    if (!hasSubscription) return undefined;
    mutate();
    // The Back button restores the page from the back/forward cache with its old state.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) mutate();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [hasSubscription, mutate]);
}

type EndingEndpoint = typeof cancelSubscription | typeof refundSubscription;

export function useEndSubscription(endpoint: EndingEndpoint, onDone: () => void) {
  const queries = useQueryClient();
  const applyStatus = useApplyStatus();
  return useMutation({
    mutationFn: () => call(endpoint),
    onSuccess: async (status) => {
      onDone();
      await applyStatus(status);
    },
    // A refusal means that the subscription has changed meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
}
