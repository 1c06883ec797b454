import { reauthentication } from '@pontual/contract/identity/user.ts';
import { transferOwnership, type TeamMember } from '@pontual/contract/identity/members.ts';
import { useMutation } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useAccountSettings } from '../account-queries.ts';
import { OwnerProof } from '../owner-proof.tsx';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../ui/page/form-dialog.tsx';
import { paths } from '../../ui/page/paths.ts';
import { createValidator } from '../../ui/create-validator.ts';
import { useForm } from '../../ui/use-form.ts';
import { switchWorkspace } from './switch-workspace.ts';

const validate = createValidator(reauthentication);

interface TransferOwnershipDialogProps {
  member: TeamMember;
  isPaying: boolean;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  focusAfter: () => HTMLElement | null;
}

export function TransferOwnershipDialog(props: TransferOwnershipDialogProps) {
  const { member, isPaying, open, onClose, onDone, focusAfter } = props;
  const account = useAccountSettings();
  const hasPassword = account.data?.hasPassword ?? true;
  const transfer = useMutation({
    mutationFn: (body: { password?: string | undefined }) =>
      call(transferOwnership, { params: { id: member._id }, body }),
    onSuccess: ({ user }) => {
      onDone();
      switchWorkspace(user, paths.members);
    },
  });
  const form = useForm(hasPassword ? { password: '' } : {}, validate);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Passar a responsabilidade?"
      description={`${member.email} passa a cuidar da conexão com o Instagram, do plano e das pessoas. Você continua na equipe e pode editar.`}
      icon={<UserRoundCheck size={22} />}
      focusFirst="cancel"
      focusAfter={focusAfter}
      form={form}
      formLabel="Passar a responsabilidade"
      send={transfer.mutateAsync}
      fallback="Não foi possível passar a responsabilidade. Tente de novo."
      focusAfterFailure="password"
      actionLabel="Passar"
      busyLabel="Passando..."
      variant="ink"
      intro={
        isPaying ? (
          <p className="text-sm text-pretty wrap-anywhere">
            A assinatura segue no cartão que está cadastrado, que continua sendo cobrado até ser
            trocado em Planos. Depois de passar, só {member.email} pode trocá-lo ou cancelar o
            plano.
          </p>
        ) : null
      }
    >
      <OwnerProof hasPassword={hasPassword} returnTo={paths.members} {...form.field('password')} />
    </FormDialog>
  );
}
