import {
  getAccount,
  listSessions,
  setNotifications,
  type Notifications,
} from '@pontual/contract/account.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { showToast } from '../ui/toast.tsx';
import { failureText } from './form-failure.ts';

export type Account = DataOf<typeof getAccount>;

/** Everything under it is fetched again when a live event tells of a change (api/live.ts). */
const ACCOUNT = 'account';

const accountQuery = queryOptions({
  queryKey: [ACCOUNT, 'settings'],
  queryFn: ({ signal }) => call(getAccount, { signal }),
});

const sessionsQuery = queryOptions({
  queryKey: [ACCOUNT, 'sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
  // Nothing tells of somebody who logs in elsewhere.
  staleTime: 0,
});

export const useAccount = () => useQuery(accountQuery);
export const useSessions = () => useQuery(sessionsQuery);

/** Fetches again what the account page shows. */
export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [ACCOUNT] });
}

/** Shown switched at once, and back again if the server did not take it. */
export function useSetNotifications() {
  const queries = useQueryClient();
  const show = (notifications: Partial<Notifications>) =>
    queries.setQueryData(
      accountQuery.queryKey,
      (known) => known && { ...known, notifications: { ...known.notifications, ...notifications } },
    );
  return useMutation({
    mutationFn: (wanted: Partial<Notifications>) => call(setNotifications, { body: wanted }),
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey: accountQuery.queryKey });
      show(wanted);
    },
    onSuccess: () => showToast({ text: 'Preferência salva' }),
    onError: (error, wanted) => {
      const back = Object.entries(wanted).map(([name, value]) => [name, !value]);
      show(Object.fromEntries(back));
      const text = failureText(error, 'Não foi possível salvar. Tente de novo.');
      showToast({ text, error: true });
    },
  });
}
