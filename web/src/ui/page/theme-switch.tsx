import { Segmented } from '../segmented.tsx';
import { chooseTheme, useTheme, type Theme } from './theme.ts';

const themes: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'system', label: 'Sistema' },
];

export function ThemeSwitch() {
  return <Segmented label="Tema" options={themes} value={useTheme()} onValue={chooseTheme} />;
}
