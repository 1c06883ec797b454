import { CircleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useLastValue } from '../ui/use-last-value.ts';
import type { SendFailure } from './wizard-state.ts';

interface OfflineDialogProps {
  failure: { title: string; text: string; submitMode: SendFailure['submitMode'] } | null;
  onDismiss: () => void;
  onRetry: () => void;
  onQueueOffline: () => void;
}

export function OfflineDialog({ failure, onDismiss, onRetry, onQueueOffline }: OfflineDialogProps) {
  const last = useLastValue(failure);
  const isDraft = last?.submitMode === 'draft';
  return (
    <Dialog
      open={failure !== null}
      onOpenChange={onDismiss}
      role="alertdialog"
      title={last?.title}
      description={last?.text}
      icon={<CircleAlert size={22} />}
      iconTone="bad"
    >
      <p className="mt-3 text-pretty">
        {isDraft
          ? 'O rascunho pode esperar neste aparelho. Será salvo quando a internet voltar.'
          : 'O post pode esperar neste aparelho. Será agendado quando a internet voltar; até lá não está agendado. Se a hora dele passar antes, avisamos aqui e ele não sai.'}
      </p>
      <div className="mt-5 grid gap-2">
        <Button variant="ink" size="lg" block onClick={onQueueOffline}>
          Enviar quando a internet voltar
        </Button>
        <Button variant="line" block onClick={onRetry}>
          Tentar novamente
        </Button>
        <Button variant="ghost" block onClick={onDismiss}>
          Voltar ao Formulário
        </Button>
      </div>
    </Dialog>
  );
}
