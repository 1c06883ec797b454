import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { canInstall, promptInstall, needsManualInstall, onInstallPromptChange } from './install.ts';

export function InstallCard() {
  const isInstallable = useSyncExternalStore(onInstallPromptChange, canInstall);
  const isManual = needsManualInstall();
  if (!isInstallable && !isManual) return null;
  return (
    <Card>
      <CardHeader title="Aplicativo" />
      <CardBody className="grid justify-items-start gap-3 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          {isManual
            ? 'Para ter a Pontual na tela inicial, toque em Compartilhar e depois em Adicionar à Tela de Início.'
            : 'A Pontual abre em uma janela própria, com ícone, e mostra o calendário e os rascunhos mesmo sem internet.'}
        </p>
        {isInstallable ? (
          <Button variant="line" icon={<Download size={18} />} onClick={() => void promptInstall()}>
            Instalar aplicativo
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
}
