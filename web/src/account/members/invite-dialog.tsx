import { inviteMember } from '@pontual/contract/identity/members.ts';
import type { invitedRoles } from '@pontual/contract/shared/roles.ts';
import { useState } from 'react';
import { createValidator } from '../../ui/create-validator.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/page/form-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useInviteMember } from './members-queries.ts';
import { roleOptions, roleDescriptions } from './role-descriptions.ts';

const validate = createValidator(inviteMember.body);

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [role, setRole] = useState<(typeof invitedRoles)[number]>('editor');
  const invite = useInviteMember();
  const form = useForm({ email: '' }, ({ email }) => validate({ email, role }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Convidar"
      description="A pessoa recebe um link e entra com a própria conta."
      className="lg:max-w-[500px]!"
      form={form}
      send={async (body) => {
        const { invitation } = await invite.mutateAsync(body);
        showToast({ text: `Convite enviado a ${invitation.email}` });
        onClose();
      }}
      fallback="Não foi possível enviar o convite. Tente de novo."
      actionLabel="Enviar convite"
      variant="ink"
    >
      <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
      <div>
        <Segmented label="Acesso" options={roleOptions} value={role} onValue={setRole} />
        <p aria-live="polite" className="mt-1.5 text-xs text-ink-3">
          {roleDescriptions[role]}
        </p>
      </div>
    </FormDialog>
  );
}
