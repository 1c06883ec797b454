import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { faultOfTime, type Bounds } from '../posts/create/when/bounds.ts';
import { toFields, type WallFields } from '../posts/create/when/wall-fields.ts';
import { shortWhen, spokenDay } from '../posts/schedule/timeline-groups.ts';
import { useMinute } from '../shell/minute.ts';
import { Chip } from '../ui/chip.tsx';
import { useBestHours, useNextPlace } from './queue.queries.ts';
import { nextOf } from './week.ts';

interface OwnTimesProps {
  when: WallFields;
  onWhen: (when: WallFields) => void;
  bounds: Bounds;
  readOnly: boolean;
  /** Of several, the one on which the post goes out. */
  account: string | undefined;
}

const same = (a: WallFields, b: WallFields) => a.date === b.date && a.time === b.time;

/** In the schedule picker, on Premium: the next free hour of the queue, and the account's own best hours. */
export function OwnTimes({ when, onWhen, bounds, readOnly, account }: OwnTimesProps) {
  const now = useMinute();
  const place = useNextPlace().data;
  const best = useBestHours(account).data?.hours ?? [];
  const [said, setSaid] = useState('');
  const choose = (at: Date, queue?: true) => {
    if (readOnly) return;
    onWhen({ ...toFields(at), ...(queue && { queue }) });
    setSaid(`${spokenDay(at, now)}, ${formatTime(at)}`);
  };
  const next = place?.next == null ? null : new Date(place.next);
  const hours = best
    .map(({ weekday, hour }) => nextOf({ weekday, minute: hour * 60 }, bounds.min(now)))
    .filter((at) => faultOfTime(toFields(at), now, bounds) === null);
  return (
    <>
      {place === undefined ? null : (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 text-xs text-ink-3">Sua fila</legend>
          {next === null ? (
            <p className="text-sm text-ink-2">
              {place.slots === 0 ? 'Sem horários na semana. ' : 'Nenhum horário livre. '}
              <Link to={paths.queue} className="text-link">
                Criar horários
              </Link>
            </p>
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Chip
                pressed={when.queue === true && same(when, toFields(next))}
                aria-disabled={readOnly || undefined}
                onClick={() => choose(next, true)}
              >
                Próximo horário livre <b className="font-bold">{shortWhen(next, now)}</b>
              </Chip>
              <Link to={paths.queue} className="text-link text-sm">
                Ver a fila
              </Link>
            </div>
          )}
        </fieldset>
      )}
      {hours.length === 0 ? null : (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 text-xs text-ink-3">Seus melhores horários</legend>
          <div className="flex flex-wrap gap-2">
            {hours.map((at) => (
              <Chip
                key={at.getTime()}
                pressed={same(when, toFields(at))}
                aria-disabled={readOnly || undefined}
                onClick={() => choose(at)}
              >
                {shortWhen(at, now)}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      <output className="sr-only">{said}</output>
    </>
  );
}
