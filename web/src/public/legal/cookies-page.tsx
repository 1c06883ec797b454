import { site } from '../../ui/page/site.ts';
import { cookiesSections } from './cookies-text.tsx';
import { paths } from '../../ui/page/paths.ts';
import { LegalPage } from './legal-page.tsx';
import { trackingSections } from './tracking-text.tsx';

export function CookiesPage() {
  return (
    <LegalPage
      path={paths.cookies}
      updated="27 de novembro de 2026"
      sections={[...trackingSections(site.analytics), ...cookiesSections]}
    />
  );
}
