import { zodResolver } from '@hookform/resolvers/zod';
import { changePassword, passwordChange } from '@pontual/contract/account.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '../api/client.ts';
import { PasswordChecklist } from '../auth/password-checklist.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useRefreshAccount, type Account } from './account.queries.ts';
import { formFailure } from './form-failure.ts';

const names = ['currentPassword', 'newPassword'] as const;

export function PasswordCard({ account }: { account: Account }) {
  return (
    <Card>
      <CardHeader title="Senha" />
      <CardBody className="grid gap-4 pt-2.5!">
        {account.hasPassword ? (
          <>
            <p className="text-sm text-pretty text-ink-2">
              Ao trocar a senha, os outros dispositivos saem da sua conta e avisamos você por
              e-mail.
            </p>
            <PasswordForm />
          </>
        ) : (
          <p className="text-sm text-pretty text-ink-2">
            Você entra com o Google, e sua conta não tem senha.
          </p>
        )}
      </CardBody>
    </Card>
  );
}

function PasswordForm() {
  const refresh = useRefreshAccount();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(passwordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const field = (name: (typeof names)[number]) => ({
    required: true,
    error: errors[name]?.message,
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  });

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(changePassword, { body });
    } catch (error) {
      const otherwise = 'Não foi possível trocar a senha. Tente de novo.';
      const { faults, text } = formFailure(error, names, otherwise);
      setFailure(text);
      for (const { name, message } of faults) form.setError(name, { message });
      const [first] = faults;
      if (first !== undefined) form.setFocus(first.name, { shouldSelect: true });
      return;
    }
    form.reset();
    showToast({ text: 'Senha trocada. Os outros dispositivos saíram.' });
    await refresh();
  });

  return (
    <form
      noValidate
      aria-label="Trocar senha"
      className="grid gap-[18px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      {failure === undefined ? null : (
        <Notice tone="bad" live>
          {failure}
        </Notice>
      )}
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint="Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número"
        keepHint
        footer={<PasswordChecklist password={newPassword} />}
        {...field('newPassword')}
      />
      <Button
        type="submit"
        variant="ink"
        className="lg:justify-self-start"
        busy={isSubmitting}
        busyLabel="Trocando..."
      >
        Trocar senha
      </Button>
    </form>
  );
}
