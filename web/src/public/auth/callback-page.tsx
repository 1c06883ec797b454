import { openSession } from '@pontual/contract/identity/auth.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { googleErrorText, googleFailure, returnPath } from '@pontual/contract/identity/google.ts';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { loginAfterFailure, paths } from '../../ui/page/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';

/** In ms (specification, section 9). */
const REDIRECT_MS = 3000;

interface SignInFailure {
  text: string;
  reason?: string | undefined;
}

export function CallbackPage() {
  const [query] = useSearchParams();
  const [token, error] = [query.get('token'), query.get('error')];
  const to = returnPath(query.get('to'));
  useCleanAddress();
  return (
    <AuthFrame
      title="Entrar com Google"
      lead="A entrada pela sua conta Google."
      graphic={<ClockGraphic />}
    >
      {error !== null ? (
        <SignInError text={googleFailure} reason={googleErrorText(error)} to={to} />
      ) : token === null || token === '' ? (
        <SignInError text="Token não encontrado. Tente fazer login novamente." to={to} />
      ) : (
        <SigningIn token={token} to={to} />
      )}
    </AuthFrame>
  );
}

/** Removes the token from the address bar and the history at once. */
function useCleanAddress(): void {
  useEffect(() => {
    history.replaceState(history.state, '', paths.authCallback);
  }, []);
}

/** The token is valid once, and an effect may run twice. */
let exchange: { token: string; session: Promise<DataOf<typeof openSession>> } | undefined;

function exchangeOnce(token: string): Promise<DataOf<typeof openSession>> {
  if (exchange?.token !== token)
    exchange = { token, session: call(openSession, { body: { token } }) };
  return exchange.session;
}

function SigningIn({ token, to }: { token: string; to: string | undefined }) {
  const { login } = useSession();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<SignInFailure>();
  useEffect(() => {
    let isUnmounted = false;
    exchangeOnce(token)
      .then(({ user, token: sessionToken }) => {
        if (isUnmounted) return;
        login(user, sessionToken);
        void navigate(to ?? paths.dashboard, { replace: true });
      })
      .catch((error: unknown) => {
        const reason = error instanceof ApiError ? error.message : undefined;
        if (!isUnmounted) setFailed({ text: googleFailure, reason });
      });
    return () => {
      isUnmounted = true;
    };
  }, [token, to, login, navigate]);

  if (failed !== undefined) return <SignInError {...failed} to={to} />;
  return (
    <p aria-live="polite" className="flex items-center gap-3 text-ink-2">
      <Spinner />
      Entrando...
    </p>
  );
}

function SignInError({ text, reason, to }: SignInFailure & { to: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    const login = loginAfterFailure(reason, to);
    const timer = setTimeout(
      () => void navigate(login.to, { state: login.state, replace: true }),
      REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate, reason, to]);
  return (
    <>
      <Alert tone="bad" live>
        <p>{text}</p>
        {reason === undefined ? null : <p className="mt-1">{reason}</p>}
      </Alert>
      <p className="text-sm text-ink-2">
        Você volta ao login em instantes.{' '}
        <Link {...loginAfterFailure(reason, to)} replace className="text-link text-ink">
          Voltar agora
        </Link>
      </p>
    </>
  );
}
