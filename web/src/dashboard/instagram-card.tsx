import type { User } from '@pontual/contract/auth.ts';
import { formatDate } from '@pontual/contract/brasilia-time.ts';
import { instagramDisconnect } from '@pontual/contract/instagram.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useConnect } from '../instagram/use-connect.ts';
import { Avatar } from '../shell/avatar.tsx';
import { CheckBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';

interface InstagramCardProps {
  user: User;
  /** Told what went wrong while connecting; undefined when a new attempt begins. */
  onFailure: (text: string | undefined) => void;
}

export function InstagramCard({ user, onFailure }: InstagramCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const connected = user.instagramAccountId !== null;
  const before = useRef(connected);
  // The focus belongs to the document; the button that had it went with the former state.
  useEffect(() => {
    if (before.current === connected) return;
    before.current = connected;
    if (document.activeElement === document.body) title.current?.focus();
  }, [connected]);

  return connected ? (
    <Connected user={user} titleRef={title} />
  ) : (
    <Connect onFailure={onFailure} titleRef={title} />
  );
}

type TitleRef = Ref<HTMLHeadingElement>;

function Connect(props: Pick<InstagramCardProps, 'onFailure'> & { titleRef: TitleRef }) {
  const { onFailure, titleRef } = props;
  const connect = useConnect({ onStart: () => onFailure(undefined), onFailure });
  return (
    <Card>
      <CardHeader title="Instagram" titleRef={titleRef} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Conecte uma conta Business ou de criador. Sem ela, nenhum post é publicado.
        </p>
        <Button
          variant="ink"
          block
          icon={<Link2 size={17} />}
          busy={connect.isPending}
          busyLabel="Abrindo o Instagram..."
          onClick={() => connect.mutate()}
        >
          Conectar Instagram
        </Button>
      </CardBody>
    </Card>
  );
}

function Connected({ user, titleRef }: { user: User; titleRef: TitleRef }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Instagram"
        titleRef={titleRef}
        aside={<CheckBadge>Conectado</CheckBadge>}
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3.5!">
        <div className="flex items-center gap-3">
          <Avatar user={user} className="size-12 text-lg" />
          <div className="min-w-0">
            <p className="leading-[1.4] font-semibold wrap-anywhere">@{user.instagramUsername}</p>
            {user.instagramConnectedAt === null ? null : (
              <p className="text-xs text-ink-3">
                Conectada em {formatDate(new Date(user.instagramConnectedAt))}
              </p>
            )}
          </div>
        </div>
        <Button variant="line" block icon={<Unlink size={16} />} onClick={() => setAsking(true)}>
          Desconectar
        </Button>
      </CardBody>
      <DisconnectDialog open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function DisconnectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { refresh } = useSession();
  const queries = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const disconnect = useMutation({
    mutationFn: () => call(instagramDisconnect),
    onSuccess: async () => {
      showToast({ text: 'Conta Instagram desconectada com sucesso!' });
      onClose();
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['posts'] })]);
    },
  });
  const close = () => {
    if (disconnect.isPending) return;
    disconnect.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Desconectar Instagram"
      description="Tem certeza que deseja desconectar sua conta do Instagram?"
      icon={<Unlink size={22} />}
      iconTone="bad"
      role="alertdialog"
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} variant="ghost" disabled={disconnect.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button
            variant="danger-solid"
            busy={disconnect.isPending}
            busyLabel="Desconectando..."
            onClick={() => disconnect.mutate()}
          >
            Desconectar
          </Button>
        </>
      }
    >
      {disconnect.isError ? (
        <Notice tone="bad" live className="mt-4">
          Erro ao desconectar Instagram. Tente novamente.
        </Notice>
      ) : null}
    </Dialog>
  );
}
