import { reauthentication } from '@pontual/contract/identity/user.ts';
import type { User } from '@pontual/contract/identity/auth.ts';
import { Trash2 } from 'lucide-react';
import { createValidator } from '../ui/create-validator.ts';
import { FormDialog } from '../ui/page/form-dialog.tsx';
import { useForm } from '../ui/use-form.ts';
import { useDeleteAccount } from './account-queries.ts';
import { DeletionLosses } from './deletion-losses.tsx';
import { OwnerProof } from './owner-proof.tsx';

const validate = createValidator(reauthentication);

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
  user: User;
}

export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { open, onClose, hasPassword, user } = props;
  const remove = useDeleteAccount();
  const form = useForm(hasPassword ? { password: '' } : {}, validate);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Excluir sua conta?"
      description="Esta ação não pode ser desfeita, e você sai da conta em todos os dispositivos."
      icon={<Trash2 size={22} />}
      iconTone="bad"
      role="alertdialog"
      focusFirst="cancel"
      form={form}
      formLabel="Excluir conta"
      send={remove.mutateAsync}
      fallback="Não foi possível excluir a conta. Tente de novo."
      focusAfterFailure="password"
      actionLabel="Excluir conta"
      busyLabel="Excluindo..."
      variant="danger-solid"
      intro={<DeletionLosses user={user} />}
    >
      <OwnerProof hasPassword={hasPassword} {...form.field('password')} />
    </FormDialog>
  );
}
