import {
  cancelEmailChange,
  changeEmail,
  EMAIL_LINK_MINUTES,
  emailChange,
} from '@pontual/contract/identity/user.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { createValidator } from '../ui/create-validator.ts';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Alert } from '../ui/alert.tsx';
import { failureToast } from '../ui/page/failure-toast.ts';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { useRefreshAccount, type AccountSettings } from './account-queries.ts';
import { formFailure } from '../ui/page/form-failure.ts';

const validate = createValidator(emailChange);

export function EmailCard({ account, user }: { account: AccountSettings; user: User }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { hasPassword, pendingEmail } = account;
  return (
    <Card>
      <CardHeader title="E-mail" titleRef={title} />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty wrap-anywhere text-ink-2">
          {hasPassword
            ? `Hoje você entra com ${user.email}. O novo e-mail passa a valer quando você abrir o link que enviamos para ele, em até ${EMAIL_LINK_MINUTES} minutos.`
            : `Sua conta usa ${user.email}. Crie uma senha antes de trocar o e-mail.`}
        </p>
        {pendingEmail === null ? null : (
          <PendingEmail pending={pendingEmail} onEnd={() => title.current?.focus()} />
        )}
        {hasPassword ? <EmailForm /> : null}
      </CardBody>
    </Card>
  );
}

function PendingEmail({
  pending,
  onEnd,
}: {
  pending: NonNullable<AccountSettings['pendingEmail']>;
  onEnd: () => void;
}) {
  const refresh = useRefreshAccount();
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: async () => {
      showToast({ text: 'Troca de e-mail cancelada' });
      onEnd();
      await refresh();
    },
    onError: failureToast('Não foi possível cancelar a troca. Tente de novo.'),
  });
  return (
    <Alert tone="info" live>
      <p className="wrap-anywhere">
        Falta confirmar <b>{pending.email}</b>: abra o link que enviamos para lá até{' '}
        {formatTime(new Date(pending.expiresAt))} (Brasília).
      </p>
      <Button
        variant="line"
        size="sm"
        className="mt-3"
        busy={cancel.isPending}
        busyLabel="Cancelando..."
        onClick={() => cancel.mutate()}
      >
        Cancelar troca
      </Button>
    </Alert>
  );
}

function EmailForm() {
  const refresh = useRefreshAccount();
  const form = useForm({ email: '', password: '' }, validate);

  const onSubmit = form.submit(async (body) => {
    await call(changeEmail, { body });
    form.clear();
    showToast({ text: `Link enviado para ${body.email}` });
    await refresh();
  }, formFailure('Não foi possível trocar o e-mail. Tente de novo.'));

  return (
    <form noValidate aria-label="Trocar e-mail" className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      <TextField label="Novo e-mail" type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField
        label="Sua senha"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Button
        type="submit"
        variant="ink"
        className="lg:justify-self-start"
        busy={form.state !== 'editing'}
        busyLabel="Enviando o link..."
      >
        Enviar link de confirmação
      </Button>
    </form>
  );
}
