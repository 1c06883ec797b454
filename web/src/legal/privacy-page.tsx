import { LegalPage } from './legal-page.tsx';
import { privacySections } from './privacy-text.tsx';
import { rightsSections } from './rights-text.tsx';

export function PrivacyPage() {
  return (
    <LegalPage
      title="Política de Privacidade"
      lead="Quais dados a Pontual guarda, para quê, por quanto tempo, com quem divide, e como você manda neles."
      updated="22 de novembro de 2026"
      sections={[...privacySections, ...rightsSections]}
    />
  );
}
