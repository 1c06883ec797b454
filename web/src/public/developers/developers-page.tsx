import { ORIGIN_PLACEHOLDER } from '@pontual/contract/shared/page-meta.ts';
import { LegalPage } from '../legal/legal-page.tsx';
import { paths } from '../../ui/page/paths.ts';
import { developersSections } from './developers-text.tsx';

export function DevelopersPage() {
  return (
    <LegalPage
      path={paths.developers}
      updated="25 de novembro de 2026"
      sections={developersSections(ORIGIN_PLACEHOLDER)}
    />
  );
}
