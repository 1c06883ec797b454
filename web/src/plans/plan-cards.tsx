import type { PaidPlanId, Plan } from '@pontual/contract/billing.ts';
import { planIds, type PlanId } from '@pontual/contract/plans.ts';
import { Check } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { loginFrom } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass, type ButtonLook } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { amountText } from './money.ts';
import { buttonOf, isNextPlan } from './plan-buttons.ts';
import { PortalButton } from './portal-button.tsx';

interface PlanCardsProps {
  plans: Record<PlanId, Plan>;
  /** Null for a visitor. */
  own: PlanId | null;
  onSubscribe: (plan: PaidPlanId) => void;
}

export function PlanCards({ plans, own, onSubscribe }: PlanCardsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-4">
      {planIds.map((id) => (
        <PlanCard key={id} id={id} plan={plans[id]} own={own} onSubscribe={onSubscribe} />
      ))}
    </div>
  );
}

type PlanCardProps = Pick<PlanCardsProps, 'own' | 'onSubscribe'> & { id: PlanId; plan: Plan };

function PlanCard(props: PlanCardProps) {
  const { id, plan, own } = props;
  const isOwn = id === own;
  return (
    <article
      aria-label={`Plano ${plan.name}`}
      className={cx(
        'flex flex-col rounded-xl bg-surface',
        isOwn ? 'border-2 border-ink p-[23px]' : 'border border-line p-6',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="h-dialog">{plan.name}</h2>
        <span className="flex gap-1.5">
          {id === 'pro' ? <Badge tone="ipe">Mais Popular</Badge> : null}
          {isOwn ? (
            <Badge tone="ink" icon={<Check size={13} />}>
              Atual
            </Badge>
          ) : null}
        </span>
      </div>
      <p className="tnum mt-4 mb-[18px] flex items-baseline gap-1.5 text-ink-2">
        <span>R$</span>
        <b className="figure-big text-[3.25rem] leading-none text-ink">{amountText(plan.amount)}</b>
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
        <CardButton {...props} />
      </div>
    </article>
  );
}

const dots: Record<PlanId, number> = { free: 10, pro: 50, premium: 75 };

/** One for each post of a month; those of Premium go on out of sight. */
function Dots({ id }: { id: PlanId }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'mb-5 grid h-[34px] grid-cols-[repeat(25,7px)] content-start justify-between gap-y-1.5',
        id === 'premium' && 'mask-r-from-70%',
      )}
    >
      {Array.from({ length: dots[id] }, (_, index) => (
        <i key={index} className="size-[7px] rounded-full bg-ink forced-color-adjust-none" />
      ))}
    </div>
  );
}

function CardButton({ id, plan, own, onSubscribe }: PlanCardProps) {
  const location = useLocation();
  const variant = isNextPlan(id, own) ? 'ipe' : 'line';
  const look: ButtonLook = { variant, size: 'lg', block: true };
  // The three buttons are told apart by ear as well.
  const which = <span className="sr-only"> plano {plan.name}</span>;
  switch (buttonOf(id, own)) {
    case 'login':
      return (
        <Link {...loginFrom(location)} className={buttonClass(look)}>
          Fazer login
          {which}
        </Link>
      );
    case 'current':
      return (
        <Button {...look} disabled>
          Plano atual
        </Button>
      );
    case 'manage':
      return (
        <PortalButton {...look}>
          Gerenciar
          {which}
        </PortalButton>
      );
    case 'subscribe':
      return (
        <Button
          {...look}
          onClick={() => {
            if (id !== 'free') onSubscribe(id);
          }}
        >
          Assinar
          {which}
        </Button>
      );
  }
}
