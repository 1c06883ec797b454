import { Button } from '../ui/button.tsx';
import { useConnect } from './use-connect.ts';

interface AskAgainProps {
  /** One more account was to be connected. */
  another: boolean;
  onFailure: (text: string | undefined) => void;
  label?: string;
}

/** Opens Facebook's window so that it asks once more for permissions that were declined. */
export function AskAgain({ another, onFailure, label = 'Pedir de novo' }: AskAgainProps) {
  const connect = useConnect({ another, again: true, onFailure });
  return (
    <Button
      variant="line"
      size="sm"
      busy={connect.isPending}
      busyLabel="Abrindo..."
      onClick={() => connect.mutate()}
    >
      {label}
    </Button>
  );
}
