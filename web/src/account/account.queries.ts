import {
  deleteAccount,
  getAccount,
  listSessions,
  readLosses,
  setNotifications,
  type Notifications,
} from '@pontual/contract/account.ts';
import { deletionPath } from '@pontual/contract/deletions.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { leaveSession } from '../api/session-store.ts';
import { ACCOUNT, DELETION } from '../api/query-keys.ts';
import { showToast } from '../ui/toast.tsx';
import { failureText } from './form-failure.ts';

export type Account = DataOf<typeof getAccount>;
export type Losses = DataOf<typeof readLosses>;

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

const lossesQuery = queryOptions({
  queryKey: [ACCOUNT, 'losses'],
  queryFn: ({ signal }) => call(readLosses, { signal }),
  // What is lost must not be what was lost a while ago.
  staleTime: 0,
  gcTime: 0,
});

export const useLosses = () => useQuery(lossesQuery);
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

/** Asks for the deletion of the account, and leaves for the page that shows how far it is. */
export function useDeleteAccount() {
  const navigate = useNavigate();
  const onGone = useRef<() => void>(undefined);
  // Only its end tells that the page is gone: the router shows the next one later than it says.
  useEffect(() => () => onGone.current?.(), []);
  return useMutation({
    mutationKey: [ACCOUNT, DELETION],
    async mutationFn(body: RequestOf<typeof deleteAccount>['body']) {
      const { code } = await call(deleteAccount, { body });
      // Without a session this page would lead to the login page: it goes first.
      const gone = new Promise<void>((resolve) => (onGone.current = resolve));
      void navigate(deletionPath(code), { replace: true });
      await gone;
      leaveSession();
    },
  });
}
