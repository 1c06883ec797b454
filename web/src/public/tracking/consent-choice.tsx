import { Button } from '../../ui/button.tsx';
import { describeChoice } from './consent-controls.ts';

const options = [
  { choice: 'refused', label: 'Recusar' },
  { choice: 'accepted', label: 'Aceitar' },
] as const;

/** consent-controls.ts shows the stored choice. */
export function ConsentChoice() {
  return (
    <div data-controls="consent-choice" className="contents">
      <output data-part="status" className="mt-3 block">
        {describeChoice(null)}
      </output>
      <fieldset className="mt-4 flex gap-2 noscript:hidden">
        <legend className="sr-only">Contar as minhas visitas</legend>
        {options.map(({ choice, label }) => (
          <Button
            key={choice}
            variant="line"
            data-choice={choice}
            aria-pressed={false}
            className="aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-on-ink aria-pressed:hover:bg-ink-hover"
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <p>A escolha vale para este navegador e fica guardada só nele, com a data.</p>
    </div>
  );
}
