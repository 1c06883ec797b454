import { Popover } from '@base-ui/react/popover';
import {
  formatDate,
  formatFullDay,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import { Calendar } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import type { DayKey, MonthKey } from '../../ui/dates/month-grid.ts';
import type { Bounds } from './time-bounds.rules.ts';
import { MonthPicker } from './month-picker.tsx';

interface DateFieldProps {
  label?: string;
  /** Empty while no day is chosen. */
  date: DayKey;
  onDate: (date: DayKey) => void;
  onMonth: ((month: MonthKey) => void) | undefined;
  busyDays: ReadonlySet<DayKey>;
  now: Date;
  bounds: Bounds;
  readOnly: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
}

export function DateField(props: DateFieldProps) {
  const { date, onDate, onMonth, busyDays, now, bounds, readOnly, isInvalid, describedBy } = props;
  const { label = 'Data' } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <label
        id={`${id}-label`}
        htmlFor={id}
        className="justify-self-start text-sm leading-[1.4] font-semibold"
      >
        {label}
      </label>
      <Popover.Root open={open} onOpenChange={(next) => setOpen(next && !readOnly)}>
        <Popover.Trigger
          id={id}
          aria-labelledby={`${id}-label ${id}-day`}
          aria-describedby={describedBy}
          aria-disabled={readOnly || undefined}
          data-fault={isInvalid || undefined}
          className={cx(
            controlClass,
            'tnum flex items-center justify-between gap-2 text-left data-fault:border-bad data-fault:not-focus-visible:shadow-[inset_0_0_0_.5px_var(--bad)]',
            date === '' && 'text-ink-3',
          )}
        >
          <span id={`${id}-day`} className="min-w-0 truncate">
            {date === '' ? 'Escolha o dia' : <DateText date={startOfDay(date)} />}
          </span>
          <Calendar size={18} className="text-ink-2" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner
            align="start"
            sideOffset={8}
            collisionPadding={8}
            className="z-50 outline-none"
          >
            <Popover.Popup
              ref={popup}
              initialFocus={() =>
                popup.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]') ?? true
              }
              className="max-h-(--available-height) w-[352px] max-w-(--available-width) overflow-auto rounded-md border border-line bg-surface p-3 text-ink shadow-pop transition-[translate,opacity] duration-(--t-base) data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 lg:w-[320px] lg:p-3.5"
            >
              <Popover.Title className="sr-only">Escolha o dia</Popover.Title>
              <MonthPicker
                date={date}
                now={now}
                bounds={bounds}
                busyDays={busyDays}
                onMonth={onMonth}
                onDate={(day) => {
                  onDate(day);
                  setOpen(false);
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function DateText({ date }: { date: Date }) {
  return (
    <>
      <span className="max-lg:hidden">{formatFullDay(date)}</span>
      <span className="lg:hidden">
        {formatWeekday(date)}, {formatDate(date)}
      </span>
    </>
  );
}
