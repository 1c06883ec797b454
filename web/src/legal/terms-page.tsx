import { LegalPage } from './legal-page.tsx';
import { termsSections } from './terms-text.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Termos de Uso"
      lead="O que a Pontual faz por você, o que ela espera de você, e como funcionam teste, garantia e cancelamento."
      updated="22 de novembro de 2026"
      sections={termsSections}
    />
  );
}
