import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { Button } from '../../ui/button.tsx';
import { saveConsent, useConsent } from './consent.ts';
import type { Consent } from './consent.rules.ts';

const options = [
  { choice: 'refused', label: 'Recusar' },
  { choice: 'accepted', label: 'Aceitar' },
] as const;

function describeChoice(consent: Consent | null): string {
  if (consent === null) return 'Você ainda não escolheu. Enquanto isso, nada é contado.';
  const at = new Date(consent.at);
  const when = `em ${formatDate(at)} às ${formatTime(at)}, horário de Brasília`;
  return consent.choice === 'accepted'
    ? `Você aceitou ${when}. Se recusar agora, a contagem para na hora.`
    : `Você recusou ${when}. Nada é contado.`;
}

export function ConsentChoice() {
  const consent = useConsent();
  return (
    <>
      <output data-live="" className="mt-3 block">
        {describeChoice(consent)}
      </output>
      <fieldset className="mt-4 flex gap-2 noscript:hidden">
        <legend className="sr-only">Contar as minhas visitas</legend>
        {options.map(({ choice, label }) => (
          <Button
            key={choice}
            variant={consent?.choice === choice ? 'ink' : 'line'}
            aria-pressed={consent?.choice === choice}
            onClick={() => saveConsent(choice)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <p>A escolha vale para este navegador e fica guardada só nele, com a data.</p>
    </>
  );
}
