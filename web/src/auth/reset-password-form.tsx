import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordForm, resetPassword } from '@pontual/contract/auth.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordWarning } from './password-warning.tsx';
import { resetFailure } from './recovery-errors.ts';

/** How long the success is read, logged in or not (specification, section 9). */
const TO_DASHBOARD_MS = 2000;
const TO_LOGIN_MS = 3000;

type State = 'editing' | 'checking' | 'sending' | Done;
/** The new password is set, and this browser got a session or did not. */
type Done = 'loggedIn' | 'loggedOut';
const isDone = (state: State): state is Done => state === 'loggedIn' || state === 'loggedOut';

export function ResetPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const session = useSession();
  const [state, setState] = useState<State>('editing');
  const [failure, setFailure] = useState<string>();
  useWayOn(state);
  const form = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
    reValidateMode: 'onSubmit',
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;
  const field = (name: 'password' | 'confirmPassword') => ({
    required: true,
    autoComplete: 'new-password',
    error: errors[name]?.message,
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  });

  const submit = form.handleSubmit(
    async ({ password }) => {
      setState('sending');
      setFailure(undefined);
      try {
        const opened = await call(resetPassword, { body: { token, password } });
        if (opened.token !== undefined && opened.user !== undefined) {
          session.login(opened.user, opened.token);
          setState('loggedIn');
          return;
        }
        setState('loggedOut');
        // A session that was open here has ended with the others: the login page must know.
        void session.refresh().catch(() => undefined);
      } catch (error) {
        const failure = resetFailure(error);
        flushSync(() => setState('editing'));
        if (failure.kind === 'token') onRefused();
        if (failure.kind === 'form') setFailure(failure.text);
        if (failure.kind === 'field') {
          form.setError('password', { message: failure.message });
          form.setFocus('password');
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
    <form noValidate aria-label="Redefinir senha" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      {isDone(state) ? (
        <Notice tone="ok" live>
          Senha redefinida com sucesso! Fazendo login...
        </Notice>
      ) : null}
      <fieldset disabled={state === 'sending' || isDone(state)} className="grid gap-[18px]">
        <PasswordField
          label="Nova senha"
          hint="Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número"
          keepHint
          footer={
            <>
              <PasswordChecklist password={password} />
              <PasswordWarning password={password} />
            </>
          }
          {...field('password')}
        />
        <PasswordField
          label="Confirmar nova senha"
          placeholder="Repita a senha"
          {...field('confirmPassword')}
        />
      </fieldset>
      <Button
        type="submit"
        variant="ink"
        size="lg"
        block
        busy={state === 'checking' || state === 'sending'}
        busyLabel="Salvando..."
        disabled={isDone(state)}
      >
        Redefinir senha
      </Button>
    </form>
  );
}

/** Leads on once the success has been read; the link does not stay behind in the history. */
function useWayOn(state: State): void {
  const navigate = useNavigate();
  // A timer, which is outside React: it must not fire once the visitor has gone elsewhere.
  useEffect(() => {
    if (!isDone(state)) return undefined;
    const [to, ms] =
      state === 'loggedIn' ? [paths.dashboard, TO_DASHBOARD_MS] : [paths.login, TO_LOGIN_MS];
    const timer = setTimeout(() => void navigate(to, { replace: true }), ms);
    return () => clearTimeout(timer);
  }, [state, navigate]);
}
