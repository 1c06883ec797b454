import { useMemo } from 'react';
import { LegalPage } from '../legal/legal-page.tsx';
import { paths } from '../../ui/page/paths.ts';
import { developersSections } from './developers-text.tsx';

export function DevelopersPage() {
  const sections = useMemo(() => developersSections(location.origin), []);
  return <LegalPage path={paths.developers} updated="25 de novembro de 2026" sections={sections} />;
}
