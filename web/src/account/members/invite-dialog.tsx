import { inviteMember } from '@pontual/contract/identity/members.ts';
import type { invitedRoles } from '@pontual/contract/shared/roles.ts';
import { useId, useState } from 'react';
import { formFailure } from '../../ui/page/form-failure.ts';
import { Button } from '../../ui/button.tsx';
import { createValidator } from '../../ui/create-validator.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useInviteMember } from './members-queries.ts';
import { roleOptions, roleDescriptions } from './role-descriptions.ts';

const validate = createValidator(inviteMember.body);

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const [role, setRole] = useState<(typeof invitedRoles)[number]>('editor');
  const [failure, setFailure] = useState<string>();
  const invite = useInviteMember();
  const form = useForm({ email: '' }, ({ email }) => validate({ email, role }));
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
      const fallback = 'Não foi possível enviar o convite. Tente de novo.';
      const { fieldErrors, text } = formFailure(error, ['email'], fallback);
      setFailure(text);
      return form.showErrors(fieldErrors);
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
          <Alert tone="bad" live>
            {failure}
          </Alert>
        )}
        <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <div>
          <Segmented label="Acesso" options={roleOptions} value={role} onValue={setRole} />
          <p aria-live="polite" className="mt-1.5 text-xs text-ink-3">
            {roleDescriptions[role]}
          </p>
        </div>
      </form>
    </Dialog>
  );
}
