import { register as registerEndpoint, registrationForm } from '@pontual/contract/identity/auth.ts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { readReturnPath, paths } from '../../ui/page/paths.ts';
import { VisitorsOnly } from '../../ui/page/route-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useForm } from '../../ui/use-form.ts';
import { toAuthFailure } from './auth-errors.ts';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton, EmailDivider } from './google-button.tsx';
import { MonthGraphic } from './month-graphic.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordWarning } from './password-warning.tsx';

/** In ms (specification, section 9). */
const REDIRECT_MS = 2000;

export function RegisterPage() {
  const location = useLocation();
  return (
    <VisitorsOnly to={paths.dashboard}>
      <AuthFrame
        path={paths.register}
        title="Crie sua conta"
        lead="Comece com 10 posts por mês no plano Gratuito."
        graphic={<MonthGraphic />}
      >
        <GoogleButton to={readReturnPath(location.state)} />
        <EmailDivider />
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

const validate = createValidator(registrationForm);

function RegisterForm() {
  const [isDone, setDone] = useState(false);
  useRedirectToLogin(isDone);
  const form = useForm({ email: '', password: '', confirmPassword: '' }, validate);
  const { values, state, field } = form;

  const onSubmit = form.submit(async ({ email, password }) => {
    await call(registerEndpoint, { body: { email, password } });
    setDone(true);
  }, toAuthFailure);

  return (
    <form noValidate aria-label="Criar conta" className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      {isDone ? (
        <Alert tone="ok" live>
          Conta criada com sucesso! Redirecionando para login...
        </Alert>
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

function useRedirectToLogin(done: boolean): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => void navigate(paths.login, { state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate, state]);
}
