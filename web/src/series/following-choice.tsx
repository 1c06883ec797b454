import { useId } from 'react';

interface FollowingChoiceProps {
  /** What the choice is about, for whoever hears it. */
  label: string;
  following: boolean;
  onFollowing: (following: boolean) => void;
  disabled?: boolean;
  /** What it means for those that follow. */
  words: string;
}

/** Whether a post that comes again is meant alone, or with those after it. */
export function FollowingChoice(props: FollowingChoiceProps) {
  const { label, following, onFollowing, disabled, words } = props;
  const id = useId();
  return (
    <fieldset className="mt-4 grid gap-1" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <Choice name={id} checked={!following} onChoose={() => onFollowing(false)} text="Só este" />
      <Choice
        name={id}
        checked={following}
        onChoose={() => onFollowing(true)}
        text="Este e os próximos"
        words={words}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  text: string;
  words?: string;
}

function Choice({ name, checked, onChoose, text, words }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        type="radio"
        id={id}
        name={name}
        checked={checked}
        onChange={onChoose}
        aria-describedby={words === undefined ? undefined : `${id}-words`}
        className="mt-[13px] size-[18px] shrink-0"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center font-medium">
          {text}
        </label>
        {words === undefined ? null : (
          <p id={`${id}-words`} className="-mt-1.5 text-sm text-ink-3">
            {words}
          </p>
        )}
      </div>
    </div>
  );
}
