import { ownerProof } from '@pontual/contract/account.ts';
import { handOver, type Person } from '@pontual/contract/people.ts';
import { useMutation } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useId, useRef } from 'react';
import { useAccount } from '../account/account.queries.ts';
import { formFailure } from '../account/form-failure.ts';
import { OwnerProof } from '../account/owner-proof.tsx';
import { call } from '../api/client.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { useForm } from '../ui/use-form.ts';
import { workAs } from './work-as.ts';

const check = checkBy(ownerProof);

interface HandOverDialogProps {
  person: Person;
  isPaying: boolean;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  focusAfter: () => HTMLElement | null;
}

/** Makes somebody else answer for the team. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { person, isPaying, open, onClose, onDone, focusAfter } = props;
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const account = useAccount();
  const hasPassword = account.data?.hasPassword ?? true;
  const pass = useMutation({
    mutationFn: (body: { password?: string | undefined }) =>
      call(handOver, { params: { id: person._id }, body }),
    onSuccess: ({ user }) => {
      onDone();
      workAs(user, paths.people);
    },
  });
  const form = useForm(hasPassword ? { password: '' } : {}, check);
  const isBusy = form.state !== 'editing';
  const close = () => {
    if (isBusy) return;
    pass.reset();
    form.clear();
    onClose();
  };
  const { text, faults } = failureOf(pass.error);
  const confirm = form.submit((body) =>
    pass.mutateAsync(body).then(
      () => undefined,
      (error: unknown) => form.refuse(failureOf(error).faults) ?? 'password',
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      role="alertdialog"
      title="Passar a responsabilidade?"
      description={`${person.email} passa a cuidar da conexão com o Instagram, do plano e das pessoas. Você continua na equipe e pode editar.`}
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
          trocado em Planos. Depois de passar, só {person.email} pode trocá-lo ou cancelar o plano.
        </p>
      ) : null}
      <form
        id={formId}
        noValidate
        aria-label="Passar a responsabilidade"
        className="mt-5 grid gap-4 text-ink"
        onSubmit={confirm}
      >
        {text === undefined || faults.length > 0 ? null : (
          <Notice tone="bad" live>
            {text}
          </Notice>
        )}
        <OwnerProof hasPassword={hasPassword} returnTo={paths.people} {...form.field('password')} />
      </form>
    </Dialog>
  );
}

const failureOf = (error: unknown) =>
  error === null
    ? { faults: [], text: undefined }
    : formFailure(
        error,
        ['password'],
        'Não foi possível passar a responsabilidade. Tente de novo.',
      );
