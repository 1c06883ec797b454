import { newPasswordForm, resetPassword } from '@pontual/contract/auth.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { PasswordField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordWarning } from './password-warning.tsx';
import { resetFailure } from './recovery-errors.ts';

/** How long the success is read, logged in or not (specification, section 9). */
const TO_DASHBOARD_MS = 2000;
const TO_LOGIN_MS = 3000;

/** The new password is set, this browser got a session or did not, and what was removed is told next. */
interface Done {
  isIn: boolean;
  cleared: string | undefined;
}

const check = checkBy(newPasswordForm);

export function ResetPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const session = useSession();
  const [done, setDone] = useState<Done>();
  const [failure, setFailure] = useState<string>();
  useWayOn(done);
  const form = useForm({ password: '', confirmPassword: '' }, check);
  const { password } = form.values;
  const isDone = done !== undefined;

  const onSubmit = form.submit(async ({ password }) => {
    setFailure(undefined);
    try {
      const opened = await call(resetPassword, { body: { token, password } });
      if (opened.token !== undefined && opened.user !== undefined) {
        session.login(opened.user, opened.token);
        setDone({ isIn: true, cleared: opened.cleared });
      } else {
        setDone({ isIn: false, cleared: opened.cleared });
        // A session that was open here has ended with the others: the login page must know.
        void session.refresh().catch(() => undefined);
      }
    } catch (error) {
      const failure = resetFailure(error);
      if (failure.kind === 'token') onRefused();
      if (failure.kind === 'form') setFailure(failure.text);
      if (failure.kind === 'field') {
        return form.refuse([{ name: 'password', message: failure.message }]);
      }
    }
    return undefined;
  });

  return (
    <form noValidate aria-label="Redefinir senha" className="grid gap-[18px]" onSubmit={onSubmit}>
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      {isDone ? (
        <Notice tone="ok" live>
          {done.isIn
            ? 'Senha redefinida com sucesso! Fazendo login...'
            : 'Senha redefinida com sucesso! Agora entre com a nova senha.'}
        </Notice>
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

/** Leads on once the success has been read; the link does not stay behind in the history. */
function useWayOn(done: Done | undefined): void {
  const navigate = useNavigate();
  // A timer, which is outside React: it must not fire once the visitor has gone elsewhere.
  useEffect(() => {
    if (done === undefined) return undefined;
    const [to, ms] = done.isIn ? [paths.dashboard, TO_DASHBOARD_MS] : [paths.login, TO_LOGIN_MS];
    const timer = setTimeout(() => {
      void navigate(to, { replace: true });
      // Stays until it is closed: it says what has to be connected again.
      if (done.cleared !== undefined) showToast({ text: done.cleared, error: true });
    }, ms);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
