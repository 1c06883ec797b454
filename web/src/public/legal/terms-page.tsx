import { paths } from '../../ui/page/paths.ts';
import { LegalPage } from './legal-page.tsx';
import { termsSections } from './terms-text.tsx';

export function TermsPage() {
  return <LegalPage path={paths.terms} updated="25 de novembro de 2026" sections={termsSections} />;
}
