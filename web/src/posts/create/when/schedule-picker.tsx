import {
  formatDate,
  formatFullDay,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/brasilia-time.ts';
import { Calendar, CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useMinute } from '../../../shell/minute.ts';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass } from '../../../ui/field.tsx';
import { readNow } from '../../now.ts';
import { spokenDay } from '../../schedule/timeline-groups.ts';
import { Section } from '../section.tsx';
import {
  earliest,
  fromFields,
  inFuture,
  popularTimes,
  quickShortcuts,
  toFields,
  type WallFields,
} from './shortcuts.ts';

interface SchedulePickerProps {
  when: WallFields;
  onWhen: (when: WallFields) => void;
  error: string | undefined;
  readOnly: boolean;
}

const same = (a: WallFields, b: WallFields) => a.date === b.date && a.time === b.time;

/** Day and hour on Brasília's clock, with shortcuts that set them. */
export function SchedulePicker({ when, onWhen, error, readOnly }: SchedulePickerProps) {
  const now = useMinute();
  const errorId = useId();
  const [quick, setQuick] = useState<{ label: string; when: WallFields } | null>(null);
  const [said, setSaid] = useState('');
  const first = toFields(earliest(now));

  const choose = (next: WallFields) => {
    onWhen(next);
    const instant = fromFields(next);
    setSaid(instant === null ? '' : `${spokenDay(instant, now)}, ${next.time}`);
  };
  const input = {
    readOnly,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : errorId,
  };
  return (
    <Section title="Quando publicar" aside="Horário de Brasília">
      <div className="grid grid-cols-[minmax(0,1fr)_128px] gap-3 lg:grid-cols-[minmax(0,1fr)_160px]">
        <WallInput
          {...input}
          type="date"
          label="Data"
          Icon={Calendar}
          value={when.date}
          min={first.date}
          max="9999-12-31"
          shown={when.date === '' ? null : <SpokenDate date={startOfDay(when.date)} />}
          placeholder="Escolha o dia"
          onChange={(event) => onWhen({ ...when, date: event.target.value })}
        />
        <WallInput
          {...input}
          type="time"
          label="Hora"
          Icon={Clock}
          value={when.time}
          shown={when.time === '' ? null : when.time}
          placeholder="00:00"
          onChange={(event) => onWhen({ ...when, time: event.target.value })}
        />
      </div>
      {error === undefined ? null : (
        <p
          id={errorId}
          className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-bad-text"
        >
          <CircleAlert size={15} className="mt-0.5" />
          {error}
        </p>
      )}
      <Chips label="Daqui a">
        {quickShortcuts.map(({ label, ms }) => (
          <Chip
            key={label}
            pressed={quick?.label === label && same(quick.when, when)}
            onClick={() => {
              const next = inFuture(readNow(), ms);
              setQuick({ label, when: next });
              choose(next);
            }}
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <Chips label="Horários populares">
        {popularTimes(now).map(({ day, time, fields }) => (
          <Chip key={`${day} ${time}`} pressed={same(fields, when)} onClick={() => choose(fields)}>
            {day} <b className="font-bold">{time}</b>
          </Chip>
        ))}
      </Chips>
      <output className="sr-only">{said}</output>
    </Section>
  );
}

function SpokenDate({ date }: { date: Date }) {
  return (
    <>
      <span className="max-lg:hidden">{formatFullDay(date)}</span>
      <span className="lg:hidden">
        {formatWeekday(date)}, {formatDate(date)}
      </span>
    </>
  );
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="mb-2 text-xs text-ink-3">{label}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

type WallInputProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string;
  Icon: LucideIcon;
  /** What the value reads as, in Portuguese. */
  shown: ReactNode;
};

/**
 * A native day or hour field. While it is not being edited its value is shown over it in Portuguese
 * and in 24 hours, because the browser writes it in the language and order of its own.
 */
function WallInput({ label, Icon, shown, placeholder, ...input }: WallInputProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm leading-[1.4] font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={cx(
            controlClass,
            'peer tnum appearance-none pr-11 [&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-y-0 [&::-webkit-calendar-picker-indicator]:right-0 [&::-webkit-calendar-picker-indicator]:h-full [&::-webkit-calendar-picker-indicator]:w-11 [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:opacity-0',
          )}
        />
        <span
          aria-hidden="true"
          className={cx(
            'tnum pointer-events-none absolute inset-y-0.5 right-11 left-0.5 flex items-center rounded-field bg-surface pl-3 text-[16px] peer-focus:hidden lg:text-base',
            shown === null && 'text-ink-3',
          )}
        >
          <span className="truncate">{shown ?? placeholder}</span>
        </span>
        <Icon
          size={18}
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 bg-surface text-ink-2"
        />
      </div>
    </div>
  );
}
