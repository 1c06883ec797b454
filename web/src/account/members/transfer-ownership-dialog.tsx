import { reauthentication } from '@pontual/contract/identity/user.ts';
import { transferOwnership, type TeamMember } from '@pontual/contract/identity/members.ts';
import { useMutation } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useId, useRef } from 'react';
import { useAccountSettings } from '../account-queries.ts';
import { formFailure } from '../../ui/page/form-failure.ts';
import { OwnerProof } from '../owner-proof.tsx';
import { call } from '../../api/client.ts';
import { paths } from '../../ui/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
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
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
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
  const isBusy = form.state !== 'editing';
  const close = () => {
    if (isBusy) return;
    transfer.reset();
    form.clear();
    onClose();
  };
  const { text, fieldErrors } = readFailure(transfer.error);
  const confirm = form.submit((body) =>
    transfer.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => form.showErrors(readFailure(error).fieldErrors) ?? 'password',
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      role="alertdialog"
      title="Passar a responsabilidade?"
      description={`${member.email} passa a cuidar da conexão com o Instagram, do plano e das pessoas. Você continua na equipe e pode editar.`}
      icon={<UserRoundCheck size={22} />}
      initialFocus={cancel}
      finalFocus={focusAfter}
      actions={
        <>
          <Button ref={cancel} variant="ghost" disabled={isBusy} onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="ink" busy={isBusy} busyLabel="Passando...">
            Passar
          </Button>
        </>
      }
    >
      {isPaying ? (
        <p className="text-sm text-pretty wrap-anywhere">
          A assinatura segue no cartão que está cadastrado, que continua sendo cobrado até ser
          trocado em Planos. Depois de passar, só {member.email} pode trocá-lo ou cancelar o plano.
        </p>
      ) : null}
      <form
        id={formId}
        noValidate
        aria-label="Passar a responsabilidade"
        className="mt-5 grid gap-4 text-ink"
        onSubmit={confirm}
      >
        {text === undefined || fieldErrors.length > 0 ? null : (
          <Alert tone="bad" live>
            {text}
          </Alert>
        )}
        <OwnerProof
          hasPassword={hasPassword}
          returnTo={paths.members}
          {...form.field('password')}
        />
      </form>
    </Dialog>
  );
}

const readFailure = (error: unknown) =>
  error === null
    ? { fieldErrors: [], text: undefined }
    : formFailure(
        error,
        ['password'],
        'Não foi possível passar a responsabilidade. Tente de novo.',
      );
