import { Clock as ClockIcon } from 'lucide-react';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../../ui/cx.ts';
import {
  clockOf,
  completeClock,
  partSizes,
  stepPart,
  timeOf,
  typeText,
  type TypedTime,
  type TypedTimePart,
} from './time-typing.rules.ts';

interface TimeFieldProps {
  label?: string;
  /** `18:00`, or empty. */
  time: string;
  onTime: (time: string) => void;
  onTyping: (typing: boolean) => void;
  /** Initial value for the arrow keys in an empty field. */
  initialTime: string;
  readOnly: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
}

/** Steps of the arrow and page keys; quarter hours apply only to the minutes. */
const steps: Readonly<Record<string, Partial<Record<TypedTimePart, number>>>> = {
  ArrowUp: { hour: 1, minute: 1 },
  ArrowDown: { hour: -1, minute: -1 },
  PageUp: { minute: 15 },
  PageDown: { minute: -15 },
};

/** Two spinbuttons that look like one field. */
export function TimeField(props: TimeFieldProps) {
  const { label = 'Hora', time, onTime, onTyping, initialTime } = props;
  const { readOnly, isInvalid, describedBy } = props;
  const id = useId();
  const inputs = { hour: useRef<HTMLInputElement>(null), minute: useRef<HTMLInputElement>(null) };
  const [draft, setDraft] = useState(clockOf(time));
  const clock = timeOf(draft) === time ? draft : clockOf(time);

  const applyClock = (next: TypedTime) => {
    setDraft(next);
    if (timeOf(next) !== time) onTime(timeOf(next));
  };
  /** Rendered synchronously, because the caller selects the new text. */
  const applyClockNow = (next: TypedTime) => flushSync(() => applyClock(next));
  const onText = (part: TypedTimePart, text: string) => {
    const next = typeText(clock, part, text);
    applyClockNow(next.clock);
    if (next.part !== part) inputs[next.part].current?.focus();
  };
  const onKeyDown = (part: TypedTimePart, event: KeyboardEvent<HTMLInputElement>) => {
    if (readOnly || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = steps[event.key]?.[part];
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionEnd === value.length;
    if (by !== undefined) {
      applyClockNow(stepPart(clock, part, by, clockOf(initialTime)));
      event.currentTarget.select();
    } else if (part === 'hour' && event.key === 'ArrowRight' && isWhole) {
      inputs.minute.current?.focus();
    } else if (part === 'minute' && event.key === 'ArrowLeft' && selectionStart === 0) {
      inputs.hour.current?.focus();
    } else if (part === 'minute' && event.key === 'Backspace' && value === '') {
      inputs.hour.current?.focus();
    } else return;
    event.preventDefault();
  };
  const onBlur = (part: TypedTimePart, event: FocusEvent) => {
    const { hour, minute } = inputs;
    const movesToHour = part === 'minute' && event.relatedTarget === hour.current;
    const next = completeClock(clock, { movesToHour });
    if (event.relatedTarget === hour.current || event.relatedTarget === minute.current) {
      applyClockNow(next);
    } else {
      applyClock(next);
      onTyping(false);
    }
  };

  const input = (part: TypedTimePart) => ({
    ref: inputs[part],
    id: `${id}-${part}`,
    type: 'text',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    placeholder: '--',
    role: 'spinbutton',
    'aria-valuemin': 0,
    'aria-valuemax': partSizes[part] - 1,
    'aria-valuenow': clock[part] === '' ? undefined : Number(clock[part]),
    'aria-valuetext': clock[part] === '' ? undefined : clock[part],
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    'aria-readonly': readOnly || undefined,
    readOnly,
    value: clock[part],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onText(part, event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => onKeyDown(part, event),
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      onTyping(true);
      // A single digit is not selected, so that the second one is appended.
      if (event.currentTarget.value.length === 2) event.currentTarget.select();
    },
    onBlur: (event: FocusEvent) => onBlur(part, event),
    onClick: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select(),
  });
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <label
        htmlFor={`${id}-hour`}
        className="justify-self-start text-sm leading-[1.4] font-semibold"
      >
        {label}
      </label>
      <div className={cx(boxClass, isInvalid ? invalidClass : 'border-line-strong')}>
        <input {...input('hour')} className={cx(partClass, hourClass)} />
        <span aria-hidden="true" className="self-center">
          :
        </span>
        <input {...input('minute')} aria-label="Minuto" className={cx(partClass, 'flex-1 pr-11')} />
        <ClockIcon
          size={18}
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
        />
      </div>
    </div>
  );
}

const boxClass =
  'tnum relative flex min-h-12 w-full items-stretch rounded-field border-[1.5px] bg-surface text-[16px] leading-[1.4] has-[input:focus-visible]:shadow-[0_0_0_3px_var(--focus-halo)] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-(--focus-line) lg:min-h-11 lg:text-base';
const invalidClass =
  'border-bad not-has-[input:focus-visible]:shadow-[inset_0_0_0_.5px_var(--bad)]';
/** The focus ring is on the box; the selection shows the active part. The parts fill the box. */
const partClass = 'min-w-0 bg-transparent shadow-none! outline-none!';
const hourClass = 'w-11 shrink-0 pr-px text-right lg:w-8';
