import {
  deleteUser,
  getUserSettings,
  listSessions,
  getDeletionImpact,
  setNotifications,
  type NotificationPreferences,
} from '@pontual/contract/identity/user.ts';
import { deletionPath } from '@pontual/contract/privacy/deletions.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { logOutLocally } from '../api/session-store.ts';
import { ACCOUNT, DELETION } from '../api/query-keys.ts';
import { failureToast } from '../ui/page/failure-toast.ts';
import { showToast } from '../ui/toast.tsx';

export type AccountSettings = DataOf<typeof getUserSettings>;
export type AccountLosses = DataOf<typeof getDeletionImpact>;

const accountQuery = queryOptions({
  queryKey: [...ACCOUNT, 'settings'],
  queryFn: ({ signal }) => call(getUserSettings, { signal }),
});

const sessionsQuery = queryOptions({
  queryKey: [...ACCOUNT, 'sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
  // No live event reports a login on another device.
  staleTime: 0,
});

const lossesQuery = queryOptions({
  queryKey: [...ACCOUNT, 'losses'],
  queryFn: ({ signal }) => call(getDeletionImpact, { signal }),
  // The deletion impact must be current, so a cached answer is never shown.
  staleTime: 0,
  gcTime: 0,
});

export const useAccountLosses = () => useQuery(lossesQuery);
export const useAccountSettings = () => useQuery(accountQuery);
export const useSessions = () => useQuery(sessionsQuery);

export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ACCOUNT });
}

export function useSetNotifications() {
  const queries = useQueryClient();
  const applyNotifications = (notifications: Partial<NotificationPreferences>) =>
    queries.setQueryData(
      accountQuery.queryKey,
      (current) =>
        current && { ...current, notifications: { ...current.notifications, ...notifications } },
    );
  return useMutation({
    mutationFn: (changes: Partial<NotificationPreferences>) =>
      call(setNotifications, { body: changes }),
    onMutate: async (changes) => {
      await queries.cancelQueries({ queryKey: accountQuery.queryKey });
      applyNotifications(changes);
    },
    onSuccess: () => showToast({ text: 'Preferência salva' }),
    onError: (error, changes) => {
      const back = Object.entries(changes).map(([name, value]) => [name, !value]);
      applyNotifications(Object.fromEntries(back));
      failureToast('Não foi possível salvar. Tente de novo.')(error);
    },
  });
}

export function useDeleteAccount() {
  const navigate = useNavigate();
  const onUnmount = useRef<() => void>(undefined);
  // `navigate` resolves before the next page is shown. Only the unmount shows that this page is gone.
  useEffect(() => () => onUnmount.current?.(), []);
  return useMutation({
    mutationKey: [...ACCOUNT, DELETION],
    async mutationFn(body: RequestOf<typeof deleteUser>['body']) {
      const { code } = await call(deleteUser, { body });
      // Without a session this page redirects to the login page, so it unmounts before the logout.
      const unmounted = new Promise<void>((resolve) => (onUnmount.current = resolve));
      void navigate(deletionPath(code), { replace: true });
      await unmounted;
      logOutLocally();
    },
  });
}
