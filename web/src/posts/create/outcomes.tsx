import { CircleAlert, Link2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { LeaveWords } from './leave-guard.tsx';
import { isSent, type Wizard } from './wizard.ts';

interface OutcomesProps {
  wizard: Wizard;
  onDismiss: () => void;
  onDemo: () => void;
  onConnect: () => void;
}

/** The refusals that ask the user for a decision. */
export function Outcomes({ wizard, onDismiss, onDemo, onConnect }: OutcomesProps) {
  const failure =
    wizard.step === 'details' && wizard.sending.state === 'failed' ? wizard.sending.failure : null;
  return (
    <>
      <LimitReached
        open={failure?.code === 'LIMIT_EXCEEDED'}
        message={failure?.message ?? ''}
        onDismiss={onDismiss}
      />
      <AlmostThere
        open={failure?.code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={onDemo}
        onConnect={onConnect}
      />
    </>
  );
}

function LimitReached(props: { open: boolean; message: string; onDismiss: () => void }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onDismiss}
      role="alertdialog"
      title="Limite Atingido"
      description={props.message}
      icon={<CircleAlert size={22} />}
      actions={
        <Button variant="ink" onClick={props.onDismiss}>
          Voltar ao Formulário
        </Button>
      }
    />
  );
}

function AlmostThere(props: Omit<OutcomesProps, 'wizard'> & { open: boolean }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onDismiss}
      title="Quase lá!"
      icon={<Link2 size={22} />}
      iconTone="ipe"
    >
      <p>
        Conta do Instagram não conectada. O post não será publicado até você conectar uma conta.
      </p>
      <div className="mt-5 grid gap-2">
        <Button variant="ipe" size="lg" block onClick={props.onConnect}>
          Conectar Instagram & Agendar
        </Button>
        <Button variant="line" block onClick={props.onDemo}>
          Continuar Explorando (Demo)
        </Button>
        <Button variant="ghost" block onClick={props.onDismiss}>
          Voltar ao Formulário
        </Button>
      </div>
    </Dialog>
  );
}

/** What leaving means, by how far the post is. */
export function leaveWordsOf(wizard: Wizard): LeaveWords {
  const title = 'Descartar este post?';
  const several = wizard.form.files.length > 1;
  if (wizard.step !== 'details' || wizard.sending.state !== 'sending') {
    return {
      title,
      text: 'O que você escolheu e escreveu aqui ainda não foi agendado e será perdido.',
      keep: 'Continuar editando',
      leave: 'Descartar',
      loses: true,
    };
  }
  if (!isSent(wizard)) {
    const sent = several
      ? 'Os arquivos ainda estão sendo enviados'
      : 'O arquivo ainda está sendo enviado';
    return {
      title,
      text: `${sent}. Se você sair agora, o envio para e nada é agendado.`,
      keep: 'Continuar enviando',
      leave: 'Descartar',
      loses: true,
    };
  }
  const sent = several ? 'Os arquivos já foram enviados' : 'O arquivo já foi enviado';
  return {
    title: 'Sair antes do fim?',
    text: `${sent} e o post está sendo agendado. Se você sair agora, avisamos quando terminar.`,
    keep: 'Continuar aqui',
    leave: 'Sair',
    loses: false,
  };
}
