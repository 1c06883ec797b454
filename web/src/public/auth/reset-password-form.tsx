import { newPasswordForm, resetPassword } from '@pontual/contract/identity/auth.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useForm } from '../../ui/use-form.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordWarning } from './password-warning.tsx';
import { toResetFailure } from './recovery-errors.ts';

/** In ms, with and without a new session (specification, section 9). */
const TO_DASHBOARD_MS = 2000;
const TO_LOGIN_MS = 3000;

interface ResetResult {
  isLoggedIn: boolean;
  cleared: string | undefined;
}

const validate = createValidator(newPasswordForm);

export function ResetPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const session = useSession();
  const [result, setResult] = useState<ResetResult>();
  useRedirectAfterReset(result);
  const form = useForm({ password: '', confirmPassword: '' }, validate);
  const { password } = form.values;
  const isDone = result !== undefined;

  const onSubmit = form.submit(
    async ({ password }) => {
      const response = await call(resetPassword, { body: { token, password } });
      if (response.token !== undefined && response.user !== undefined) {
        session.login(response.user, response.token);
        setResult({ isLoggedIn: true, cleared: response.cleared });
      } else {
        setResult({ isLoggedIn: false, cleared: response.cleared });
        // The reset has ended the session of this browser too; the login page must know.
        void session.refresh();
      }
    },
    (error) => {
      const failure = toResetFailure(error);
      if (failure.kind === 'form') return failure;
      onRefused();
      return {};
    },
  );

  return (
    <form noValidate aria-label="Redefinir senha" className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      {isDone ? (
        <Alert tone="ok" live>
          {result.isLoggedIn
            ? 'Senha redefinida com sucesso! Fazendo login...'
            : 'Senha redefinida com sucesso! Agora entre com a nova senha.'}
        </Alert>
      ) : null}
      <fieldset disabled={form.state === 'sending' || isDone} className="grid gap-[18px]">
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
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label="Confirmar nova senha"
          placeholder="Repita a senha"
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
      </fieldset>
      <Button
        type="submit"
        variant="ink"
        size="lg"
        block
        busy={form.state !== 'editing'}
        busyLabel="Salvando..."
        disabled={isDone}
      >
        Redefinir senha
      </Button>
    </form>
  );
}

/** Replaces the history entry, so that the link does not remain in it. */
function useRedirectAfterReset(result: ResetResult | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (result === undefined) return undefined;
    const [to, ms] = result.isLoggedIn
      ? [paths.dashboard, TO_DASHBOARD_MS]
      : [paths.login, TO_LOGIN_MS];
    const timer = setTimeout(() => {
      void navigate(to, { replace: true });
      // An error toast stays open: it lists what the user must connect again.
      if (result.cleared !== undefined) showToast({ text: result.cleared, error: true });
    }, ms);
    return () => clearTimeout(timer);
  }, [result, navigate]);
}
