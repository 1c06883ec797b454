import { ownerProof } from '@pontual/contract/account.ts';
import type { User } from '@pontual/contract/auth.ts';
import { Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { useForm } from '../ui/use-form.ts';
import { useDeleteAccount } from './account.queries.ts';
import { DeletionLosses } from './deletion-losses.tsx';
import { formFailure } from './form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const check = checkBy(ownerProof);

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
  user: User;
}

/** Says what is lost, and has it confirmed by the account's owner. */
export function DeleteAccountDialog({
  open,
  onClose,
  hasPassword,
  user,
}: DeleteAccountDialogProps) {
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useDeleteAccount();
  const form = useForm(hasPassword ? { password: '' } : {}, check);
  const isBusy = form.state !== 'editing';
  const close = () => {
    if (isBusy) return;
    onClose();
    remove.reset();
    form.clear();
  };
  const { text, faults } = failureOf(remove.error);
  const confirm = form.submit((body) =>
    remove.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => form.refuse(failureOf(error).faults) ?? 'password',
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
        {text === undefined || faults.length > 0 ? null : (
          <Notice tone="bad" live>
            {text}
          </Notice>
        )}
        <OwnerProof hasPassword={hasPassword} {...form.field('password')} />
      </form>
    </Dialog>
  );
}

const failureOf = (error: unknown) =>
  error === null
    ? { faults: [], text: undefined }
    : formFailure(error, ['password'], 'Não foi possível excluir a conta. Tente de novo.');
