import { useLocation } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { PortalButton } from '../../account/billing/portal-button.tsx';
import { Alert } from '../../ui/alert.tsx';

/** A charge has failed: the plan stays active for some days, in which the user can fix the payment. */
export function PastDueBanner() {
  const { pathname } = useLocation();
  if (pathname === paths.plans) return null;
  return (
    <Alert
      tone="warn"
      live
      className="mb-4 items-center! py-2! lg:mb-6"
      action={
        <PortalButton variant="line" size="sm">
          Atualizar cartão
        </PortalButton>
      }
    >
      O pagamento da sua assinatura falhou.
      <span className="max-sm:hidden"> Vamos tentar de novo nos próximos dias.</span>
    </Alert>
  );
}
