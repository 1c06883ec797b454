import type { User } from '@pontual/contract/identity/auth.ts';
import { GUARANTEE_DAYS, type PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { planCatalogue, type PlanId } from '@pontual/contract/billing/plans.ts';
import { useCan } from '../../api/permissions.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { AlreadySubscribedDialog } from './already-subscribed-dialog.tsx';
import { usePlans, useRefreshOnReturn, useSubscriptionStatus } from './billing-queries.ts';
import { Comparison } from './comparison.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { isTrialAvailable } from './order-terms.ts';
import { choosePlanButton } from './plan-buttons.ts';
import { PlanCards, type PlanChoice } from './plan-cards.tsx';
import { PlansFaq } from './plans-faq.tsx';
import { PortalButton } from './portal-button.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** Visitors do not load this module. */
export function UserPlans({ user }: { user: User }) {
  const plansQuery = usePlans();
  // The catalogue of this release, until the server responds.
  const plans = plansQuery.data ?? planCatalogue;
  const query = useSubscriptionStatus();
  const status = query.data;
  const canManage = useCan('own');
  useRefreshOnReturn(canManage ? status : undefined);
  const order = useDialogState<PaidPlanId>();
  const alreadySubscribed = useDialogState();
  const currentPlan = status?.user.plan ?? user.plan;
  const state = status?.user.subscriptionStatus ?? user.subscriptionStatus;
  const subscribe = (plan: PaidPlanId) => {
    if (state === 'active' || state === 'past_due') alreadySubscribed.show(true);
    else order.show(plan);
  };
  return (
    <>
      {canManage ? (
        <Subscription user={user} query={query} />
      ) : (
        <Alert tone="info" className="mb-4">
          O plano da equipe fica com quem é responsável por ela. Fale com essa pessoa para mudar.
        </Alert>
      )}
      <QueryState
        query={plansQuery}
        failed="Não foi possível confirmar os preços agora. O valor exato aparece no checkout, antes de você pagar."
        loading={null}
        className="mb-4"
      />
      <PlanCards
        plans={plans}
        currentPlan={currentPlan}
        renderButton={(choice) =>
          canManage ? (
            <CardButton {...choice} currentPlan={currentPlan} onSubscribe={subscribe} />
          ) : null
        }
      />
      <Comparison currentPlan={currentPlan} />
      <PlansFaq />
      {order.value === null ? null : (
        <OrderDialog
          key={order.key}
          plan={order.value}
          offer={{
            hasTrial: isTrialAvailable(status?.subscription),
            refundDays: status?.refundDays ?? GUARANTEE_DAYS,
          }}
          plans={plans}
          open={order.open}
          onClose={order.close}
          onActive={() => {
            order.close();
            alreadySubscribed.show(true);
            void query.refetch();
          }}
        />
      )}
      <AlreadySubscribedDialog open={alreadySubscribed.open} onClose={alreadySubscribed.close} />
    </>
  );
}

interface CardButtonProps extends PlanChoice {
  currentPlan: PlanId;
  onSubscribe: (plan: PaidPlanId) => void;
}

function CardButton({ id, plan, buttonStyle, currentPlan, onSubscribe }: CardButtonProps) {
  const planSuffix = <span className="sr-only"> plano {plan.name}</span>;
  switch (choosePlanButton(id, currentPlan)) {
    case 'current':
      return (
        <Button {...buttonStyle} disabled>
          Plano atual
        </Button>
      );
    case 'manage':
      return (
        <PortalButton {...buttonStyle}>
          Gerenciar
          {planSuffix}
        </PortalButton>
      );
    case 'subscribe':
      return (
        <Button
          {...buttonStyle}
          onClick={() => {
            if (id !== 'free') onSubscribe(id);
          }}
        >
          Assinar
          {planSuffix}
        </Button>
      );
  }
}

interface SubscriptionProps {
  user: User;
  query: ReturnType<typeof useSubscriptionStatus>;
}

function Subscription({ user, query }: SubscriptionProps) {
  return (
    <QueryState
      query={query}
      failed="Não foi possível carregar a sua assinatura."
      // A user without a subscription gets no card, and so no skeleton.
      loading={user.subscriptionStatus === 'none' ? null : <SubscriptionSkeleton />}
      className="mb-4"
    >
      {({ subscription, refundDays }) =>
        subscription === null ? null : (
          <SubscriptionCard subscription={subscription} refundDays={refundDays} />
        )
      }
    </QueryState>
  );
}

const SubscriptionSkeleton = () => (
  <Skeleton className="mb-4">
    <Card className="grid gap-3 p-[18px] lg:h-[118px]">
      <SkeletonBar className="h-4 w-56" />
      <SkeletonBar className="h-3 w-80 max-w-full" />
    </Card>
  </Skeleton>
);
