import { changePassword, passwordChange } from '@pontual/contract/identity/user.ts';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { PasswordChecklist } from '../public/auth/password-checklist.tsx';
import { PasswordWarning } from '../public/auth/password-warning.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { createValidator } from '../ui/create-validator.ts';
import { PasswordField } from '../ui/field.tsx';
import { Alert } from '../ui/alert.tsx';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { useRefreshAccount, type AccountSettings } from './account-queries.ts';
import { formFailure } from '../ui/page/form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const changeTexts = {
  action: 'Trocar senha',
  busy: 'Trocando...',
  done: 'Senha trocada. Os outros dispositivos saíram.',
  failure: 'Não foi possível trocar a senha. Tente de novo.',
};
const createTexts: typeof changeTexts = {
  action: 'Criar senha',
  busy: 'Criando...',
  done: 'Senha criada. Os outros dispositivos saíram.',
  failure: 'Não foi possível criar a senha. Tente de novo.',
};
const validate = createValidator(passwordChange);

export function PasswordCard({ account }: { account: AccountSettings }) {
  return (
    <Card>
      <CardHeader title="Senha" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          {account.hasPassword
            ? 'Ao trocar a senha, os outros dispositivos saem da sua conta, os tokens de acesso deixam de valer e avisamos você por e-mail.'
            : 'Você entra com o Google, e sua conta não tem senha. Com uma, você também entra com o e-mail.'}
        </p>
        <PasswordForm hasPassword={account.hasPassword} />
      </CardBody>
    </Card>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const texts = hasPassword ? changeTexts : createTexts;
  const { user } = useSession();
  const refresh = useRefreshAccount();
  const form = useForm(
    { ...(hasPassword ? { currentPassword: '' } : {}), newPassword: '' },
    validate,
  );
  const { newPassword } = form.values;

  const onSubmit = form.submit(async (body) => {
    await call(changePassword, { body });
    form.clear();
    showToast({ text: texts.done });
    await refresh();
  }, formFailure(texts.failure));

  return (
    <form noValidate aria-label={texts.action} className="grid gap-[18px]" onSubmit={onSubmit}>
      {form.failure === undefined ? null : (
        <Alert tone="bad" live>
          {form.failure}
        </Alert>
      )}
      <OwnerProof
        hasPassword={hasPassword}
        label="Senha atual"
        {...form.field('currentPassword')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint="Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número"
        keepHint
        footer={
          <>
            <PasswordChecklist password={newPassword} />
            <PasswordWarning password={newPassword} email={user?.email} />
          </>
        }
        {...form.field('newPassword')}
      />
      <Button
        type="submit"
        variant="ink"
        className="lg:justify-self-start"
        busy={form.state !== 'editing'}
        busyLabel={texts.busy}
      >
        {texts.action}
      </Button>
    </form>
  );
}
