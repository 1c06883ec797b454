import type { User } from '@pontual/contract/auth.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLoaderData } from 'react-router';
import { hasFailed } from '../api/has-failed.ts';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { CompanyLine } from '../shell/company-line.tsx';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Bone, Skeleton } from '../ui/skeleton.tsx';
import { ActiveDialog } from './active-dialog.tsx';
import { usePlans, useReturn, useSubscriptionStatus } from './billing.queries.ts';
import { Comparison } from './comparison.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { trialOf, type Order } from './order.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlansFaq } from './plans-faq.tsx';
import { PlansMetadata } from './plans-metadata.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** /plans: what is sold, and to a user their subscription. */
export function PlansPage() {
  const { user } = useSession();
  const { cameAsUser } = useLoaderData<{ cameAsUser: boolean }>();
  // Logged in meanwhile, in another tab: a user's frame is still to be loaded.
  if (user !== null && !cameAsUser) return <Navigate to={paths.plans} replace />;
  return (
    <QueryClientProvider client={queryClient}>
      <PlansMetadata />
      <div
        className={cx(
          user === null &&
            'mx-auto max-w-[1440px] px-4 pt-4 pb-10 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-7 lg:pb-16',
        )}
      >
        <h1 className="h-page">Planos</h1>
        <p className="mt-1.5 mb-4 text-pretty text-ink-2 lg:mb-6">
          Cada ponto é um post por mês. Mude quando o calendário encher.
        </p>
        <Plans user={user} />
        {/* A visitor has it in the footer. */}
        {user === null ? null : <CompanyLine className="mt-10 lg:mt-14" />}
      </div>
    </QueryClientProvider>
  );
}

function Plans({ user }: { user: User | null }) {
  const plans = usePlans();
  const query = useSubscriptionStatus();
  const status = user === null ? undefined : query.data;
  useReturn(status);
  const [order, setOrder] = useState<Order | null>(null);
  const [isActive, setActive] = useState(false);
  const own = user === null ? null : (status?.user.plan ?? user.plan);
  const state = status?.user.subscriptionStatus ?? user?.subscriptionStatus;
  return (
    <>
      {user === null ? null : <Subscription user={user} query={query} />}
      <PlanCards
        plans={plans}
        own={own}
        onSubscribe={(plan) => {
          if (state === 'active' || state === 'past_due') setActive(true);
          else setOrder({ plan, hasTrial: trialOf(status?.subscription) });
        }}
      />
      <Comparison own={own} />
      <PlansFaq />
      <OrderDialog
        order={order}
        plans={plans}
        onClose={() => setOrder(null)}
        onActive={() => {
          setOrder(null);
          setActive(true);
          void query.refetch();
        }}
      />
      <ActiveDialog open={isActive} onClose={() => setActive(false)} />
    </>
  );
}

interface SubscriptionProps {
  user: User;
  query: ReturnType<typeof useSubscriptionStatus>;
}

function Subscription({ user, query }: SubscriptionProps) {
  const subscription = query.data?.subscription;
  if (subscription === null) return null;
  if (subscription !== undefined) return <SubscriptionCard subscription={subscription} />;
  if (hasFailed(query)) {
    return (
      <RetryNotice query={query} className="mb-4 items-center">
        Não foi possível carregar a sua assinatura.
      </RetryNotice>
    );
  }
  // Who never had one will have no card either.
  return user.subscriptionStatus === 'none' ? null : (
    <Skeleton className="mb-4">
      <Card className="grid gap-3 p-[18px] lg:h-[118px]">
        <Bone className="h-4 w-56" />
        <Bone className="h-3 w-80 max-w-full" />
      </Card>
    </Skeleton>
  );
}
