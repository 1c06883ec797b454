import { lazy, Suspense, type ReactNode } from 'react';
import { useSession } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { offersInstagramLogin } from './offers-instagram-login.ts';
import { useConnect, type ConnectOptions } from './use-connect.ts';

const ConnectDialog = lazy(async () => ({
  default: (await import('./connect-dialog.tsx')).ConnectDialog,
}));

interface ConnectButtonProps extends Omit<ConnectOptions, 'onFailure'> {
  label?: ReactNode;
  /** By default a toast shows the error. */
  onFailure?: (text: string) => void;
  look?: {
    variant?: 'ghost' | 'line' | 'ink';
    size?: 'sm' | 'md';
    block?: boolean;
    icon?: ReactNode;
  };
}

const showFailure = (text: string) => showToast({ text, error: true });

/** An account that is connected repeats its login; a new one has the choice, where the server offers both. */
export function ConnectButton({
  label = 'Conectar conta',
  onFailure = showFailure,
  look,
  ...options
}: ConnectButtonProps) {
  const { user } = useSession();
  const connect = useConnect({ ...options, onFailure });
  const dialog = useDialogState();
  const isNew = options.another === true || user?.instagramAccountId == null;
  const asks = isNew && options.login === undefined && offersInstagramLogin();
  return (
    <>
      <Button
        variant="line"
        size="sm"
        {...look}
        busy={connect.isPending}
        busyLabel="Abrindo o Instagram..."
        aria-haspopup={asks ? 'dialog' : undefined}
        onClick={() => (asks ? dialog.show(true) : connect.mutate())}
      >
        {label}
      </Button>
      {dialog.key === null ? null : (
        <Suspense key={dialog.key} fallback={null}>
          <ConnectDialog open={dialog.open} onClose={dialog.close} another={options.another} />
        </Suspense>
      )}
    </>
  );
}
