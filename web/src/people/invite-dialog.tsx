import { invitePerson } from '@pontual/contract/people.ts';
import type { invitedRoles } from '@pontual/contract/roles.ts';
import { useId, useState } from 'react';
import { formFailure } from '../account/form-failure.ts';
import { Button } from '../ui/button.tsx';
import { checkBy } from '../ui/check-by.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { useForm } from '../ui/use-form.ts';
import { useInvite } from './people.queries.ts';
import { roleOptions, roleWords } from './role-words.ts';

const check = checkBy(invitePerson.body);

/** Asks who is to join, and as what. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const [role, setRole] = useState<(typeof invitedRoles)[number]>('editor');
  const [failure, setFailure] = useState<string>();
  const invite = useInvite();
  const form = useForm({ email: '' }, ({ email }) => check({ email, role }));
  const isBusy = form.state !== 'editing';
  const close = () => {
    if (!isBusy) onClose();
  };
  const onSubmit = form.submit(async (body) => {
    setFailure(undefined);
    try {
      const { invitation } = await invite.mutateAsync(body);
      showToast({ text: `Convite enviado a ${invitation.email}` });
      onClose();
    } catch (error) {
      const otherwise = 'Não foi possível enviar o convite. Tente de novo.';
      const { faults, text } = formFailure(error, ['email'], otherwise);
      setFailure(text);
      return form.refuse(faults);
    }
    return undefined;
  });
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Convidar"
      description="A pessoa recebe um link e entra com a própria conta."
      className="lg:max-w-[500px]!"
      actions={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} variant="ink" busy={isBusy}>
            Enviar convite
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Convidar"
        className="mt-5 grid gap-[18px] text-ink"
        onSubmit={onSubmit}
      >
        {failure === undefined ? null : (
          <Notice tone="bad" live>
            {failure}
          </Notice>
        )}
        <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <div>
          <Segmented label="Acesso" options={roleOptions} value={role} onValue={setRole} />
          <p aria-live="polite" className="mt-1.5 text-xs text-ink-3">
            {roleWords[role]}
          </p>
        </div>
      </form>
    </Dialog>
  );
}
