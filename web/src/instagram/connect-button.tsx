import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useConnect } from './use-connect.ts';

interface ConnectButtonProps {
  label?: string | undefined;
  /** One more account is to be connected. */
  another?: boolean;
  /** Facebook asks once more for permissions that were declined. */
  rerequest?: boolean;
  /** Shows what went wrong; by default a toast does. */
  onFailure?: (text: string) => void;
}

const showFailure = (text: string) => showToast({ text, error: true });

/** Leads to Instagram, where an account is connected. */
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
