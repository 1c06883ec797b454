import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPassword, recovery } from '@pontual/contract/auth.ts';
import { useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { callForMessage } from '../api/client.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';
import { GoogleButton } from './google-button.tsx';
import { forgotFailure } from './recovery-errors.ts';

export function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Esqueceu a senha?"
      lead="Diga o e-mail da sua conta e enviamos um link para criar uma nova."
      graphic={<ClockGraphic />}
    >
      <ForgotPasswordForm />
      <p className="text-sm text-ink-2">
        Lembrou da senha?{' '}
        <Link to={paths.login} className="text-link text-ink">
          Voltar ao login
        </Link>
      </p>
    </AuthFrame>
  );
}

type Outcome = { kind: 'sent' | 'failed'; text: string } | { kind: 'google' };

function ForgotPasswordForm() {
  const [state, setState] = useState<'editing' | 'checking' | 'sending'>('editing');
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm({
    resolver: zodResolver(recovery),
    defaultValues: { email: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      setState('sending');
      setOutcome(undefined);
      try {
        const text = await callForMessage(forgotPassword, { body });
        setOutcome({ kind: 'sent', text });
        setState('editing');
      } catch (error) {
        const failure = forgotFailure(error);
        flushSync(() => setState('editing'));
        if (failure.kind === 'google') setOutcome({ kind: 'google' });
        if (failure.kind === 'form') setOutcome({ kind: 'failed', text: failure.text });
        if (failure.kind === 'field') {
          form.setError('email', { message: failure.message });
          form.setFocus('email');
        }
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
    <form noValidate aria-label="Recuperar senha" className="grid gap-[18px]" onSubmit={onSubmit}>
      {outcome === undefined ? null : <OutcomeNotice outcome={outcome} />}
      <fieldset disabled={state === 'sending'} className="grid gap-[18px]">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email', {
            onChange: () => {
              form.clearErrors('email');
              setOutcome(undefined);
            },
          })}
        />
      </fieldset>
      <Button type="submit" variant="ink" size="lg" block busy={state !== 'editing'}>
        {outcome?.kind === 'sent' ? 'Enviar de novo' : 'Enviar link'}
      </Button>
    </form>
  );
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'google') {
    return (
      <>
        <Notice tone="info" live>
          Esta conta foi criada com Google. Para acessar, use o botão abaixo:
        </Notice>
        <GoogleButton />
      </>
    );
  }
  return (
    <Notice tone={outcome.kind === 'sent' ? 'ok' : 'bad'} live>
      {outcome.text}
    </Notice>
  );
}
