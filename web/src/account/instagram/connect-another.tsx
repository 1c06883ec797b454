import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useConnect } from '../../instagram/use-connect.ts';

export function ConnectAnother(props: {
  variant?: 'ghost' | 'line';
  onFailure: (text: string | undefined) => void;
}) {
  const { variant = 'ghost', onFailure } = props;
  const connect = useConnect({ another: true, onStart: () => onFailure(undefined), onFailure });
  return (
    <Button
      variant={variant}
      block={variant === 'ghost'}
      icon={<Plus size={16} />}
      busy={connect.isPending}
      busyLabel="Abrindo o Instagram..."
      onClick={() => connect.mutate()}
    >
      Conectar outra conta
    </Button>
  );
}
