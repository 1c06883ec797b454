import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Dot } from './dot.tsx';

export type BadgeTone = 'plain' | 'outline' | 'sched' | 'pub' | 'bad' | 'warn' | 'ipe' | 'ink';

const tones: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-ink-2',
  outline: 'text-ink-2 shadow-[inset_0_0_0_1.5px_var(--line-strong)]',
  sched: 'bg-sched-soft text-sched-text',
  pub: 'bg-pub-soft text-pub-text',
  bad: 'bg-bad-soft text-bad-text',
  warn: 'bg-warn-soft text-warn-text',
  ipe: 'bg-ipe text-on-ipe',
  ink: 'bg-ink text-on-ink',
};

interface BadgeProps {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

export function Badge({ tone = 'plain', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full pr-2.5 text-2xs font-semibold whitespace-nowrap',
        icon === undefined ? 'pl-2.5' : 'pl-2',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

const toneOfStatus = new Map<string, BadgeTone>([
  ['draft', 'outline'],
  ['scheduled', 'sched'],
  ['pending', 'warn'],
  ['published', 'pub'],
  ['failed', 'bad'],
  ['error', 'bad'],
  ['expired', 'bad'],
]);

/** An unknown status is shown as scheduled. */
export function StatusBadge({ status, children }: { status: string; children: ReactNode }) {
  const icon = status === 'pending' ? <Clock size={13} /> : <Dot status={status} size={8} />;
  return (
    <Badge tone={toneOfStatus.get(status) ?? 'sched'} icon={icon}>
      {children}
    </Badge>
  );
}

export function CheckBadge({ children }: { children: ReactNode }) {
  return (
    <Badge tone="pub" icon={<Check size={13} />}>
      {children}
    </Badge>
  );
}

const plans = {
  free: { tone: 'outline', name: 'Gratuito', icon: undefined },
  pro: { tone: 'ink', name: 'Pro', icon: undefined },
  premium: {
    tone: 'ink',
    name: 'Premium',
    icon: <span aria-hidden="true" className="size-2 rounded-full bg-ipe-on-ink" />,
  },
} as const;

interface PlanBadgeProps {
  plan: keyof typeof plans;
  children?: ReactNode;
}

export function PlanBadge({ plan, children }: PlanBadgeProps) {
  const { tone, name, icon } = plans[plan];
  return (
    <Badge tone={tone} icon={icon}>
      <span>
        {name}
        {children}
      </span>
    </Badge>
  );
}
