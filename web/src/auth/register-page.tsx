import { register as registerEndpoint, registrationForm } from '@pontual/contract/auth.ts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { originOf, paths } from '../paths.ts';
import { VisitorsOnly } from '../shell/route-guard.tsx';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useForm } from '../ui/use-form.ts';
import { authFailure } from './auth-errors.ts';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton, OrByEmail } from './google-button.tsx';
import { MonthGraphic } from './month-graphic.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordWarning } from './password-warning.tsx';

/** How long the success is read before the login page comes (specification, section 9). */
const REDIRECT_MS = 2000;

export function RegisterPage() {
  const location = useLocation();
  return (
    <VisitorsOnly to={paths.dashboard}>
      <AuthFrame
        path={paths.register}
        title="Crie sua conta"
        lead="Comece com 10 posts por mês no plano Grátis."
        graphic={<MonthGraphic />}
      >
        <GoogleButton to={originOf(location.state)} />
        <OrByEmail />
        <RegisterForm />
        <p className="text-xs text-ink-3">
          Ao criar a conta, você aceita os{' '}
          <Link to={paths.terms} className="underline underline-offset-3">
            Termos de Uso
          </Link>{' '}
          e confirma que leu a{' '}
          <Link to={paths.privacy} className="underline underline-offset-3">
            Política de Privacidade
          </Link>
          .
        </p>
        <p className="text-sm text-ink-2">
          Já tem conta?{' '}
          <Link to={paths.login} state={location.state} className="text-link text-ink">
            Entrar
          </Link>
        </p>
      </AuthFrame>
    </VisitorsOnly>
  );
}

const check = checkBy(registrationForm);

function RegisterForm() {
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  useLoginAfter(isDone);
  const form = useForm({ email: '', password: '', confirmPassword: '' }, check);
  const { values, state, field } = form;

  const onSubmit = form.submit(async ({ email, password }) => {
    setFailure(undefined);
    try {
      await call(registerEndpoint, { body: { email, password } });
      setDone(true);
      return undefined;
    } catch (error) {
      const { faults, text } = authFailure(error);
      setFailure(text);
      return form.refuse(faults);
    }
  });

  return (
    <form noValidate aria-label="Criar conta" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      {isDone ? (
        <Notice tone="ok" live>
          Conta criada com sucesso! Redirecionando para login...
        </Notice>
      ) : null}
      <fieldset disabled={state === 'sending' || isDone} className="grid gap-[18px]">
        <TextField label="E-mail" type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint="Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número"
          keepHint
          footer={
            <>
              <PasswordChecklist password={values.password} />
              <PasswordWarning password={values.password} email={values.email} />
            </>
          }
          {...field('password')}
        />
        <PasswordField
          label="Confirmar senha"
          autoComplete="new-password"
          placeholder="Repita a senha"
          {...field('confirmPassword')}
        />
      </fieldset>
      <Button
        type="submit"
        variant="ipe"
        size="lg"
        block
        busy={state !== 'editing'}
        busyLabel="Criando conta..."
        disabled={isDone}
      >
        Criar conta
      </Button>
    </form>
  );
}

function useLoginAfter(done: boolean): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  // A timer, which is outside React: it must not fire once the visitor has gone elsewhere.
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => void navigate(paths.login, { state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate, state]);
}
