import {
  type cancelSubscription,
  listPlans,
  refreshSubscription,
  type refundSubscription,
  subscriptionStatus,
  type SubscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { refreshSession, useSession } from '../../api/session.tsx';

/** How soon to ask again while money is on its way back, for the case that live events are cut. */
const REFUND_POLL_MS = 3000;

/** What is sold; until the server has told, what this release was made with. */
export function usePlans() {
  const { data } = useQuery({
    queryKey: ['plans'],
    queryFn: async ({ signal }) => (await call(listPlans, { signal })).plans,
    placeholderData: planCatalogue,
  });
  return data ?? planCatalogue;
}

const isRefundPending = (status: SubscriptionStatus | undefined) =>
  status?.subscription?.refund?.finishedAt === null &&
  // A bank takes weeks.
  status.subscription.refund.trouble === null;

const statusQuery = queryOptions({
  // Under `account`: fetched again when a live event tells of a change (api/live-events.ts).
  queryKey: ['account', 'subscription'],
  queryFn: ({ signal }) => call(subscriptionStatus, { signal }),
  refetchInterval: ({ state }) => (isRefundPending(state.data) ? REFUND_POLL_MS : false),
});

/** The caller's plan and subscription; a visitor has none. */
export function useSubscriptionStatus() {
  const { user } = useSession();
  return useQuery({ ...statusQuery, enabled: user !== null });
}

/** Shows what a call answered, and lets the rest of the page know. */
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

/** Asks the card provider, through the server, and shows what it says; of a checkout also what it bought. */
export function useRefreshSubscription() {
  const applyStatus = useApplyStatus();
  return async (query: { checkout?: string } = {}) => {
    const { purchase, ...status } = await call(refreshSubscription, { query });
    await applyStatus(status);
    return { status, purchase };
  };
}

/**
 * Somebody may come back from the card provider's pages before it has told the server: it is asked,
 * once for each time that the page is shown.
 */
export function useRefreshOnReturn(status: SubscriptionStatus | undefined): void {
  const refresh = useRefreshSubscription();
  // A provider out of reach changes nothing: what is known is shown.
  const { mutate } = useMutation({ mutationFn: () => refresh() });
  const hasSubscription = status !== undefined && status.subscription !== null;
  // The provider is asked, which is outside React.
  useEffect(() => {
    if (!hasSubscription) return undefined;
    mutate();
    // Back by the browser's button, the page stands as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) mutate();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [hasSubscription, mutate]);
}

type EndingEndpoint = typeof cancelSubscription | typeof refundSubscription;

/** Ends a subscription, now or with its period. */
export function useEndSubscription(endpoint: EndingEndpoint, fallback: string, onDone: () => void) {
  const queries = useQueryClient();
  const applyStatus = useApplyStatus();
  return useMutation({
    mutationFn: () =>
      call(endpoint).catch((error: unknown) => {
        throw new Error(failureText(error, fallback));
      }),
    onSuccess: async (status) => {
      onDone();
      await applyStatus(status);
    },
    // A refusal tells that something has changed meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
}
