import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@pontual/contract/public-api/webhooks.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ACCOUNT } from '../../api/query-keys.ts';

const KEY = [...ACCOUNT, 'webhooks'] as const;
const POLL_MS = 1500;

const webhooksQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: async ({ signal }) => (await call(listWebhooks, { signal })).webhooks,
  // No live event reports that a webhook starts to fail.
  staleTime: 0,
});

const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'deliveries', id],
    queryFn: async ({ signal }) =>
      (await call(listDeliveries, { params: { id }, signal })).deliveries,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(
        ({ attempts, state: is }) => is === 'sending' || (attempts === 0 && is === 'waiting'),
      )
        ? POLL_MS
        : false,
  });

export const useWebhooks = () => useQuery(webhooksQuery);
export const useDeliveries = (id: string) => useQuery(deliveriesQuery(id));

function useWebhookChange<Out, In = void>(change: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The mutation does not wait for the refetch: the row may unmount, and its callbacks would not run.
    onSettled: () => void queries.invalidateQueries({ queryKey: KEY }),
  });
}

export const useCreateWebhook = () =>
  useWebhookChange((body: RequestOf<typeof createWebhook>['body']) =>
    call(createWebhook, { body }),
  );

export const useUpdateWebhook = (id: string) =>
  useWebhookChange((body: RequestOf<typeof updateWebhook>['body']) =>
    call(updateWebhook, { params: { id }, body }),
  );

export const useRenewSecret = (id: string) =>
  useWebhookChange(() => call(renewWebhookSecret, { params: { id } }));

export const useTestWebhook = (id: string) =>
  useWebhookChange(() => call(testWebhook, { params: { id } }));

export function useRemoveWebhook(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeWebhook, { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
}
