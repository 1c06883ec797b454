import { useId } from 'react';
import { chooseTheme, useTheme, type Theme } from './theme.ts';

const themes: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'system', label: 'Sistema' },
];

export function ThemeSwitch() {
  const name = useId();
  const chosen = useTheme();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Tema</legend>
      <div className="grid grid-cols-3 gap-0.5 rounded-full bg-sunken p-[3px]">
        {themes.map(({ value, label }) => (
          <label
            key={value}
            className="grid min-h-11 place-items-center rounded-full text-xs font-semibold text-ink-2 has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-line) has-focus-visible:shadow-[0_0_0_3px_var(--focus-halo)] lg:min-h-[34px]"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => chooseTheme(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
