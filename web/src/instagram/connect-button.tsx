import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useConnect } from './use-connect.ts';

interface ConnectButtonProps {
  label?: string | undefined;
  another?: boolean;
  /** Whether Facebook requests declined permissions again. */
  rerequest?: boolean;
  /** By default a toast shows the error. */
  onFailure?: (text: string) => void;
}

const showFailure = (text: string) => showToast({ text, error: true });

export function ConnectButton({
  label = 'Conectar conta',
  onFailure = showFailure,
  ...options
}: ConnectButtonProps) {
  const connect = useConnect({ ...options, onFailure });
  return (
    <Button
      variant="line"
      size="sm"
      busy={connect.isPending}
      busyLabel="Abrindo o Instagram..."
      onClick={() => connect.mutate()}
    >
      {label}
    </Button>
  );
}
