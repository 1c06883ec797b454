import { site } from '../site.ts';
import { cookiesSections } from './cookies-text.tsx';
import { LegalPage } from './legal-page.tsx';
import { measuringSections } from './measuring-text.tsx';

export function CookiesPage() {
  return (
    <LegalPage
      title="Cookies"
      lead="O que a Pontual guarda no seu navegador, o que ela conta sobre as visitas, e onde você escolhe."
      updated="22 de novembro de 2026"
      sections={[...measuringSections(site.analytics), ...cookiesSections]}
    />
  );
}
