import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretField } from './secret-field.tsx';

export const SECRET_SAVED = 'Já guardei';

export const secretTexts = {
  title: 'Segredo do webhook',
  description:
    'Com ele seu programa confere que o aviso veio da Pontual. Copie agora: ele não será mostrado de novo.',
};

interface SecretDialogProps {
  open: boolean;
  secret: string;
  onClose: () => void;
}

export function SecretDialog({ open, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      {...secretTexts}
      open={open}
      onOpenChange={onClose}
      className="lg:max-w-[520px]!"
      actions={
        <Button variant="line" onClick={onClose}>
          {SECRET_SAVED}
        </Button>
      }
    >
      <div className="mt-4 text-ink">
        <SecretField label="Segredo" secret={secret} />
      </div>
    </Dialog>
  );
}
