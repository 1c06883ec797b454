import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ConnectWays } from './connect-ways.tsx';

interface ConnectDialogProps {
  open: boolean;
  onClose: () => void;
  another?: boolean | undefined;
}

/** Asks with which login a new account is connected. */
export function ConnectDialog({ open, onClose, another }: ConnectDialogProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={another ? 'Conectar outra conta' : 'Conectar o Instagram'}
      description="A conta precisa ser profissional: Business ou de criador."
      actions={
        <Button variant="ghost" onClick={onClose}>
          Agora não
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
        {failure === undefined ? null : (
          <Alert tone="bad" live>
            {failure}
          </Alert>
        )}
        <ConnectWays
          another={another}
          onStart={() => setFailure(undefined)}
          onFailure={setFailure}
        />
      </div>
    </Dialog>
  );
}
