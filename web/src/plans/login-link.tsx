import { Link, useLocation } from 'react-router';
import { loginFrom } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import type { PlanChoice } from './plan-cards.tsx';

/** A visitor logs in first, whatever the plan. */
export function LoginLink({ plan, look }: PlanChoice) {
  const location = useLocation();
  return (
    <Link {...loginFrom(location)} className={buttonClass(look)}>
      Fazer login
      <span className="sr-only"> plano {plan.name}</span>
    </Link>
  );
}
