import type { User } from '@pontual/contract/auth.ts';
import { useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { PortalButton } from '../plans/portal-button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A charge has failed: the plan goes on for some days, and its owner can still put it right. */
export function PastDueBanner({ user }: { user: User }) {
  const { pathname } = useLocation();
  // There the subscription itself says so, and more.
  if (user.subscriptionStatus !== 'past_due' || pathname === paths.plans) return null;
  return (
    <Notice
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
    </Notice>
  );
}
