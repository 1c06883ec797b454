import { MessageDialog, type Message } from '../ui/message-dialog.tsx';
import { useLastValue } from '../ui/use-last-value.ts';
import type { SendFailure } from './wizard-state.ts';

interface OfflineDialogProps {
  failure: (Message & { submitMode: SendFailure['submitMode'] }) | null;
  onDismiss: () => void;
  onRetry: () => void;
  onQueueOffline: () => void;
}

export function OfflineDialog({ failure, onDismiss, onRetry, onQueueOffline }: OfflineDialogProps) {
  const submitMode = useLastValue(failure?.submitMode ?? null);
  return (
    <MessageDialog
      tone="error"
      message={failure}
      onClose={onDismiss}
      choices={[
        { label: 'Enviar quando a internet voltar', onChoose: onQueueOffline },
        { label: 'Tentar de novo', onChoose: onRetry },
      ]}
    >
      <p className="mt-3 text-pretty">
        {submitMode === 'draft'
          ? 'O rascunho pode esperar neste aparelho. Será salvo quando a internet voltar.'
          : 'O post pode esperar neste aparelho. Será agendado quando a internet voltar; até lá não está agendado. Se a hora dele passar antes, avisamos aqui e ele não sai.'}
      </p>
    </MessageDialog>
  );
}
