import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan, planNames } from '@pontual/contract/billing/plans.ts';
import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { PlanMeter } from '../account/billing/plan-meter.tsx';
import { usePlanUsage } from '../account/billing/use-plan-usage.ts';
import { useSubscriptionStatus } from '../account/billing/billing-queries.ts';
import { PortalButton } from '../account/billing/portal-button.tsx';
import { useLimits } from '../posts/limits-queries.ts';
import { QueryState } from '../ui/page/query-state.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import { planStatusText } from './plan-status-text.ts';

const bodyClass = 'grid grid-cols-[minmax(0,1fr)] gap-4 pt-3.5!';

export function PlanCard({ user }: { user: User }) {
  return user.plan === 'free' ? <FreePlan user={user} /> : <PaidPlan user={user} />;
}

function FreePlan({ user }: { user: User }) {
  const { maxPosts, maxScheduleDays } = useLimits() ?? limitsByPlan.free;
  return (
    <Card>
      <CardHeader title={`Plano ${planNames.free}`} />
      <CardBody className={bodyClass}>
        <PlanUsageMeter user={user} />
        <p className="text-sm text-pretty text-ink-2">
          Até {maxPosts} posts por mês, agendados com até {maxScheduleDays} dias de antecedência.
        </p>
        <Link to={paths.plans} className={buttonClass({ variant: 'ink', block: true })}>
          Ver planos premium
        </Link>
      </CardBody>
    </Card>
  );
}

function PaidPlan({ user }: { user: User }) {
  const query = useSubscriptionStatus();
  const { data } = query;
  const statusText = data === undefined ? null : planStatusText(data.subscription);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Card>
      <CardHeader
        title={`Plano ${planNames[user.plan]}`}
        titleRef={title}
        aside={
          statusText === null ? undefined : <Badge tone={statusText.tone}>{statusText.badge}</Badge>
        }
      />
      <CardBody className={bodyClass}>
        <PlanUsageMeter user={user} />
        <QueryState
          query={query}
          failed="Não foi possível carregar a sua assinatura."
          loading={
            <Skeleton>
              <SkeletonBar className="h-3.5 w-4/5" />
            </Skeleton>
          }
          focusAfter={title}
        />
        {statusText === null ? null : (
          <p className="text-sm text-pretty text-ink-2">
            {statusText.title === null ? null : (
              <b className="block font-semibold text-ink">{statusText.title}</b>
            )}
            {statusText.text}
          </p>
        )}
        <PortalButton variant="ink" block>
          Gerenciar assinatura
        </PortalButton>
      </CardBody>
    </Card>
  );
}

/** On a phone no sidebar shows the usage. */
function PlanUsageMeter({ user }: { user: User }) {
  const { used, max } = usePlanUsage(user);
  if (used === undefined || max === null) return null;
  return (
    <PlanMeter
      used={used}
      max={max}
      className="grid-cols-[repeat(10,var(--dot))] gap-y-[7px] [--dot:16px] lg:hidden"
    />
  );
}
