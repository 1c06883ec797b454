import { useId, useState, type ReactNode } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { readNow } from '../../now.ts';
import { faultOfTime, type Bounds } from './bounds.ts';
import { inFuture, popularTimes, quickShortcuts } from './shortcuts.ts';
import type { WallFields } from './wall-fields.ts';

interface ShortcutChipsProps {
  when: WallFields;
  onChoose: (when: WallFields) => void;
  /** A shortcut that cannot be had was pressed, for this reason. */
  onRefused: (fault: string) => void;
  now: Date;
  bounds: Bounds;
  readOnly: boolean;
}

const same = (a: WallFields, b: WallFields) => a.date === b.date && a.time === b.time;

/** `Daqui a` and `Horários populares`. */
export function ShortcutChips(props: ShortcutChipsProps) {
  const { when, onChoose, onRefused, now, bounds, readOnly } = props;
  const [quick, setQuick] = useState<{ label: string; when: WallFields } | null>(null);
  const shared = { readOnly, onRefused };
  return (
    <>
      <Chips label="Daqui a">
        {quickShortcuts.map(({ label, ms }) => (
          <Shortcut
            key={label}
            {...shared}
            pressed={quick?.label === label && same(quick.when, when)}
            fault={faultOfTime(inFuture(now, ms, bounds.horizon), now, bounds)}
            onChoose={() => {
              const next = inFuture(readNow(), ms, bounds.horizon);
              setQuick({ label, when: next });
              onChoose(next);
            }}
          >
            {label}
          </Shortcut>
        ))}
      </Chips>
      <Chips label="Horários populares">
        {popularTimes(now, bounds).map(({ id, day, time, fields, fault }) => (
          <Shortcut
            key={id}
            {...shared}
            pressed={same(fields, when)}
            fault={fault}
            onChoose={() => {
              // The hour may have passed since it was drawn.
              const current = popularTimes(readNow(), bounds).find((one) => one.id === id);
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
  pressed: boolean;
  /** Why it cannot be had; null when it can. */
  fault: string | null;
  readOnly: boolean;
  onChoose: () => void;
  onRefused: (fault: string) => void;
  children: ReactNode;
}

function Shortcut({ pressed, fault, readOnly, onChoose, onRefused, children }: ShortcutProps) {
  const id = useId();
  return (
    <>
      <Chip
        pressed={pressed}
        aria-disabled={fault !== null || readOnly || undefined}
        aria-describedby={fault === null ? undefined : id}
        className={cx(fault !== null && 'line-through decoration-line-strong')}
        onClick={() => {
          if (readOnly) return;
          if (fault === null) onChoose();
          else onRefused(fault);
        }}
      >
        {children}
      </Chip>
      {fault === null ? null : (
        <span id={id} hidden>
          {fault}
        </span>
      )}
    </>
  );
}
