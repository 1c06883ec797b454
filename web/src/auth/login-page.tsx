import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { unreachable } from '../api/unreachable.ts';
import { originOf, paths, toldOf } from '../paths.ts';
import { VisitorsOnly } from '../shell/route-guard.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';
import { GoogleButton, OrByEmail } from './google-button.tsx';

/** For so long a failed attempt keeps the form disabled (specification, section 9). */
const FAILED_WAIT_MS = 1000;

export function LoginPage() {
  const location = useLocation();
  const told = toldOf(location.state);
  return (
    <VisitorsOnly to={originOf(location.state)}>
      <AuthFrame
        title="Bom te ver de novo"
        lead="Entre para ver o que vai ao ar hoje."
        graphic={<ClockGraphic />}
      >
        {told === undefined ? null : <Notice tone="bad">{told}</Notice>}
        <GoogleButton to={originOf(location.state)} />
        <OrByEmail />
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

/** Rules and call are needed at the first submit, not for the first paint: a chunk of their own. */
const attempt = () => import('./login-attempt.ts');

function LoginForm() {
  const session = useSession();
  const [state, setState] = useState<'editing' | 'checking' | 'sending'>('editing');
  const [failure, setFailure] = useState<string>();
  const form = useForm<{ email: string; password: string }>({
    resolver: async (...given) => (await attempt()).resolve(...given),
    defaultValues: { email: '', password: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      setState('sending');
      setFailure(undefined);
      const outcome = await (await attempt()).attemptLogin(body);
      if ('token' in outcome) {
        // VisitorsOnly then leads on, to where the visitor came from.
        session.login(outcome.user, outcome.token);
        return;
      }
      const { faults, text } = outcome.failure;
      setFailure(text);
      for (const { name, message } of faults) form.setError(name, { message });
      await new Promise((resolve) => setTimeout(resolve, FAILED_WAIT_MS));
      flushSync(() => setState('editing'));
      form.setFocus(faults[0]?.name ?? 'password', { shouldSelect: true });
    },
    () => setState('editing'),
  );

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // Even the rules are still to be loaded: a second press must find the form at work.
    if (state !== 'editing') return;
    setState('checking');
    submit(event).catch(() => {
      setFailure(unreachable);
      setState('editing');
    });
  };

  return (
    <form noValidate aria-label="Entrar" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      <fieldset disabled={state === 'sending'} className="grid gap-[18px]">
        <TextField
          label="E-mail"
          type="email"
          onFocus={() => void attempt().catch(() => undefined)}
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email', { onChange: () => form.clearErrors('email') })}
        />
        <PasswordField
          label="Senha"
          aside={
            <Link to={paths.forgotPassword} className="text-link text-ink">
              Esqueci minha senha
            </Link>
          }
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', { onChange: () => form.clearErrors('password') })}
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
