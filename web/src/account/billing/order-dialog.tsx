import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Plan } from '@pontual/contract/billing/plans.ts';
import { Check, CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, failureText } from '../../api/api-error.ts';
import { ActionDialog } from '../../ui/page/action-dialog.tsx';
import { paths } from '../../ui/page/paths.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { listOrderTerms, type Offer } from './order-terms.ts';
import { useProviderPage } from './use-provider-page.ts';

const FALLBACK_MESSAGE = 'Erro ao processar pagamento. Tente novamente.';

interface OrderDialogProps {
  plan: PaidPlanId;
  offer: Offer;
  plans: Record<PaidPlanId, Plan>;
  open: boolean;
  onClose: () => void;
  /** Called when the server has a subscription that the page does not know. */
  onActive: () => void;
}

export function OrderDialog(props: OrderDialogProps) {
  const { plan, offer, plans, open, onClose, onActive } = props;
  const now = useMinute();
  const [failure, setFailure] = useState<string>();
  const providerPage = useProviderPage((error) => {
    if (error instanceof ApiError && error.code === 'SUBSCRIPTION_ACTIVE') onActive();
    else setFailure(failureText(error, FALLBACK_MESSAGE));
  });
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title={`Assinar o plano ${plans[plan].name}`}
      icon={<CreditCard size={22} />}
      focusFirst="action"
      cancelLabel="Voltar"
      actionLabel="Ir para o pagamento"
      action={() => {
        setFailure(undefined);
        providerPage.leave(plan);
      }}
      isBusy={providerPage.isLeaving}
      busyLabel="Abrindo pagamento..."
      failure={failure}
    >
      <ul className="mt-4 grid gap-2.5">
        {listOrderTerms(plans[plan], offer, now).map((term) => (
          <li key={term} className="flex items-start gap-2.5 text-ink">
            <Check size={17} className="mt-[3px]" />
            <span className="text-pretty">{term}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-pretty">
        O cartão é digitado na página segura da Stripe. Ao pagar, você aceita os{' '}
        <Link to={paths.terms} target="_blank" className="text-link text-ink">
          Termos de Uso
          <span className="sr-only"> em outra aba</span>
        </Link>
        .
      </p>
    </ActionDialog>
  );
}
