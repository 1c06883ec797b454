import { CircleAlert, Link2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Wizard } from './wizard.ts';

interface OutcomesProps {
  wizard: Wizard;
  onDismiss: () => void;
  onDemo: () => void;
}

/** The refusals that ask the user for a decision. */
export function Outcomes({ wizard, onDismiss, onDemo }: OutcomesProps) {
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
      icon={<CircleAlert size={22} />}
      actions={
        <Button variant="ink" onClick={props.onDismiss}>
          Voltar ao Formulário
        </Button>
      }
    >
      <p>{props.message}</p>
    </Dialog>
  );
}

function AlmostThere(props: { open: boolean; onDismiss: () => void; onDemo: () => void }) {
  const navigate = useNavigate();
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
        <Button variant="ipe" size="lg" block onClick={() => void navigate(paths.dashboard)}>
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

/** Asked before what was chosen or typed is thrown away. */
export function ConfirmDiscard(props: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onKeep}
      role="alertdialog"
      title="Descartar este post?"
      icon={<CircleAlert size={22} />}
      actions={
        <>
          <Button variant="ghost" onClick={props.onKeep}>
            Continuar editando
          </Button>
          <Button variant="danger-solid" onClick={props.onDiscard}>
            Descartar
          </Button>
        </>
      }
    >
      <p>O que você escolheu e escreveu aqui ainda não foi agendado e será perdido.</p>
    </Dialog>
  );
}
