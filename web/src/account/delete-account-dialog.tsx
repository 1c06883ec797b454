import { ownerProof } from '@pontual/contract/account.ts';
import { Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { usePostStats } from '../posts/lists.queries.ts';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { useForm } from '../ui/use-form.ts';
import { useDeleteAccount } from './account.queries.ts';
import { formFailure } from './form-failure.ts';
import { OwnerProof } from './owner-proof.tsx';

const check = checkBy(ownerProof);

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
  email: string;
  isPaying: boolean;
}

/** Says what is lost, and has it confirmed by the account's owner. */
export function DeleteAccountDialog({
  open,
  onClose,
  hasPassword,
  email,
  isPaying,
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
      <Losses email={email} isPaying={isPaying} />
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

/** What happens, of these posts. */
function Losses({ email, isPaying }: { email: string; isPaying: boolean }) {
  const count = usePostStats().data?.scheduled ?? 0;
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm text-pretty marker:text-ink-3">
      <li>{unpublished(count)}</li>
      <li>Os posts que já saíram continuam no seu Instagram.</li>
      <li>
        Apagamos seus posts, rascunhos, fotos e vídeos. Se o Instagram ainda estiver conectado,
        devolvemos à Meta a autorização que você deu.
      </li>
      {isPaying ? (
        <li>
          Sua assinatura termina na hora. Se ainda está na garantia, peça o reembolso em Planos
          antes.
        </li>
      ) : null}
      <li>Baixe uma cópia dos seus dados antes, se quiser guardar alguma coisa.</li>
      <li className="wrap-anywhere">Quando terminar, avisamos em {email}.</li>
    </ul>
  );
}

function unpublished(count: number): string {
  if (count === 0) return 'Nada mais será publicado por aqui.';
  return count === 1
    ? 'Seu post agendado não vai sair.'
    : `Seus ${count.toLocaleString('pt-BR')} posts agendados não vão sair.`;
}
