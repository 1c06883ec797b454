import { formatMonthName } from '@pontual/contract/brasilia-time.ts';
import { limitsByPlan, type PlanId } from '@pontual/contract/plans.ts';

const DAY_MS = 86_400_000;

const planNames: Record<PlanId, string> = { free: 'Gratuito', pro: 'Pro', premium: 'Premium' };

/** Why the plan does not allow one more post at this time, in Portuguese; undefined when it does. */
export function planRefusal(asked: {
  plan: PlanId;
  scheduledTime: Date;
  now: Date;
  postsInMonth: number;
}): string | undefined {
  const { plan, scheduledTime, now, postsInMonth } = asked;
  const { maxPosts, maxScheduleDays } = limitsByPlan[plan];
  if (scheduledTime.getTime() - now.getTime() > maxScheduleDays * DAY_MS) {
    return `O plano ${planNames[plan]} agenda até ${maxScheduleDays} dias à frente. Escolha uma data mais próxima.`;
  }
  if (maxPosts !== -1 && postsInMonth >= maxPosts) {
    return `Você usou os ${maxPosts} posts de ${formatMonthName(scheduledTime)} do plano ${planNames[plan]}.`;
  }
  return undefined;
}
