import { Repeat } from 'lucide-react';
import type { RefObject } from 'react';
import { inAccount, useAccountNames } from '../instagram/account-names.ts';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { useStopSeries } from './series.queries.ts';

interface StopSeriesProps {
  id: string;
  /** Null while none is known. */
  account: string | null;
  open: boolean;
  onClose: () => void;
  /** Has the focus when the button that led here is gone. */
  after: RefObject<HTMLElement | null>;
}

/** Asks before no more posts of a series are made. */
export function StopSeries({ id, account, open, onClose, after }: StopSeriesProps) {
  const stop = useStopSeries(id);
  const nameOf = useAccountNames();
  const name = account === null ? undefined : nameOf({ instagramAccountId: account });
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      focusAfter={() => (stop.isSuccess ? after.current : null)}
      title={`Parar de repetir${inAccount(name)}?`}
      icon={<Repeat size={22} />}
      action="Parar de repetir"
      variant="ink"
      busyLabel="Parando..."
      doing={stop}
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
    </QuestionDialog>
  );
}
