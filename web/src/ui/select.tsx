import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { pillClass, type SelectProps } from './select-trigger.ts';
import { showToast } from './toast.tsx';

/** Large and rarely opened, so it loads when the user approaches the trigger. */
const loadList = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await loadList()).SelectList }));
const preloadList = () => void loadList().catch(() => undefined);

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, value, onValue, describedBy } = props;
  const [isListShown, setIsListShown] = useState(false);
  const open = () =>
    loadList().then(
      () => setIsListShown(true),
      () => showToast({ text: 'A lista não carregou. Verifique sua conexão.', error: true }),
    );
  const pill = (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- the select-only combobox of the ARIA practices is a button; its list is not there yet
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={label}
      aria-describedby={describedBy}
      className={pillClass}
      onPointerEnter={preloadList}
      onFocus={preloadList}
      onClick={() => void open()}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        void open();
      }}
    >
      <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown size={15} className="shrink-0" />
    </button>
  );
  if (!isListShown) return pill;
  return (
    <Suspense fallback={pill}>
      <SelectList
        {...props}
        onValue={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      />
    </Suspense>
  );
}
