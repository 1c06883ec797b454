import type { User } from '@pontual/contract/identity/auth.ts';
import { planNames } from '@pontual/contract/billing/plans.ts';
import { Link, useLocation } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { cx } from '../../ui/cx.ts';
import { PlanMeter } from './plan-meter.tsx';
import { usePlanUsage } from './use-plan-usage.ts';

export function SidebarPlanUsage({ user }: { user: User }) {
  const { used, max } = usePlanUsage(user);
  const { pathname } = useLocation();
  const isOwner = useCan('own');
  return (
    <section
      aria-label="Uso do plano"
      className="mt-auto mb-3.5 grid gap-2.5 rounded-lg bg-sunken px-3.5 pt-3.5 pb-4 [@media(max-height:620px)]:invisible"
    >
      <p className="flex items-baseline justify-between gap-2">
        <b className="text-sm font-semibold">Plano {planNames[user.plan]}</b>
        <span className="tnum text-xs text-ink-3">{usedText(used, max)}</span>
      </p>
      {max === null ? null : (
        <PlanMeter
          used={used ?? 0}
          max={max}
          className={cx(
            'grid-cols-[repeat(10,var(--dot))] gap-y-1.5 [--dot:14px]',
            used === undefined && 'invisible',
          )}
        />
      )}
      {user.plan === 'free' && isOwner && pathname !== paths.plans ? (
        <Link to={paths.plans} className="text-link justify-self-start text-xs">
          Fazer Upgrade
        </Link>
      ) : null}
    </section>
  );
}

function usedText(used: number | undefined, max: number | null): string {
  if (used === undefined) return '';
  return max === null ? `${used} neste mês` : `${used} de ${max}`;
}
