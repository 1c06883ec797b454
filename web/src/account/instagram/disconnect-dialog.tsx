import {
  disconnectInstagram,
  type InstagramAccount,
} from '@pontual/contract/instagram/instagram.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';

interface DisconnectDialogProps {
  open: boolean;
  instagramAccount?: Pick<InstagramAccount, 'instagramAccountId' | 'username'> | undefined;
  onClose: () => void;
}

export function DisconnectDialog({ open, instagramAccount, onClose }: DisconnectDialogProps) {
  const { refresh } = useSession();
  const queries = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const disconnect = useMutation({
    mutationFn: () =>
      call(disconnectInstagram, {
        query:
          instagramAccount === undefined ? {} : { account: instagramAccount.instagramAccountId },
      }),
    onSuccess: async () => {
      showToast({ text: 'Conta Instagram desconectada com sucesso!' });
      onClose();
      await Promise.all([refresh(), queries.invalidateQueries({ queryKey: POSTS })]);
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
      title={
        instagramAccount === undefined
          ? 'Desconectar Instagram'
          : `Desconectar @${instagramAccount.username}`
      }
      description={
        instagramAccount === undefined
          ? 'Tem certeza que deseja desconectar sua conta do Instagram?'
          : `Tem certeza que deseja desconectar @${instagramAccount.username} do Instagram?`
      }
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
        <Alert tone="bad" live className="mt-4">
          Erro ao desconectar Instagram. Tente novamente.
        </Alert>
      ) : null}
    </Dialog>
  );
}
