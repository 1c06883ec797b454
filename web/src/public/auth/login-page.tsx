import { Link, useLocation } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { unreachableMessage } from '../../api/unreachable-message.ts';
import { readReturnPath, paths, readLoginMessage } from '../../ui/page/paths.ts';
import { VisitorsOnly } from '../../ui/page/route-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';
import { GoogleButton, EmailDivider } from './google-button.tsx';

export function LoginPage() {
  const location = useLocation();
  const message = readLoginMessage(location.state);
  return (
    <VisitorsOnly to={readReturnPath(location.state)}>
      <AuthFrame
        path={paths.login}
        title="Bom te ver de novo"
        lead="Entre para ver o que vai ao ar hoje."
        graphic={<ClockGraphic />}
      >
        {message === undefined ? null : <Alert tone="bad">{message}</Alert>}
        <GoogleButton to={readReturnPath(location.state)} />
        <EmailDivider />
        <LoginForm />
        <p className="text-sm text-ink-2">
          Ainda não tem conta?{' '}
          <Link to={paths.register} state={location.state} className="text-link text-ink">
            Criar conta
          </Link>
        </p>
      </AuthFrame>
    </VisitorsOnly>
  );
}

/** A separate chunk: needed at the first submit, not for the first paint. */
const loadLoginAttempt = () => import('./login-attempt.ts');

function LoginForm() {
  const session = useSession();
  const form = useForm({ email: '', password: '' }, async (values) =>
    (await loadLoginAttempt()).validateCredentials(values),
  );
  const { state, failure, field } = form;

  const onSubmit = form.submit(
    async (body) => {
      const { user, token } = await (await loadLoginAttempt()).attemptLogin(body);
      // VisitorsOnly then redirects to the page that the visitor requested.
      session.login(user, token);
    },
    (error) =>
      loadLoginAttempt().then(
        ({ toLoginFailure }) => toLoginFailure(error),
        () => ({ text: unreachableMessage }),
      ),
  );

  return (
    <form noValidate aria-label="Entrar" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Alert tone="bad" live>
          {failure}
        </Alert>
      )}
      <fieldset disabled={state === 'sending'} className="grid gap-[18px]">
        <TextField
          label="E-mail"
          type="email"
          onFocus={() => void loadLoginAttempt().catch(() => undefined)}
          autoComplete="email"
          {...field('email')}
        />
        <PasswordField
          label="Senha"
          aside={
            <Link to={paths.forgotPassword} className="text-link text-ink">
              Esqueci minha senha
            </Link>
          }
          autoComplete="current-password"
          {...field('password')}
        />
      </fieldset>
      <Button
        type="submit"
        variant="ink"
        size="lg"
        block
        busy={state !== 'editing'}
        busyLabel="Entrando..."
      >
        Entrar
      </Button>
    </form>
  );
}
