import { zodResolver } from '@hookform/resolvers/zod';
import { register as registerEndpoint, registrationForm } from '@pontual/contract/auth.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { originOf, paths } from '../paths.ts';
import { VisitorsOnly } from '../shell/route-guard.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
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

function RegisterForm() {
  const [state, setState] = useState<'editing' | 'checking' | 'sending' | 'done'>('editing');
  const [failure, setFailure] = useState<string>();
  useLoginAfter(state === 'done');
  const form = useForm({
    resolver: zodResolver(registrationForm),
    defaultValues: { email: '', password: '', confirmPassword: '' },
    reValidateMode: 'onSubmit',
  });
  const [email, password] = useWatch({ control: form.control, name: ['email', 'password'] });
  const { errors } = form.formState;
  const field = (name: 'email' | 'password' | 'confirmPassword') => ({
    required: true,
    error: errors[name]?.message,
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  });

  const submit = form.handleSubmit(
    async ({ email, password }) => {
      setState('sending');
      setFailure(undefined);
      try {
        await call(registerEndpoint, { body: { email, password } });
        setState('done');
      } catch (error) {
        const { faults, text } = authFailure(error);
        flushSync(() => setState('editing'));
        setFailure(text);
        for (const { name, message } of faults) form.setError(name, { message });
        const [first] = faults;
        if (first !== undefined) form.setFocus(first.name);
      }
    },
    () => setState('editing'),
  );

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // A second press must find the form at work, even before its rules have been applied.
    if (state !== 'editing') return;
    setState('checking');
    void submit(event);
  };

  return (
    <form noValidate aria-label="Criar conta" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      {state === 'done' ? (
        <Notice tone="ok" live>
          Conta criada com sucesso! Redirecionando para login...
        </Notice>
      ) : null}
      <fieldset disabled={state === 'sending' || state === 'done'} className="grid gap-[18px]">
        <TextField label="E-mail" type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint="Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número"
          keepHint
          footer={
            <>
              <PasswordChecklist password={password} />
              <PasswordWarning password={password} email={email} />
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
        busy={state === 'checking' || state === 'sending'}
        busyLabel="Criando conta..."
        disabled={state === 'done'}
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
