import { dayKey, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { CircleAlert } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useMinute } from '../../ui/page/use-minute.ts';
import type { DayKey, MonthKey } from '../../ui/dates/month-grid.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { Section } from '../../ui/section.tsx';
import {
  earliestAfterLead,
  earliestDueAt,
  validateTime,
  horizonText,
  isBeyondHorizon,
  type Bounds,
} from './time-bounds.rules.ts';
import { DateField } from './date-field.tsx';
import { DayLineCard } from './day-line-card.tsx';
import type { DayPost } from './day-line.ts';
import { TimeField } from './time-field.tsx';
import { ShortcutChips } from './shortcut-chips.tsx';
import { parseDueTimeFields, toDueTimeFields, type DueTimeFields } from './due-time-fields.ts';

export interface SchedulePickerProps {
  when: DueTimeFields;
  onWhen: (when: DueTimeFields) => void;
  /** Shown instead of the picker's own error. */
  error: string | undefined;
  readOnly: boolean;
  /** Defaults to half a minute from now. */
  min?: Bounds['min'] | undefined;
  horizon: Bounds['horizon'];
  /** Posts of the chosen day; of today without a choice. */
  posts: readonly DayPost[];
  busyDays: ReadonlySet<DayKey>;
  onMonth?: ((month: MonthKey) => void) | undefined;
  customTimes?: ReactNode;
}

export function SchedulePicker(props: SchedulePickerProps) {
  const { when, onWhen, error, readOnly, min = earliestAfterLead, horizon } = props;
  const { posts, busyDays, onMonth, customTimes: ownTimes } = props;
  const now = useMinute();
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const bounds = { min, horizon };
  const instant = parseDueTimeFields(when);
  const isIncomplete = when.date === '' ? when.time !== '' : when.time === '';
  const timeError = instant === null || isTyping ? null : validateTime(when, now, bounds);
  const shownError = error ?? timeError;
  const hint = isIncomplete && !isTyping ? missingPartText(when) : null;
  const limit = horizon === null ? null : horizonText(horizon, now);
  const errorNamesLimit =
    shownError !== null && instant !== null && isBeyondHorizon(instant, now, horizon);
  const shownLimit = errorNamesLimit ? null : limit;
  const describe = (texts: Readonly<Record<string, string | null>>) =>
    Object.entries(texts)
      .filter(([, text]) => text !== null)
      .map(([what]) => `${id}-${what}`)
      .join(' ') || undefined;

  const choose = (next: DueTimeFields) => {
    onWhen(next);
    const chosen = parseDueTimeFields(next);
    setAnnouncement(chosen === null ? '' : `${relativeDay(chosen, now)}, ${next.time}`);
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
          isInvalid={shownError !== null && !(isIncomplete && when.date !== '')}
          describedBy={describe({ error: shownError, hint, limit: shownLimit })}
        />
        <TimeField
          time={when.time}
          onTime={(time) => onWhen({ date: when.date, time })}
          onTyping={setTyping}
          initialTime={formatTime(earliestDueAt(now, min))}
          readOnly={readOnly}
          isInvalid={shownError !== null && !(isIncomplete && when.time !== '')}
          describedBy={describe({ error: shownError, hint })}
        />
      </div>
      {shownError === null ? null : (
        <p
          id={`${id}-error`}
          className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-bad-text"
        >
          <CircleAlert size={15} className="mt-0.5" />
          {shownError}
        </p>
      )}
      {hint === null ? null : (
        <p id={`${id}-hint`} className="mt-1.5 text-xs font-medium text-ink-2">
          {hint}
        </p>
      )}
      {shownLimit === null ? null : (
        <p id={`${id}-limit`} className="mt-1.5 text-xs text-ink-3">
          {shownLimit}
        </p>
      )}
      <DayLineCard
        day={when.date === '' ? dayKey(now) : when.date}
        chosen={instant}
        onChoose={(at) => onWhen(toDueTimeFields(at))}
        posts={posts}
        now={now}
        bounds={bounds}
        readOnly={readOnly}
      />
      <ShortcutChips
        when={when}
        onChoose={choose}
        onUnavailable={setAnnouncement}
        now={now}
        bounds={bounds}
        readOnly={readOnly}
      />
      {ownTimes}
      <output className="sr-only">{announcement}</output>
    </Section>
  );
}

function missingPartText({ date }: DueTimeFields): string {
  return date === '' ? 'Falta escolher o dia.' : 'Falta escolher a hora.';
}
