import { endSession, endSessions, type DeviceSession } from '@pontual/contract/identity/user.ts';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { call } from '../api/client.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { useSession } from '../api/session.tsx';
import { getOfflinePosts } from '../composer/offline-queue/offline-post-store.ts';
import { useLogout } from '../ui/page/logout-context.ts';
import { QueryState } from '../ui/page/query-state.tsx';
import { useMinute } from '../ui/page/use-minute.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx';
import { failureToast } from '../ui/page/failure-toast.ts';
import { Skeleton, SkeletonBar } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { useRefreshAccount, useSessions } from './account-queries.ts';
import { DeviceRow } from './device-row.tsx';
import { formatLastUse } from './last-use.ts';

type TitleRef = RefObject<HTMLHeadingElement | null>;

export function DevicesCard() {
  const query = useSessions();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card aria-label="Dispositivos">
      <CardHeader title="Dispositivos" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Onde sua conta está aberta. Saia do que você não reconhece e troque a senha.
        </p>
        <QueryState
          query={query}
          failed="Não foi possível carregar seus dispositivos."
          loading={
            <Skeleton className="border-y border-line py-3">
              <SkeletonBar className="h-[95px] rounded-md! sm:h-[43px]" />
            </Skeleton>
          }
          focusAfter={title}
        >
          {(sessions) => (
            <>
              <ul className="grid divide-y divide-line border-y border-line">
                {sessions.map((session) => (
                  <Device key={session._id} session={session} title={title} />
                ))}
              </ul>
              {sessions.length > 1 ? (
                <div className="grid gap-2 lg:flex lg:flex-wrap">
                  <EndOthers title={title} />
                  <EndAll />
                </div>
              ) : null}
            </>
          )}
        </QueryState>
      </CardBody>
    </Card>
  );
}

/** The pressed button may be gone after the refetch, so the title gets the focus. */
function useEndSessions<T>(end: () => Promise<T>, message: (ended: T) => string, title: TitleRef) {
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: end,
    onSuccess: async (ended) => {
      showToast({ text: message(ended) });
      title.current?.focus();
      await refresh();
    },
    onError: async (error) => {
      failureToast('Não foi possível sair do dispositivo. Tente de novo.')(error);
      await refresh();
    },
  });
}

function Device({ session, title }: { session: DeviceSession; title: TitleRef }) {
  const { _id: id, device, isCurrent, lastUsedAt } = session;
  const now = useMinute();
  const leave = useLogout();
  const end = useEndSessions(
    () => call(endSession, { params: { id } }),
    () => `${device} saiu da sua conta`,
    title,
  );
  return (
    <DeviceRow
      device={device}
      badge={isCurrent ? <Badge>Este dispositivo</Badge> : null}
      hint={isCurrent ? 'Em uso agora' : `Último uso: ${formatLastUse(new Date(lastUsedAt), now)}`}
      action={
        <Button
          variant="line"
          size="sm"
          className="max-sm:ml-8"
          busy={end.isPending}
          busyLabel="Saindo..."
          onClick={isCurrent ? leave : () => end.mutate()}
        >
          Sair deste dispositivo
          <span className="sr-only">: {device}</span>
        </Button>
      }
    />
  );
}

function EndOthers({ title }: { title: TitleRef }) {
  const end = useEndSessions(
    () => call(endSessions, { query: {} }),
    ({ ended }) =>
      ended === 1 ? '1 dispositivo saiu da sua conta' : `${ended} dispositivos saíram da sua conta`,
    title,
  );
  return (
    <Button
      variant="danger"
      busy={end.isPending}
      busyLabel="Saindo..."
      onClick={() => end.mutate()}
    >
      Sair de todos os outros
    </Button>
  );
}

function EndAll() {
  const { user } = useSession();
  const dialog = useDialogState();
  const hasQueuedPosts = user !== null && getOfflinePosts(user._id).length > 0;
  const end = useMutation({ mutationFn: endAllSessions });
  return (
    <>
      <Button variant="ghost" onClick={() => dialog.show(true)}>
        Sair de todos, inclusive deste
      </Button>
      <ConfirmDialog
        open={dialog.open}
        onClose={dialog.close}
        focusAfter={() => null}
        title="Sair de todos os dispositivos?"
        icon={<LogOut size={22} />}
        iconTone="bad"
        actionLabel="Sair de todos"
        variant="danger-solid"
        busyLabel="Saindo..."
        mutation={end}
        fallback="Não foi possível sair. Tente de novo."
        onConfirm={() => end.mutate()}
      >
        Você sai da conta em todos os lugares, inclusive aqui. O que está agendado continua e sai na
        hora; o que você escreveu neste navegador e ainda não salvou é apagado
        {hasQueuedPosts ? ', e também o que aguarda internet' : ''}.
      </ConfirmDialog>
    </>
  );
}
