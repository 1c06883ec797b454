import type { Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';

/** Covers nothing, and the page works without an answer; both buttons have the same style. */
export function ConsentQuestion({ ref }: { ref?: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      data-controls="consent-question"
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
        <Button variant="line" data-choice="refused">
          Recusar
        </Button>
        <Button variant="line" data-choice="accepted">
          Aceitar
        </Button>
      </div>
    </section>
  );
}
