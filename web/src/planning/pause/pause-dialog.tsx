import { Pause } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import { earliestAfterLead, validateTime } from '../../composer/when/time-bounds.rules.ts';
import { DateField } from '../../composer/when/date-field.tsx';
import { TimeField } from '../../composer/when/time-field.tsx';
import { parseDueTimeFields, emptyDueTime } from '../../composer/when/due-time-fields.ts';
import { readNow } from '../../posts/now.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionDialog } from '../../ui/page/action-dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { listPauseEndOptions, untilText } from './pause-end-options.ts';
import { usePausePublishing } from './pause-mutations-queries.ts';

interface PauseDialogProps {
  open: boolean;
  /** Whether publishing is paused already, so that only the end is chosen. */
  isPaused: boolean;
  onClose: () => void;
}

type Choice = ReturnType<typeof listPauseEndOptions>[number]['id'] | 'other';

export function PauseDialog({ open, isPaused, onClose }: PauseDialogProps) {
  const now = useMinute();
  const [choice, setChoice] = useState<Choice>('open');
  const [customEnd, setCustomEnd] = useState(emptyDueTime);
  const [error, setError] = useState<string | null>(null);
  const pause = usePausePublishing();
  const bounds = { min: earliestAfterLead, horizon: null };

  const send = () => {
    const submittedAt = readNow();
    const error = choice === 'other' ? validateTime(customEnd, submittedAt, bounds) : null;
    setError(error);
    if (error !== null) return;
    const chosen = listPauseEndOptions(submittedAt).find(({ id }) => id === choice);
    const until = choice === 'other' ? parseDueTimeFields(customEnd) : (chosen?.until ?? null);
    pause.mutate(until, {
      onSuccess: () => {
        onClose();
        const end = until === null ? '' : ` ${untilText(until, submittedAt)}`;
        showToast({ text: `Publicações pausadas${end}`, status: 'scheduled' });
      },
    });
  };
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={isPaused ? 'Mudar o fim da pausa' : 'Pausar todas as publicações?'}
      description={
        isPaused
          ? undefined
          : 'Nenhum post sai enquanto a pausa durar. O que já está a caminho do Instagram sai assim mesmo.'
      }
      icon={<Pause size={22} />}
      iconTone="warn"
      className="lg:max-w-[520px]"
      actionLabel={isPaused ? 'Mudar o fim' : 'Pausar tudo'}
      variant="ink"
      action={send}
      isBusy={pause.isPending}
      busyLabel="Pausando..."
      failure={
        pause.isError
          ? failureText(pause.error, 'Não foi possível pausar agora. Tente de novo em instantes.')
          : undefined
      }
    >
      {isPaused ? null : (
        <p className="text-pretty">
          Os posts cuja hora passar voltam aos rascunhos. Ao retomar, nenhum deles sai sozinho: você
          escolhe um novo horário para cada um.
        </p>
      )}
      <fieldset className="mt-5 text-ink">
        <legend className="mb-2 text-sm font-semibold">Até quando</legend>
        <div className="flex flex-wrap gap-2">
          {listPauseEndOptions(now).map(({ id, label }) => (
            <Chip key={id} pressed={choice === id} onClick={() => setChoice(id)}>
              {label}
            </Chip>
          ))}
          <Chip pressed={choice === 'other'} onClick={() => setChoice('other')}>
            Escolher dia e hora
          </Chip>
        </div>
      </fieldset>
      {choice === 'other' ? (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)_128px] gap-3 text-ink">
          <DateField
            date={customEnd.date}
            onDate={(date) => setCustomEnd((last) => ({ ...last, date }))}
            onMonth={undefined}
            busyDays={noDays}
            now={now}
            bounds={bounds}
            readOnly={pause.isPending}
            isInvalid={error !== null}
            describedBy={undefined}
          />
          <TimeField
            time={customEnd.time}
            onTime={(time) => setCustomEnd((last) => ({ ...last, time }))}
            onTyping={() => setError(null)}
            initialTime="08:00"
            readOnly={pause.isPending}
            isInvalid={error !== null}
            describedBy={undefined}
          />
        </div>
      ) : null}
      <p className="mt-3 text-xs text-ink-3">Horário de Brasília.</p>
      {error === null ? null : (
        <Alert tone="bad" live className="mt-3">
          {error}
        </Alert>
      )}
    </ActionDialog>
  );
}

const noDays: ReadonlySet<string> = new Set();
