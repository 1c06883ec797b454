import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { Plan } from '@pontual/contract/billing/plans.ts';
import { Check, CreditCard } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, failureText } from '../../api/api-error.ts';
import { paths } from '../../ui/page/paths.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { listOrderTerms, type Offer } from './order-terms.ts';
import { useProviderPage } from './use-provider-page.ts';

const FALLBACK_MESSAGE = 'Erro ao processar pagamento. Tente novamente.';

interface OrderDialogProps {
  choice: PaidPlanId | null;
  offer: Offer;
  plans: Record<PaidPlanId, Plan>;
  onClose: () => void;
  /** Called when the server has a subscription that the page does not know. */
  onActive: () => void;
}

export function OrderDialog({ choice, offer, plans, onClose, onActive }: OrderDialogProps) {
  const now = useMinute();
  const payButton = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<string>();
  // The dialog keeps its text during the closing animation.
  const [last, setLast] = useState(choice);
  if (choice !== null && choice !== last) setLast(choice);
  const providerPage = useProviderPage((error) => {
    if (error instanceof ApiError && error.code === 'SUBSCRIPTION_ACTIVE') onActive();
    else setFailure(failureText(error, FALLBACK_MESSAGE));
  });
  const close = () => {
    if (providerPage.isLeaving) return;
    setFailure(undefined);
    onClose();
  };
  const plan = last === null ? undefined : plans[last];
  return (
    <Dialog
      open={choice !== null}
      onOpenChange={close}
      title={`Assinar o plano ${plan?.name ?? ''}`}
      icon={<CreditCard size={22} />}
      initialFocus={payButton}
      actions={
        <>
          <Button variant="ghost" disabled={providerPage.isLeaving} onClick={close}>
            Voltar
          </Button>
          <Button
            ref={payButton}
            variant="ipe"
            busy={providerPage.isLeaving}
            busyLabel="Abrindo pagamento..."
            onClick={() => {
              setFailure(undefined);
              if (last !== null) providerPage.leave(last);
            }}
          >
            Ir para o pagamento
          </Button>
        </>
      }
    >
      {plan === undefined ? null : (
        <ul className="mt-4 grid gap-2.5">
          {listOrderTerms(plan, offer, now).map((term) => (
            <li key={term} className="flex items-start gap-2.5 text-ink">
              <Check size={17} className="mt-[3px]" />
              <span className="text-pretty">{term}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-pretty">
        O cartão é digitado na página segura da Stripe. Ao pagar, você aceita os{' '}
        <Link to={paths.terms} target="_blank" className="text-link text-ink">
          Termos de Uso
          <span className="sr-only"> em outra aba</span>
        </Link>
        .
      </p>
      {failure === undefined ? null : (
        <Alert tone="bad" live className="mt-4">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}
