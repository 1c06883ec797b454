import { dayKey, formatTime } from '@pontual/contract/brasilia-time.ts';
import { CircleAlert } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useMinute } from '../../../shell/minute.ts';
import type { DayKey, MonthKey } from '../../schedule/month-grid.ts';
import { spokenDay } from '../../schedule/timeline-groups.ts';
import { Section } from '../section.tsx';
import { afterLead, earliest, faultOfTime, horizonText, isBeyond, type Bounds } from './bounds.ts';
import { DateField } from './date-field.tsx';
import { DayLineCard } from './day-line-card.tsx';
import type { DayPost } from './day-line.ts';
import { HourField } from './hour-field.tsx';
import { ShortcutChips } from './shortcut-chips.tsx';
import { fromFields, toFields, type WallFields } from './wall-fields.ts';

export interface SchedulePickerProps {
  when: WallFields;
  onWhen: (when: WallFields) => void;
  /** Why the form was not taken; it goes before what the picker itself finds. */
  error: string | undefined;
  readOnly: boolean;
  /** Half a minute from now where the caller names nothing else. */
  min?: Bounds['min'] | undefined;
  horizon: Bounds['horizon'];
  /** Those of the chosen day, of today while none is chosen. */
  posts: readonly DayPost[];
  /** The days that have posts, in the month that is shown. */
  busyDays: ReadonlySet<DayKey>;
  /** The calendar was leafed to another month. */
  onMonth?: ((month: MonthKey) => void) | undefined;
  /** Hours of the user's own, below the shortcuts. */
  own?: ReactNode;
}

/** Day and hour on Brasília's clock: fields, a line of the day, shortcuts. */
export function SchedulePicker(props: SchedulePickerProps) {
  const { when, onWhen, error, readOnly, min = afterLead, horizon } = props;
  const { posts, busyDays, onMonth, own: ownTimes } = props;
  const now = useMinute();
  const id = useId();
  const [typing, setTyping] = useState(false);
  const [said, setSaid] = useState('');
  const bounds = { min, horizon };
  const instant = fromFields(when);
  const half = when.date === '' ? when.time !== '' : when.time === '';
  // While the hour is being typed it is not judged yet.
  const own = instant === null || typing ? null : faultOfTime(when, now, bounds);
  const fault = error ?? own;
  const hint = half && !typing ? missing(when) : null;
  const limit = horizon === null ? null : horizonText(horizon, now);
  // Not twice: the fault of what lies beyond it names it.
  const isNamed = fault !== null && instant !== null && isBeyond(instant, now, horizon);
  const quiet = isNamed ? null : limit;
  const describe = (texts: Readonly<Record<string, string | null>>) =>
    Object.entries(texts)
      .filter(([, text]) => text !== null)
      .map(([what]) => `${id}-${what}`)
      .join(' ') || undefined;

  const choose = (next: WallFields) => {
    onWhen(next);
    const chosen = fromFields(next);
    setSaid(chosen === null ? '' : `${spokenDay(chosen, now)}, ${next.time}`);
  };
  return (
    <Section title="Quando publicar" aside="Horário de Brasília">
      <div className="grid grid-cols-[minmax(0,1fr)_128px] gap-3 lg:grid-cols-[minmax(0,1fr)_160px]">
        <DateField
          date={when.date}
          onDate={(date) => onWhen({ date, time: when.time })}
          onMonth={onMonth}
          busyDays={busyDays}
          now={now}
          bounds={bounds}
          readOnly={readOnly}
          // What is missing is the fault; where nothing is, it may be either.
          invalid={fault !== null && !(half && when.date !== '')}
          describedBy={describe({ fault, hint, limit: quiet })}
        />
        <HourField
          time={when.time}
          onTime={(time) => onWhen({ date: when.date, time })}
          onTyping={setTyping}
          start={formatTime(earliest(now, min))}
          readOnly={readOnly}
          invalid={fault !== null && !(half && when.time !== '')}
          describedBy={describe({ fault, hint })}
        />
      </div>
      {fault === null ? null : (
        <p
          id={`${id}-fault`}
          className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-bad-text"
        >
          <CircleAlert size={15} className="mt-0.5" />
          {fault}
        </p>
      )}
      {hint === null ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-xs font-medium text-ink-2">
          {hint}
        </p>
      )}
      {quiet === null ? null : (
        <p id={`${id}-limit`} className="mt-1.5 text-xs text-ink-3">
          {quiet}
        </p>
      )}
      <DayLineCard
        day={when.date === '' ? dayKey(now) : when.date}
        chosen={instant}
        onChoose={(at) => onWhen(toFields(at))}
        posts={posts}
        now={now}
        bounds={bounds}
        readOnly={readOnly}
      />
      <ShortcutChips
        when={when}
        onChoose={choose}
        onRefused={setSaid}
        now={now}
        bounds={bounds}
        readOnly={readOnly}
      />
      {ownTimes}
      <output className="sr-only">{said}</output>
    </Section>
  );
}

/** Said of half a choice, before and after it is refused. */
function missing({ date }: WallFields): string {
  return date === '' ? 'Falta escolher o dia.' : 'Falta escolher a hora.';
}
