import { confirmEmail } from '@pontual/contract/identity/user.ts';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { failureText, isRefusal } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { AuthFrame } from '../public/auth/auth-frame.tsx';
import { ClockGraphic } from '../public/auth/clock-graphic.tsx';
import { paths } from '../ui/page/paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Alert } from '../ui/alert.tsx';

type Outcome = { kind: 'confirmed' | 'refused'; text: string };

/** The token is used only by a press, because mail programs open links too. */
export function ConfirmEmailPage() {
  const token = useLocation().hash.slice(1);
  const { status, refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (outcome !== undefined) next.current?.focus();
  }, [outcome]);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { email } = await call(confirmEmail, { body: { token } });
      setOutcome({ kind: 'confirmed', text: `A partir de agora você entra com ${email}.` });
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
      lead={
        outcome === undefined
          ? 'Sua conta passa a usar este endereço, e os outros dispositivos saem dela.'
          : 'Troca do e-mail da sua conta.'
      }
      graphic={<ClockGraphic />}
    >
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      {outcome === undefined ? (
        <Button
          variant="ink"
          size="lg"
          block
          busy={busy}
          busyLabel="Confirmando..."
          onClick={() => void confirm()}
        >
          Confirmar e-mail
        </Button>
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
