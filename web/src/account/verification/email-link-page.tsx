import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { failureText, isRefusal } from '../../api/api-error.ts';
import { useSession } from '../../api/session.tsx';
import { AuthFrame } from '../../public/auth/auth-frame.tsx';
import { ClockGraphic } from '../../public/auth/clock-graphic.tsx';
import { paths } from '../../ui/page/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';

type Outcome = { kind: 'confirmed' | 'refused'; text: string };

interface EmailLinkPageProps {
  lead: string;
  /** Replaces `lead` after the link was used. */
  topic: string;
  /** Uses the token of the link. Returns the sentence about what happened. */
  confirm: (token: string) => Promise<string>;
  /** Takes the place of the button. */
  instead?: ReactNode;
}

/** The token is used only by a press, because mail programs open links too. */
export function EmailLinkPage({ lead, topic, confirm, instead }: EmailLinkPageProps) {
  const token = useLocation().hash.slice(1);
  const { status, refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (outcome !== undefined) next.current?.focus();
  }, [outcome]);

  const useToken = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setOutcome({ kind: 'confirmed', text: await confirm(token) });
      await refresh();
    } catch (error) {
      if (isRefusal(error)) setOutcome({ kind: 'refused', text: error.message });
      else setFailure(failureText(error, 'Não foi possível confirmar. Tente de novo.'));
    } finally {
      setBusy(false);
    }
  };

  const titles = { confirmed: 'E-mail confirmado', refused: 'Link inválido' };
  return (
    <AuthFrame
      title={outcome === undefined ? 'Confirme seu e-mail' : titles[outcome.kind]}
      lead={outcome === undefined ? lead : topic}
      graphic={<ClockGraphic />}
    >
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      {outcome === undefined ? (
        (instead ?? (
          <Button
            variant="ink"
            size="lg"
            block
            busy={busy}
            busyLabel="Confirmando..."
            onClick={() => void useToken()}
          >
            Confirmar e-mail
          </Button>
        ))
      ) : (
        <>
          <Alert tone={outcome.kind === 'confirmed' ? 'ok' : 'bad'} live>
            <span className="wrap-anywhere">{outcome.text}</span>
          </Alert>
          <Link
            ref={next}
            to={status === 'user' ? paths.userAccount : paths.login}
            className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
          >
            {status === 'user' ? 'Ir para Sua conta' : 'Entrar'}
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
