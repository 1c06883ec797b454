import { CircleAlert, Link2, LogIn } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failureTitle } from './use-send.ts';
import type { Aim, Failure, Wizard } from './wizard-state.ts';

interface OutcomesProps {
  wizard: Wizard;
  onDismiss: () => void;
  onAgain: (aim: Aim) => void;
  onDemo: () => void;
  onConnect: () => void;
}

/** Refusals and failures, each with what can be done about it (specification, section 8). */
export function Outcomes({ wizard, onDismiss, onAgain, onDemo, onConnect }: OutcomesProps) {
  const failure =
    wizard.step !== 'done' && wizard.sending.state === 'failed' ? wizard.sending.failure : null;
  const isAsked = failure !== null && asked.has(failure.code);
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
      <Failed failure={isAsked ? null : failure} onDismiss={onDismiss} onAgain={onAgain} />
    </>
  );
}

/** Codes that ask for a decision of their own. */
const asked: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'INSTAGRAM_NOT_CONNECTED']);

function Failed(props: {
  failure: Failure | null;
  onDismiss: () => void;
  onAgain: (aim: Aim) => void;
}) {
  const { failure, onDismiss, onAgain } = props;
  // What it said stays while it goes away.
  const [last, setLast] = useState(failure);
  if (failure !== null && failure !== last) setLast(failure);
  return (
    <Dialog
      open={failure !== null}
      onOpenChange={onDismiss}
      role="alertdialog"
      title={failureTitle(last?.aim ?? 'schedule')}
      description={last?.message}
      icon={<CircleAlert size={22} />}
      iconTone="bad"
      actions={
        <>
          <Button variant="ghost" onClick={onDismiss}>
            Voltar ao Formulário
          </Button>
          <Button variant="ink" onClick={() => (last === null ? undefined : onAgain(last.aim))}>
            Tentar novamente
          </Button>
        </>
      }
    />
  );
}

/** A visitor has a post, but no account to keep it in. */
export function AskToLogIn(props: {
  aim: Aim | null;
  onDismiss: () => void;
  onLogIn: () => void;
  onRegister: () => void;
}) {
  const { aim, onDismiss, onLogIn, onRegister } = props;
  return (
    <Dialog
      open={aim !== null}
      onOpenChange={onDismiss}
      title={aim === 'draft' ? 'Entre para salvar o rascunho' : 'Entre para agendar'}
      icon={<LogIn size={22} />}
      iconTone="ipe"
      description="O que você escolheu e escreveu fica guardado neste navegador e espera por você aqui."
    >
      <div className="mt-5 grid gap-2">
        <Button variant="ipe" size="lg" block onClick={onLogIn}>
          Entrar
        </Button>
        <Button variant="line" block onClick={onRegister}>
          Criar conta grátis
        </Button>
        <Button variant="ghost" block onClick={onDismiss}>
          Voltar ao Formulário
        </Button>
      </div>
    </Dialog>
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

function AlmostThere(props: Omit<OutcomesProps, 'wizard' | 'onAgain'> & { open: boolean }) {
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
