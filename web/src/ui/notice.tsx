import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type NoticeTone = 'bad' | 'warn' | 'ok' | 'info';

const tones = {
  bad: { look: 'bg-bad-soft text-bad-text', Icon: CircleAlert },
  warn: { look: 'bg-warn-soft text-warn-text', Icon: TriangleAlert },
  ok: { look: 'bg-pub-soft text-pub-text', Icon: CircleCheck },
  info: { look: 'bg-sched-soft text-sched-text', Icon: Info },
} as const;

interface NoticeProps {
  tone: NoticeTone;
  children: ReactNode;
  action?: ReactNode;
  /** It appears after the page has loaded, so it is announced. */
  live?: boolean | undefined;
  className?: string | undefined;
}

export function Notice({ tone, children, action, live = false, className }: NoticeProps) {
  const { look, Icon } = tones[tone];
  const role = tone === 'bad' || tone === 'warn' ? 'alert' : 'status';
  return (
    <div
      role={live ? role : undefined}
      className={cx(
        'flex items-start gap-3 rounded-md px-4 py-3 text-sm leading-[1.45]',
        look,
        className,
      )}
    >
      <Icon size={18} className="mt-px" />
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
      {action}
    </div>
  );
}
