import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  getPush,
  removePush,
  savePush,
  setPushKinds,
  type PushDevice,
  type PushKinds,
} from '@pontual/contract/notifications/push.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../api/api-error.ts';
import { ACCOUNT } from '../../api/query-keys.ts';
import { call } from '../../api/client.ts';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  currentPermission,
  currentSubscription,
  onPermissionChange,
  pushSupport,
  serializeSubscription,
  subscribe,
  unsubscribe,
} from './browser-push.ts';

type Push = DataOf<typeof getPush>;

const pushQuery = queryOptions({
  queryKey: [...ACCOUNT, 'push'],
  queryFn: ({ signal }) => call(getPush, { signal }),
  // Another device may have been added, or its subscription may be gone.
  staleTime: 0,
});

const browserQuery = queryOptions({
  queryKey: [...ACCOUNT, 'push-browser'],
  queryFn: async () => ({
    support: pushSupport(),
    permission: currentPermission(),
    isSubscribed: (await currentSubscription()) !== null,
  }),
  staleTime: 0,
  networkMode: 'always',
});

export const usePush = () => useQuery(pushQuery);

export function useBrowserPush() {
  const queries = useQueryClient();
  useEffect(
    () =>
      onPermissionChange(() => {
        void queries.invalidateQueries({ queryKey: browserQuery.queryKey });
      }),
    [queries],
  );
  return useQuery(browserQuery);
}

class DeniedError extends Error {}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
      queries.invalidateQueries({ queryKey: browserQuery.queryKey }),
    ]);
  };
}

export function useEnablePush(publicKey: string, onSettled: () => void) {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn() {
      if ((await Notification.requestPermission()) !== 'granted') throw new DeniedError();
      const subscription = await subscribe(publicKey);
      await call(savePush, { body: serializeSubscription(subscription) });
    },
    async onSuccess() {
      await refresh();
      showToast({ text: 'Este aparelho recebe os avisos' });
    },
    async onError(error) {
      const text =
        error instanceof DeniedError
          ? 'O navegador não permitiu os avisos. Ligue de novo e escolha Permitir.'
          : failureText(error, 'Não foi possível ligar os avisos aqui. Tente de novo.');
      showToast({ text, error: true });
      await refresh();
    },
    onSettled,
  });
}

/** The current device also unsubscribes its browser. */
export function useRemoveDevice({ _id: id, isCurrent, device }: PushDevice, onRemoved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn() {
      await call(removePush, { params: { id } });
      if (isCurrent) await unsubscribe();
    },
    async onSuccess() {
      showToast({
        text: isCurrent
          ? 'Este aparelho não recebe mais avisos'
          : `${device} não recebe mais avisos`,
      });
      onRemoved();
      await refresh();
    },
    async onError(error) {
      failureToast('Não foi possível desligar. Tente de novo.')(error);
      await refresh();
    },
  });
}

export function useSetKinds({ _id: id }: PushDevice) {
  const queries = useQueryClient();
  const applyKinds = (kinds: Partial<PushKinds>) =>
    queries.setQueryData(pushQuery.queryKey, (current) => current && withKinds(current, id, kinds));
  return useMutation({
    mutationFn: (changes: Partial<PushKinds>) =>
      call(setPushKinds, { params: { id }, body: changes }),
    onMutate: async (changes) => {
      await queries.cancelQueries({ queryKey: pushQuery.queryKey });
      applyKinds(changes);
    },
    onSuccess: () => showToast({ text: 'Preferência salva' }),
    onError: (error, changes) => {
      applyKinds(
        Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, !value])),
      );
      failureToast('Não foi possível salvar. Tente de novo.')(error);
    },
  });
}

const withKinds = (current: Push, id: string, kinds: Partial<PushKinds>): Push => ({
  ...current,
  devices: current.devices.map((device) =>
    device._id === id ? { ...device, kinds: { ...device.kinds, ...kinds } } : device,
  ),
});
