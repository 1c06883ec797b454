import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLast } from '../../ui/use-last.ts';
import type { Failure } from './wizard-state.ts';

interface NoLineProps {
  failure: { title: string; text: string; aim: Failure['aim'] } | null;
  onDismiss: () => void;
  onAgain: () => void;
  onKeep: () => void;
}

/** The server was not reached: the post may wait for that here. */
export function NoLine({ failure, onDismiss, onAgain, onKeep }: NoLineProps) {
  const last = useLast(failure);
  const isDraft = last?.aim === 'draft';
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
        <Button variant="ink" size="lg" block onClick={onKeep}>
          Enviar quando a internet voltar
        </Button>
        <Button variant="line" block onClick={onAgain}>
          Tentar novamente
        </Button>
        <Button variant="ghost" block onClick={onDismiss}>
          Voltar ao Formulário
        </Button>
      </div>
    </Dialog>
  );
}
