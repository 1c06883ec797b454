import type { User } from '@pontual/contract/identity/auth.ts';
import { planNames } from '@pontual/contract/billing/plans.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { usePlanUsage, type PlanUsage } from '../account/billing/use-plan-usage.ts';
import { Card, CardHeader } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { SkeletonBar, Skeleton } from '../ui/skeleton.tsx';
import type { PostStats } from '../posts/lists-queries.ts';

export function SummaryCard({ user, stats }: { user: User; stats: PostStats | undefined }) {
  const usage = usePlanUsage(user);
  return (
    <Card>
      <CardHeader title="Resumo" />
      {stats === undefined ? (
        <Skeleton className="grid grid-cols-2 gap-5 px-4 pt-4 pb-5 lg:grid-cols-4 lg:px-5">
          {Array.from({ length: 4 }, (_, index) => (
            <SkeletonBar key={index} className="h-9 w-4/5" />
          ))}
        </Skeleton>
      ) : (
        <dl className="grid grid-cols-2 gap-y-3.5 px-4 pt-3.5 pb-[18px] lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:px-5">
          <Fact name="Posts nesta semana">{stats.thisWeek}</Fact>
          {stats.failed > 0 ? (
            <Fact name="Falhas" className="text-bad-text">
              <Dot status="failed" />
              {stats.failed}
              <Link to={paths.schedule} className="text-link font-sans text-xs text-ink">
                Ver<span className="sr-only"> falhas no calendário</span>
              </Link>
            </Fact>
          ) : null}
          <Fact name="Plano atual">{planNames[user.plan]}</Fact>
          <Fact name="Limite mensal">{limitText(usage)}</Fact>
        </dl>
      )}
    </Card>
  );
}

function limitText({ used, max }: PlanUsage): string {
  if (max === null) return 'Ilimitado';
  return used === undefined ? `${max} posts` : `${used} de ${max}`;
}

function Fact(props: { name: string; className?: string; children: ReactNode }) {
  const { name, className, children } = props;
  return (
    <div className="border-line max-lg:even:border-l max-lg:even:pl-5 lg:not-first:border-l lg:not-first:pl-5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd
        className={cx(
          'tnum flex items-center gap-2 font-heading text-[1.375rem] leading-[1.3] font-semibold',
          className,
        )}
      >
        {children}
      </dd>
    </div>
  );
}
