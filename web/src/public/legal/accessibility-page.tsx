import { accessibilitySections } from './accessibility-text.tsx';
import { paths } from '../../ui/page/paths.ts';
import { LegalPage } from './legal-page.tsx';

export function AccessibilityPage() {
  return (
    <LegalPage
      path={paths.accessibility}
      updated="22 de novembro de 2026"
      sections={accessibilitySections}
    />
  );
}
