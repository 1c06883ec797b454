import { useId } from 'react';

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onValue: (value: T) => void;
  disabled?: boolean | undefined;
  hideLabel?: boolean | undefined;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onValue, disabled, hideLabel = false } = props;
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-full bg-sunken p-[3px]">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-11 place-items-center rounded-full text-xs font-semibold text-ink-2 has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line) has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] has-disabled:cursor-not-allowed lg:min-h-[34px]"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
