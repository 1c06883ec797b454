import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type AlertTone = 'bad' | 'warn' | 'ok' | 'info';

const tones = {
  bad: { colors: 'bg-bad-soft text-bad-text', Icon: CircleAlert },
  warn: { colors: 'bg-warn-soft text-warn-text', Icon: TriangleAlert },
  ok: { colors: 'bg-pub-soft text-pub-text', Icon: CircleCheck },
  info: { colors: 'bg-sched-soft text-sched-text', Icon: Info },
} as const;

interface AlertProps {
  tone: AlertTone;
  children: ReactNode;
  action?: ReactNode;
  /** Announces the alert to screen readers, because it appears after the page load. */
  live?: boolean | undefined;
  className?: string | undefined;
}

export function Alert({ tone, children, action, live = false, className }: AlertProps) {
  const { colors, Icon } = tones[tone];
  const role = tone === 'bad' || tone === 'warn' ? 'alert' : 'status';
  return (
    <div
      role={live ? role : undefined}
      className={cx(
        'flex items-start gap-3 rounded-md px-4 py-3 text-sm leading-[1.45]',
        colors,
        className,
      )}
    >
      <Icon size={18} className="mt-px" />
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
      {action}
    </div>
  );
}
