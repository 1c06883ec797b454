import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useProviderPage } from './use-provider-page.ts';

type PortalButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'onClick'> & {
  onFailed?: () => void;
};

export function PortalButton({ onFailed, ...buttonProps }: PortalButtonProps) {
  const portal = useProviderPage(() => {
    showToast({ text: 'Erro ao abrir portal de cobrança.', error: true });
    onFailed?.();
  });
  return (
    <Button
      {...buttonProps}
      disabled={portal.isOtherLeaving}
      busy={portal.isLeaving}
      busyLabel="Abrindo..."
      onClick={() => portal.leave('portal')}
    />
  );
}
