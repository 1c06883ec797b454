import {
  disconnectInstagram,
  type InstagramAccount,
} from '@pontual/contract/instagram/instagram.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { fixedFailureText } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.tsx';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

interface DisconnectDialogProps {
  open: boolean;
  instagramAccount?: Pick<InstagramAccount, 'instagramAccountId' | 'username'> | undefined;
  onClose: () => void;
  /** Gets the focus after a disconnection, which removes the opener. */
  focusAfter: () => HTMLElement | null;
}

export function DisconnectDialog(props: DisconnectDialogProps) {
  const { open, instagramAccount, onClose, focusAfter } = props;
  const { refresh } = useSession();
  const queries = useQueryClient();
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
  const account = instagramAccount === undefined ? undefined : `@${instagramAccount.username}`;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      focusAfter={() => (disconnect.isIdle ? null : focusAfter())}
      title={`Desconectar ${account ?? 'Instagram'}`}
      icon={<Unlink size={22} />}
      iconTone="bad"
      actionLabel="Desconectar"
      variant="danger-solid"
      busyLabel="Desconectando..."
      mutation={disconnect}
      fallback={(error) =>
        fixedFailureText(error, 'Erro ao desconectar Instagram. Tente novamente.')
      }
      onConfirm={() => disconnect.mutate()}
    >
      {account === undefined
        ? 'Tem certeza que deseja desconectar sua conta do Instagram?'
        : `Tem certeza que deseja desconectar ${account} do Instagram?`}
    </ConfirmDialog>
  );
}
