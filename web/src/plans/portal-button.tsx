import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useProviderPage } from './use-provider-page.ts';

type PortalButtonProps = Omit<ComponentProps<typeof Button>, 'busy' | 'busyLabel' | 'onClick'> & {
  /** After it was said that the portal did not open. */
  onFailed?: () => void;
};

/** Leads to the billing portal. */
export function PortalButton({ onFailed, ...look }: PortalButtonProps) {
  const page = useProviderPage(() => {
    showToast({ text: 'Erro ao abrir portal de cobrança.', error: true });
    onFailed?.();
  });
  return (
    <Button
      {...look}
      disabled={page.isElsewhere}
      busy={page.isLeaving}
      busyLabel="Abrindo..."
      onClick={() => page.leave('portal')}
    />
  );
}
