import { forgotPassword, passwordRecoveryRequest } from '@pontual/contract/identity/auth.ts';
import { useState, type ChangeEvent } from 'react';
import { Link } from 'react-router';
import { callForMessage } from '../../api/client.ts';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ClockGraphic } from './clock-graphic.tsx';
import { GoogleButton } from './google-button.tsx';
import { toForgotFailure } from './recovery-errors.ts';

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

type Outcome = { kind: 'sent'; text: string } | { kind: 'google' };

const validate = createValidator(passwordRecoveryRequest);

function ForgotPasswordForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm({ email: '' }, validate);
  const { state } = form;
  const email = form.field('email');

  const onSubmit = form.submit(
    async (body) => {
      setOutcome(undefined);
      setOutcome({ kind: 'sent', text: await callForMessage(forgotPassword, { body }) });
    },
    (error) => {
      const failure = toForgotFailure(error);
      if (failure.kind === 'form') return failure;
      setOutcome({ kind: 'google' });
      return {};
    },
  );

  return (
    <form noValidate aria-label="Recuperar senha" className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      {outcome === undefined ? null : <OutcomeAlert outcome={outcome} />}
      <fieldset disabled={state === 'sending'} className="grid gap-[18px]">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          {...email}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            email.onChange(event);
            setOutcome(undefined);
          }}
        />
      </fieldset>
      <Button type="submit" variant="ink" size="lg" block busy={state !== 'editing'}>
        {outcome?.kind === 'sent' ? 'Enviar de novo' : 'Enviar link'}
      </Button>
    </form>
  );
}

function OutcomeAlert({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'google') {
    return (
      <>
        <Alert tone="info" live>
          Esta conta foi criada com Google. Para acessar, use o botão abaixo:
        </Alert>
        <GoogleButton />
      </>
    );
  }
  return (
    <Alert tone="ok" live>
      {outcome.text}
    </Alert>
  );
}
