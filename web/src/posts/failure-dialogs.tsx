import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '../api/session.tsx';
import { paths } from '../ui/page/paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { MessageDialog, type Message } from '../ui/message-dialog.tsx';
import { useLastValue } from '../ui/use-last-value.ts';
import { NOT_CONNECTED } from './not-connected.ts';

interface LimitDialogProps {
  open: boolean;
  onDismiss: () => void;
}

/** In number or in days ahead: the server's message says which (specification, section 8). */
export function LimitReachedDialog({
  open,
  onDismiss,
  message,
}: LimitDialogProps & { message: string }) {
  const { user } = useSession();
  const hasLargerPlan = user !== null && user.plan !== 'premium';
  return (
    <MessageDialog
      tone="warning"
      message={open ? { title: 'Limite Atingido', text: message } : null}
      onClose={onDismiss}
      actions={
        <>
          <Button variant={hasLargerPlan ? 'ghost' : 'ink'} onClick={onDismiss}>
            Voltar ao Formulário
          </Button>
          {hasLargerPlan ? (
            // A new tab, so that the post stays here and can be sent after the upgrade.
            <Link to={paths.plans} target="_blank" className={buttonClass({ variant: 'ink' })}>
              Ver planos
              <ArrowUpRight size={18} className="-mr-1" />
              <span className="sr-only">em outra aba</span>
            </Link>
          ) : null}
        </>
      }
    />
  );
}

interface FailureDialogProps {
  failure: Message | null;
  onDismiss: () => void;
  /** Null when a retry cannot succeed. */
  onRetry: (() => void) | null;
  backLabel?: string;
}

export function FailureDialog(props: FailureDialogProps) {
  const { failure, onDismiss, onRetry, backLabel = 'Voltar ao Formulário' } = props;
  const text = useLastValue(failure)?.text ?? '';
  return (
    <MessageDialog
      tone="error"
      message={failure}
      onClose={onDismiss}
      actions={
        <>
          <Button variant={onRetry === null ? 'ink' : 'ghost'} onClick={onDismiss}>
            {backLabel}
          </Button>
          {onRetry === null ? null : (
            <Button variant="ink" onClick={onRetry}>
              {/* In the words of the sentence, which the specification may fix (section 8). */}
              {/tente novamente/i.test(text) ? 'Tentar novamente' : 'Tentar de novo'}
            </Button>
          )}
        </>
      }
    />
  );
}

interface ConnectAccountDialogProps extends LimitDialogProps {
  /** Schedules the post as a demo post; null where it would not be one. */
  onDemo: (() => void) | null;
  onConnect: () => void;
  backLabel?: string;
}

/** Specification, section 8. */
export function ConnectAccountDialog(props: ConnectAccountDialogProps) {
  const { open, onDismiss, onDemo, onConnect, backLabel } = props;
  return (
    <MessageDialog
      tone="connect"
      message={open ? { title: 'Quase lá!', text: NOT_CONNECTED } : null}
      onClose={onDismiss}
      choices={[
        { label: 'Conectar Instagram & Agendar', onChoose: onConnect },
        ...(onDemo === null ? [] : [{ label: 'Continuar Explorando (Demo)', onChoose: onDemo }]),
      ]}
      backLabel={backLabel}
    />
  );
}
