import { Repeat } from 'lucide-react';
import type { RefObject } from 'react';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useStopSeries } from './series-queries.ts';

interface StopSeriesDialogProps {
  id: string;
  /** Null while no account is known. */
  instagramAccountId: string | null;
  open: boolean;
  onClose: () => void;
  focusTarget: RefObject<HTMLElement | null>;
}

export function StopSeriesDialog({
  id,
  instagramAccountId,
  open,
  onClose,
  focusTarget,
}: StopSeriesDialogProps) {
  const stop = useStopSeries(id);
  const nameOf = useInstagramAccountNames();
  const accountName =
    instagramAccountId === null ? undefined : nameOf({ instagramAccountId: instagramAccountId });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      focusAfter={() => (stop.isSuccess ? focusTarget.current : null)}
      title={`Parar de repetir${formatInAccount(accountName)}?`}
      icon={<Repeat size={22} />}
      actionLabel="Parar de repetir"
      variant="ink"
      busyLabel="Parando..."
      mutation={stop}
      fallback="Não foi possível parar a repetição. Tente de novo."
      onConfirm={() =>
        stop.mutate(undefined, {
          onSuccess: () => {
            onClose();
            showToast({ text: 'Repetição parada. O que está agendado continua.' });
          },
        })
      }
    >
      Nenhum post novo desta repetição é criado. Os que já estão agendados continuam no calendário.
    </ConfirmDialog>
  );
}
