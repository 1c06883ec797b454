import type { User } from '@pontual/contract/identity/auth.ts';
import { Trash2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import type { AccountSettings } from './account-queries.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function DeleteAccountCard({ account, user }: { account: AccountSettings; user: User }) {
  const dialog = useDialogState();
  return (
    <Card>
      <CardHeader title="Excluir conta" />
      <CardBody className="grid gap-4 pt-2.5!">
        <p className="text-sm text-pretty text-ink-2">
          Apaga sua conta, seus posts e sua mídia, de vez. Nada mais será publicado por aqui.
        </p>
        <Button
          variant="danger"
          icon={<Trash2 size={16} />}
          aria-haspopup="dialog"
          className="lg:justify-self-start"
          onClick={() => dialog.show(true)}
        >
          Excluir conta
        </Button>
        {dialog.key === null ? null : (
          <DeleteAccountDialog
            key={dialog.key}
            open={dialog.open}
            onClose={dialog.close}
            hasPassword={account.hasPassword}
            user={user}
          />
        )}
      </CardBody>
    </Card>
  );
}
