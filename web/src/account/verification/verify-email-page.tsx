import { verifyEmail } from '@pontual/contract/identity/user.ts';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { loginReturningTo, paths } from '../../ui/page/paths.ts';
import { EmailLinkPage } from './email-link-page.tsx';

/** Without a session of the account, a password reset is the way: it removes what others have prepared. */
export function VerifyEmailPage() {
  const { status } = useSession();
  const { to, state } = loginReturningTo(useLocation());
  return (
    <EmailLinkPage
      lead={
        status === 'user'
          ? 'Assim podemos avisar você, e você pode convidar pessoas e ligar programas.'
          : 'Entre na sua conta para confirmar. Se não foi você quem a criou, uma nova senha deixa a conta só sua e tira quem está nela.'
      }
      topic="O e-mail da sua conta."
      confirm={async (token) => {
        const { email } = await call(verifyEmail, { body: { token } });
        return `${email} está confirmado. Agora podemos avisar você por e-mail.`;
      }}
      instead={
        status === 'user' ? undefined : (
          <>
            <Link
              to={to}
              state={state}
              className={buttonClass({ variant: 'ink', size: 'lg', block: true })}
            >
              Entrar e confirmar
            </Link>
            <Link
              to={paths.forgotPassword}
              className={buttonClass({ variant: 'line', size: 'lg', block: true })}
            >
              Não criei esta conta
            </Link>
          </>
        )
      }
    />
  );
}
