import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useConnect } from './use-connect.ts';

/** Leads to Instagram, where an account is connected. */
export function ConnectButton({ label = 'Conectar conta' }: { label?: string | undefined }) {
  const connect = useConnect({ onFailure: (text) => showToast({ text, error: true }) });
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
