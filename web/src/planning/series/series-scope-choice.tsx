import { useId } from 'react';

interface SeriesScopeChoiceProps {
  label: string;
  includesFollowing: boolean;
  onScopeChange: (includesFollowing: boolean) => void;
  disabled?: boolean;
  hint: string;
}

export function SeriesScopeChoice(props: SeriesScopeChoiceProps) {
  const { label, includesFollowing, onScopeChange, disabled, hint } = props;
  const id = useId();
  return (
    <fieldset className="mt-4 grid gap-1" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <Choice
        name={id}
        checked={!includesFollowing}
        onChoose={() => onScopeChange(false)}
        text="Só este"
      />
      <Choice
        name={id}
        checked={includesFollowing}
        onChoose={() => onScopeChange(true)}
        text="Este e os próximos"
        hint={hint}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  text: string;
  hint?: string;
}

function Choice({ name, checked, onChoose, text, hint }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        type="radio"
        id={id}
        name={name}
        checked={checked}
        onChange={onChoose}
        aria-describedby={hint === undefined ? undefined : `${id}-words`}
        className="mt-[13px] size-[18px] shrink-0"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center font-medium">
          {text}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-words`} className="-mt-1.5 text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
