import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { findPart } from '../../ui/page/find-part.ts';
import { currentConsent, onConsentChange, saveConsent } from './consent.ts';
import type { Consent } from './consent.rules.ts';

/** Makes the question of consent-question.tsx interactive. Returns the function that detaches it. */
export function attachConsentQuestion(question: HTMLElement): () => void {
  return onChoice(question, (choice) => {
    saveConsent(choice);
    focusPage();
  });
}

/** Makes the choice of consent-choice.tsx interactive. Returns the function that detaches it. */
export function attachConsentChoice(element: HTMLElement): () => void {
  const status = findPart(element, 'status');
  const show = () => {
    const consent = currentConsent();
    status.textContent = describeChoice(consent);
    for (const button of element.querySelectorAll<HTMLElement>('[data-choice]')) {
      button.ariaPressed = String(button.dataset['choice'] === consent?.choice);
    }
  };
  show();
  const stopShowing = onConsentChange(show);
  const stopChoice = onChoice(element, saveConsent);
  return () => {
    stopShowing();
    stopChoice();
  };
}

function onChoice(element: HTMLElement, listener: (choice: Consent['choice']) => void) {
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null;
    const choice = button?.dataset['choice'];
    if (choice === 'accepted' || choice === 'refused') listener(choice);
  };
  element.addEventListener('click', onClick);
  return () => element.removeEventListener('click', onClick);
}

export function describeChoice(consent: Consent | null): string {
  if (consent === null) return 'Você ainda não escolheu. Enquanto isso, nada é contado.';
  const at = new Date(consent.at);
  const when = `em ${formatDate(at)} às ${formatTime(at)}, horário de Brasília`;
  return consent.choice === 'accepted'
    ? `Você aceitou ${when}. Se recusar agora, a contagem para na hora.`
    : `Você recusou ${when}. Nada é contado.`;
}
