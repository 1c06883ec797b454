import { reauthentication } from '@pontual/contract/identity/user.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { createValidator } from '../ui/create-validator.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Alert } from '../ui/alert.tsx';
import { useForm } from '../ui/use-form.ts';
import { useDeleteAccount } from './account-queries.ts';
import { DeletionLosses } from './deletion-losses.tsx';
import { formFailure } from '../ui/page/form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const validate = createValidator(reauthentication);

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
  user: User;
}

export function DeleteAccountDialog({
  open,
  onClose,
  hasPassword,
  user,
}: DeleteAccountDialogProps) {
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useDeleteAccount();
  const form = useForm(hasPassword ? { password: '' } : {}, validate);
  const isBusy = form.state !== 'editing';
  const close = () => {
    if (isBusy) return;
    onClose();
    remove.reset();
    form.clear();
  };
  const { text, fieldErrors } = readFailure(remove.error);
  const confirm = form.submit((body) =>
    remove.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => form.showErrors(readFailure(error).fieldErrors) ?? 'password',
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Excluir sua conta?"
      description="Esta ação não pode ser desfeita, e você sai da conta em todos os dispositivos."
      icon={<Trash2 size={22} />}
      iconTone="bad"
      role="alertdialog"
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} variant="ghost" disabled={isBusy} onClick={close}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger-solid"
            busy={isBusy}
            busyLabel="Excluindo..."
          >
            Excluir conta
          </Button>
        </>
      }
    >
      <DeletionLosses user={user} />
      <form
        id={formId}
        noValidate
        aria-label="Excluir conta"
        className="mt-5 grid gap-4 text-ink"
        onSubmit={confirm}
      >
        {text === undefined || fieldErrors.length > 0 ? null : (
          <Alert tone="bad" live>
            {text}
          </Alert>
        )}
        <OwnerProof hasPassword={hasPassword} {...form.field('password')} />
      </form>
    </Dialog>
  );
}

const readFailure = (error: unknown) =>
  error === null
    ? { fieldErrors: [], text: undefined }
    : formFailure(error, ['password'], 'Não foi possível excluir a conta. Tente de novo.');
