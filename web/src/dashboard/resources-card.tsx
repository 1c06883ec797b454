import type { User } from '@pontual/contract/identity/auth.ts';
import {
  limitsByPlan,
  planIds,
  planNames,
  type PlanLimits,
} from '@pontual/contract/billing/plans.ts';
import { Check, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { useCan } from '../api/permissions.tsx';
import { paths } from '../ui/page/paths.ts';
import { useLimits } from '../posts/limits-queries.ts';
import { Card, CardHeader } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';

const resources = [
  { limit: 'analytics', name: 'Analytics' },
  { limit: 'customReports', name: 'Relatórios personalizados' },
  { limit: 'prioritySupport', name: 'Suporte prioritário' },
] as const satisfies readonly { limit: keyof PlanLimits; name: string }[];

function planWith(limit: (typeof resources)[number]['limit']): string {
  const plan = planIds.find((each) => limitsByPlan[each][limit]);
  return plan === undefined ? '' : planNames[plan];
}

export function ResourcesCard({ user }: { user: User }) {
  const limits = useLimits() ?? limitsByPlan[user.plan];
  const isOwner = useCan('own');
  return (
    <Card>
      <CardHeader
        title="Recursos"
        aside={
          user.plan === 'free' && isOwner ? (
            <Link to={paths.plans} className="text-link text-sm">
              Fazer upgrade
            </Link>
          ) : undefined
        }
      />
      <ul className="px-4 pt-2 pb-3 lg:px-5">
        {resources.map(({ limit, name }) => (
          <li
            key={limit}
            className={cx(
              'flex min-h-11 items-center gap-2.5 border-line text-sm not-first:border-t',
              limits[limit] ? 'font-semibold' : 'text-ink-3',
            )}
          >
            {limits[limit] ? <Check size={17} className="text-pub-text" /> : <Lock size={16} />}
            {name}
            {limits[limit] ? (
              <span className="sr-only">, incluído no seu plano</span>
            ) : (
              <span className="ml-auto text-2xs font-semibold">
                <span className="sr-only">, no plano </span>
                {planWith(limit)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
