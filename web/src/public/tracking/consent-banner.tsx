import { Link, useLocation } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { focusPage } from '../../ui/page/focus-page.ts';
import { Button } from '../../ui/button.tsx';
import { saveConsent, CONSENT_BANNER_ID, useIsConsentPending } from './consent.ts';
import type { Consent } from './consent.rules.ts';

/** Covers nothing, and the page works without an answer; both buttons have the same style. */
export function ConsentBanner() {
  const isOpen = useIsConsentPending();
  const { pathname } = useLocation();
  // The composer fills the window, and the banner must not disturb the writing.
  if (!isOpen || pathname === paths.createPost) return null;
  const answerPrompt = (choice: Consent['choice']) => {
    saveConsent(choice);
    focusPage();
  };
  return (
    <section
      id={CONSENT_BANNER_ID}
      aria-label="Medição de visitas"
      className="consent-question page-gutter flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line bg-sunken py-3.5 print:hidden"
    >
      <p className="max-w-[68ch] text-sm text-ink-2">
        Podemos contar quais páginas você visita e se assina um plano, para melhorar a Pontual? Sem
        publicidade e sem cookies. Se você recusar, tudo funciona igual.{' '}
        <Link to={paths.cookies} className="font-semibold text-ink underline underline-offset-3">
          O que é contado
        </Link>
      </p>
      <div className="grid flex-none grid-cols-2 gap-2 max-sm:w-full">
        <Button variant="line" onClick={() => answerPrompt('refused')}>
          Recusar
        </Button>
        <Button variant="line" onClick={() => answerPrompt('accepted')}>
          Aceitar
        </Button>
      </div>
    </section>
  );
}
