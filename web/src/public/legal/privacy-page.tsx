import { paths } from '../../ui/page/paths.ts';
import { LegalPage } from './legal-page.tsx';
import { privacySections } from './privacy-text.tsx';
import { rightsSections } from './rights-text.tsx';
import { sharingSections } from './sharing-text.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      path={paths.privacy}
      updated="25 de novembro de 2026"
      sections={[...privacySections, ...sharingSections, ...rightsSections]}
    />
  );
}
