import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { LostMembership } from '../../api/lost-membership.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { moveDraft } from '../../composer/draft-store/move-draft.ts';
import { switchWorkspace } from './switch-workspace.ts';

export function LostMembershipDialog({ membership: { from, to } }: { membership: LostMembership }) {
  const [open, setOpen] = useState(true);
  const name = from.workspaces.find(({ _id }) => _id === from.workspace)?.name;
  const switchToOwnWorkspace = () => {
    moveDraft(from, to);
    switchWorkspace(to);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={() => setOpen(false)}
      focusAfter={() => null}
      title="Você não faz mais parte desta equipe"
      icon={<UserRoundX size={22} />}
      iconTone="warn"
      actionLabel="Ir para a minha conta"
      cancelLabel="Ficar nesta página"
      variant="ink"
      onConfirm={switchToOwnWorkspace}
    >
      O seu acesso {name === undefined ? 'à equipe' : `à equipe ${name}`} terminou, e nada mais do
      que você fizer aqui muda nela. O post que você estava criando vai com você, para a sua própria
      conta.
    </ConfirmDialog>
  );
}
