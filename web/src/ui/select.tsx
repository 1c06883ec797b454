import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

export interface SelectProps<T extends string> {
  /** Read out; the chosen option is what is seen. */
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onValue: (value: T) => void;
}

export const pillClass =
  'inline-flex min-h-11 items-center justify-between gap-2 rounded-full border-[1.5px] border-line-strong bg-surface px-3 text-xs font-medium whitespace-nowrap hover:bg-hover data-popup-open:bg-hover lg:min-h-9';

/** A tenth of a page's code, and opened seldom: asked for once somebody comes near it. */
const load = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await load()).SelectList }));

/** One of several, in a pill that opens their list. */
export function Select<T extends string>({ label, options, value, onValue }: SelectProps<T>) {
  const [wanted, setWanted] = useState(false);
  const pill = (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- the select-only combobox of the ARIA practices is a button; its list is not there yet
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={label}
      className={pillClass}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') setWanted(true);
      }}
    >
      {options.find((option) => option.value === value)?.label}
      <ChevronDown size={15} />
    </button>
  );
  if (!wanted) return pill;
  return (
    <Suspense fallback={pill}>
      <SelectList
        label={label}
        options={options}
        value={value}
        onValue={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      />
    </Suspense>
  );
}
