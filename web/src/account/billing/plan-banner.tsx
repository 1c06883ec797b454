import type { User } from '@pontual/contract/identity/auth.ts';
import { formatMonthName } from '@pontual/contract/shared/brasilia-time.ts';
import { Link } from 'react-router';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { PlanBadge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PlanMeter } from './plan-meter.tsx';
import { usePlanUsage, type PlanUsage } from './use-plan-usage.ts';

export function PlanBanner({ user, now }: { user: User; now: Date }) {
  const usage = usePlanUsage(user);
  const isOwner = useCan('own');
  const { used, max } = usage;
  return (
    <section
      aria-label="Plano e uso do mês"
      className="mb-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2.5 rounded-md border border-line bg-surface py-3 pr-3.5 pl-3.5 lg:mb-6 lg:grid-cols-[auto_auto_minmax(0,1fr)_auto] lg:gap-x-[18px] lg:rounded-lg lg:py-3.5 lg:pr-5.5 lg:pl-[18px]"
    >
      <PlanBadge plan={user.plan} />
      <p className="grid text-sm leading-[1.3]">
        <b className="font-bold">{max === null ? 'Posts ilimitados' : `${max} posts por mês`}</b>
        <span className={cx('text-xs text-ink-3', used === undefined && 'invisible')}>
          {usedText(used ?? 0, formatMonthName(now))}
        </span>
      </p>
      {max === null ? (
        <span className="max-lg:hidden" />
      ) : (
        <PlanMeter
          used={used ?? 0}
          max={max}
          className={cx(
            'max-lg:order-last max-lg:col-span-full lg:px-2.5',
            used === undefined && 'invisible',
            max > LARGE_DOTS_MAX
              ? 'grid-cols-[repeat(25,var(--dot))] gap-y-[5px] [--dot:9px] lg:grid-cols-[repeat(50,var(--dot))] lg:[--dot:8px]'
              : 'grid-cols-[repeat(10,var(--dot))] [--dot:14px] lg:justify-start! lg:gap-x-2.5',
          )}
        />
      )}
      <div className="flex items-center gap-5 empty:hidden">
        <RemainingPosts usage={usage} />
        {user.plan === 'free' && isOwner ? (
          <Link
            to={paths.plans}
            className={cx(buttonClass({ variant: 'line', size: 'sm' }), 'max-lg:hidden')}
          >
            Fazer Upgrade
          </Link>
        ) : null}
      </div>
      {user.plan === 'free' && isOwner ? (
        <Link
          to={paths.plans}
          className="text-link order-last col-span-full justify-self-start text-sm lg:hidden"
        >
          Fazer Upgrade
        </Link>
      ) : null}
    </section>
  );
}

const LARGE_DOTS_MAX = 10;

function usedText(used: number, month: string): string {
  return used === 1 ? `1 agendado em ${month}` : `${used} agendados em ${month}`;
}

function RemainingPosts({ usage: { used, max } }: { usage: PlanUsage }) {
  if (max === null) return null;
  const remaining = max - (used ?? 0);
  if (remaining <= 0)
    return <b className="text-sm font-semibold text-warn-text">Limite Atingido</b>;
  return (
    <p className={cx('text-xs whitespace-nowrap text-ink-2', used === undefined && 'invisible')}>
      <b className="figure-big mr-0.5 text-xl text-ink">{remaining}</b>{' '}
      {remaining === 1 ? 'restante' : 'restantes'}
    </p>
  );
}
