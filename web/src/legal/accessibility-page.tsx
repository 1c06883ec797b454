import { accessibilitySections } from './accessibility-text.tsx';
import { LegalPage } from './legal-page.tsx';

export function AccessibilityPage() {
  return (
    <LegalPage
      title="Acessibilidade"
      lead="A Pontual é feita para todas as pessoas. Aqui está o que já funciona, o que ainda falta e como nos contar."
      updated="22 de novembro de 2026"
      sections={accessibilitySections}
    />
  );
}
