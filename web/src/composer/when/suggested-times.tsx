import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { validateTime, type Bounds } from './time-bounds.rules.ts';
import { toDueTimeFields, type DueTimeFields } from './due-time-fields.ts';
import { compactDateTime, relativeDay } from '../../ui/dates/day-text.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Chip } from '../../ui/chip.tsx';
import { useBestHours, useNextFreeSlot } from '../../posts/queue-queries.ts';
import { nextOccurrence } from '../../posts/week-slots.rules.ts';

interface SuggestedTimesProps {
  when: DueTimeFields;
  onWhen: (when: DueTimeFields) => void;
  bounds: Bounds;
  readOnly: boolean;
  /** Only if there are several. */
  instagramAccountId: string | undefined;
}

const isSameTime = (a: DueTimeFields, b: DueTimeFields) => a.date === b.date && a.time === b.time;

/** Only on Premium. */
export function SuggestedTimes({
  when,
  onWhen,
  bounds,
  readOnly,
  instagramAccountId,
}: SuggestedTimesProps) {
  const now = useMinute();
  const nextFreeSlot = useNextFreeSlot().data;
  const bestHours = useBestHours(instagramAccountId).data?.hours ?? [];
  const [announcement, setAnnouncement] = useState('');
  const choose = (at: Date, isFromQueue?: true) => {
    if (readOnly) return;
    onWhen({ ...toDueTimeFields(at), ...(isFromQueue && { isFromQueue }) });
    setAnnouncement(`${relativeDay(at, now)}, ${formatTime(at)}`);
  };
  const next = nextFreeSlot?.next == null ? null : new Date(nextFreeSlot.next);
  const bestTimes = bestHours
    .map(({ weekday, hour }) => nextOccurrence({ weekday, minute: hour * 60 }, bounds.min(now)))
    .filter((at) => validateTime(toDueTimeFields(at), now, bounds) === null);
  return (
    <>
      {nextFreeSlot === undefined ? null : (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 text-xs text-ink-3">Sua fila</legend>
          {next === null ? (
            <p className="text-sm text-ink-2">
              {nextFreeSlot.slots === 0 ? 'Sem horários na semana. ' : 'Nenhum horário livre. '}
              <Link to={paths.queue} className="text-link">
                Criar horários
              </Link>
            </p>
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Chip
                pressed={when.isFromQueue === true && isSameTime(when, toDueTimeFields(next))}
                aria-disabled={readOnly || undefined}
                onClick={() => choose(next, true)}
              >
                Próximo horário livre <b className="font-bold">{compactDateTime(next, now)}</b>
              </Chip>
              <Link to={paths.queue} className="text-link text-sm">
                Ver a fila
              </Link>
            </div>
          )}
        </fieldset>
      )}
      {bestTimes.length === 0 ? null : (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 text-xs text-ink-3">Seus melhores horários</legend>
          <div className="flex flex-wrap gap-2">
            {bestTimes.map((at) => (
              <Chip
                key={at.getTime()}
                pressed={isSameTime(when, toDueTimeFields(at))}
                aria-disabled={readOnly || undefined}
                onClick={() => choose(at)}
              >
                {compactDateTime(at, now)}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      <output className="sr-only">{announcement}</output>
    </>
  );
}
