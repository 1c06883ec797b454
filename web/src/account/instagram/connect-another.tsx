import { Plus } from 'lucide-react';
import { ConnectButton } from '../../instagram/connect-button.tsx';

export function ConnectAnother(props: {
  variant?: 'ghost' | 'line';
  onFailure: (text: string | undefined) => void;
}) {
  const { variant = 'ghost', onFailure } = props;
  return (
    <ConnectButton
      another
      label="Conectar outra conta"
      look={{ variant, size: 'md', block: variant === 'ghost', icon: <Plus size={16} /> }}
      onStart={() => onFailure(undefined)}
      onFailure={onFailure}
    />
  );
}
