import { useId, useState, type ReactNode } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { readNow } from '../../posts/now.ts';
import { validateTime, type Bounds } from './time-bounds.rules.ts';
import { timeFromNow, listPopularTimes, quickShortcuts } from './shortcuts.ts';
import type { DueTimeFields } from './due-time-fields.ts';

interface ShortcutChipsProps {
  when: DueTimeFields;
  onChoose: (when: DueTimeFields) => void;
  onUnavailable: (reason: string) => void;
  now: Date;
  bounds: Bounds;
  readOnly: boolean;
}

const isSameTime = (a: DueTimeFields, b: DueTimeFields) => a.date === b.date && a.time === b.time;

export function ShortcutChips(props: ShortcutChipsProps) {
  const { when, onChoose, onUnavailable, now, bounds, readOnly } = props;
  const [quick, setQuick] = useState<{ label: string; when: DueTimeFields } | null>(null);
  const shared = { readOnly, onUnavailable };
  return (
    <>
      <Chips label="Daqui a">
        {quickShortcuts.map(({ label, ms }) => (
          <Shortcut
            key={label}
            {...shared}
            isPressed={quick?.label === label && isSameTime(quick.when, when)}
            unavailableReason={validateTime(timeFromNow(now, ms, bounds.horizon), now, bounds)}
            onChoose={() => {
              const next = timeFromNow(readNow(), ms, bounds.horizon);
              setQuick({ label, when: next });
              onChoose(next);
            }}
          >
            {label}
          </Shortcut>
        ))}
      </Chips>
      <Chips label="Horários populares">
        {listPopularTimes(now, bounds).map(({ id, day, time, fields, unavailableReason }) => (
          <Shortcut
            key={id}
            {...shared}
            isPressed={isSameTime(fields, when)}
            unavailableReason={unavailableReason}
            onChoose={() => {
              const current = listPopularTimes(readNow(), bounds).find((one) => one.id === id);
              onChoose(current?.fields ?? fields);
            }}
          >
            {day} <b className="font-bold">{time}</b>
          </Shortcut>
        ))}
      </Chips>
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

interface ShortcutProps {
  isPressed: boolean;
  unavailableReason: string | null;
  readOnly: boolean;
  onChoose: () => void;
  onUnavailable: (unavailableReason: string) => void;
  children: ReactNode;
}

function Shortcut({
  isPressed,
  unavailableReason,
  readOnly,
  onChoose,
  onUnavailable,
  children,
}: ShortcutProps) {
  const id = useId();
  return (
    <>
      <Chip
        pressed={isPressed}
        aria-disabled={unavailableReason !== null || readOnly || undefined}
        aria-describedby={unavailableReason === null ? undefined : id}
        className={cx(unavailableReason !== null && 'line-through decoration-line-strong')}
        onClick={() => {
          if (readOnly) return;
          if (unavailableReason === null) onChoose();
          else onUnavailable(unavailableReason);
        }}
      >
        {children}
      </Chip>
      {unavailableReason === null ? null : (
        <span id={id} hidden>
          {unavailableReason}
        </span>
      )}
    </>
  );
}
