import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { Switch } from '../../ui/switch.tsx';

interface SwitchGroupProps<T extends string> {
  label: string;
  /** Maps each API name to its label. */
  names: Readonly<Record<T, string>>;
  options: readonly T[];
  chosen: readonly T[];
  error: string | undefined;
  onChange: (chosen: readonly T[]) => void;
}

export function SwitchGroup<T extends string>(props: SwitchGroupProps<T>) {
  const { label, names, options, chosen, error, onChange } = props;
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid gap-1">
        {options.map((option) => (
          <Switch
            key={option}
            label={names[option]}
            hint={option}
            checked={chosen.includes(option)}
            onChecked={(on) =>
              onChange(on ? [...chosen, option] : chosen.filter((one) => one !== option))
            }
          />
        ))}
      </div>
      {error === undefined ? null : (
        <p
          id={errorId}
          role="alert"
          className="mt-1.5 flex items-start gap-1.5 text-xs leading-[1.45] font-medium text-bad-text"
        >
          <CircleAlert size={15} className="mt-0.5" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
