import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChecked: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChecked }: SwitchProps) {
  const id = useId();
  return (
    <label className="relative flex min-h-11 items-center gap-4 not-has-disabled:cursor-pointer">
      <span className="min-w-0 flex-1">
        <b id={`${id}-label`} className="block text-sm font-semibold">
          {label}
        </b>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className="block text-xs text-ink-3">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="peer sr-only"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="relative h-[26px] w-11 shrink-0 rounded-full bg-line-strong transition-colors peer-checked:bg-ink peer-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-(--focus-line) peer-disabled:opacity-50 after:absolute after:top-[3px] after:left-[3px] after:size-5 after:rounded-full after:bg-surface after:transition-[translate] peer-checked:after:translate-x-[18px] peer-checked:after:bg-ipe dark:peer-checked:after:bg-on-ipe forced-colors:border forced-colors:after:bg-[CanvasText]!"
      />
    </label>
  );
}
