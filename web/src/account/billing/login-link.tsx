import { Link, useLocation } from 'react-router';
import { loginReturningTo } from '../../ui/page/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { PlanChoice } from './plan-cards.tsx';

export function LoginLink({ plan, buttonStyle }: PlanChoice) {
  const location = useLocation();
  return (
    <Link {...loginReturningTo(location)} className={buttonClass(buttonStyle)}>
      Fazer login
      <span className="sr-only"> plano {plan.name}</span>
    </Link>
  );
}
