import { Repeat } from 'lucide-react';
import type { RefObject } from 'react';
import { QuestionDialog } from '../posts/question-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { useStopSeries } from './series.queries.ts';

interface StopSeriesProps {
  id: string;
  open: boolean;
  onClose: () => void;
  /** Has the focus when the button that led here is gone. */
  after: RefObject<HTMLElement | null>;
}

/** Asks before no more posts of a series are made. */
export function StopSeries({ id, open, onClose, after }: StopSeriesProps) {
  const stop = useStopSeries(id);
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      focusAfter={() => (stop.isSuccess ? after.current : null)}
      title="Parar de repetir?"
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
