import { planIds, type Plan, type PlanId } from '@pontual/contract/billing/plans.ts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import type { ButtonStyle } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatAmount } from '@pontual/contract/billing/money.ts';
import { isNextPlan } from './plan-buttons.ts';

export interface PlanChoice {
  id: PlanId;
  plan: Plan;
  buttonStyle: ButtonStyle;
}

interface PlanCardsProps {
  plans: Record<PlanId, Plan>;
  /** Null for a visitor. */
  currentPlan: PlanId | null;
  renderButton: (choice: PlanChoice) => ReactNode;
}

export function PlanCards({ plans, currentPlan, renderButton }: PlanCardsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-4">
      {planIds.map((id) => (
        <PlanCard
          key={id}
          id={id}
          plan={plans[id]}
          currentPlan={currentPlan}
          renderButton={renderButton}
        />
      ))}
    </div>
  );
}

type PlanCardProps = Pick<PlanCardsProps, 'currentPlan' | 'renderButton'> & {
  id: PlanId;
  plan: Plan;
};

function PlanCard({ id, plan, currentPlan, renderButton }: PlanCardProps) {
  const variant = isNextPlan(id, currentPlan) ? 'ipe' : 'line';
  const isCurrent = id === currentPlan;
  return (
    <article
      aria-label={`Plano ${plan.name}`}
      className={cx(
        'flex flex-col rounded-xl bg-surface',
        isCurrent ? 'border-2 border-ink p-[23px]' : 'border border-line p-6',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="h-dialog">{plan.name}</h2>
        <span className="flex gap-1.5">
          {id === 'pro' ? <Badge tone="ipe">Mais Popular</Badge> : null}
          {isCurrent ? (
            <Badge tone="ink" icon={<Check size={13} />}>
              Atual
            </Badge>
          ) : null}
        </span>
      </div>
      <p className="tnum mt-4 mb-[18px] flex items-baseline gap-1.5 text-ink-2">
        <span>R$</span>
        <b className="figure-big text-[3.25rem] leading-none text-ink">
          {formatAmount(plan.amount)}
        </b>
        <span>/mês</span>
      </p>
      <Dots id={id} />
      <ul className="mb-6 grid gap-2.5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5">
            <Check size={17} />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        {renderButton({ id, plan, buttonStyle: { variant, size: 'lg', block: true } })}
      </div>
    </article>
  );
}

const dotCounts: Record<PlanId, number> = { free: 10, pro: 50, premium: 75 };

function Dots({ id }: { id: PlanId }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'mb-5 grid h-[34px] grid-cols-[repeat(25,7px)] content-start justify-between gap-y-1.5',
        id === 'premium' && 'mask-r-from-70%',
      )}
    >
      {Array.from({ length: dotCounts[id] }, (_, index) => (
        <i key={index} className="size-[7px] rounded-full bg-ink forced-color-adjust-none" />
      ))}
    </div>
  );
}
