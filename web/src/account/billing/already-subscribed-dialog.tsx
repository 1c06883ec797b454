import { browserErrors } from '@pontual/contract/shared/errors-browser.ts';
import { Button } from '../../ui/button.tsx';
import { MessageDialog } from '../../ui/message-dialog.tsx';
import { PortalButton } from './portal-button.tsx';

/** A user has at most one subscription (specification, section 4). */
export function AlreadySubscribedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = browserErrors.SUBSCRIPTION_ACTIVE.message;
  return (
    <MessageDialog
      tone="info"
      message={open ? { title: 'Assinatura ativa', text } : null}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Fechar
          </Button>
          <PortalButton variant="ink" onFailed={onClose}>
            Abrir portal de cobrança
          </PortalButton>
        </>
      }
    />
  );
}
