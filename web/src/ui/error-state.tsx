import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ErrorStateProps {
  title: string;
  message: string;
  icon?: ReactNode;
  tone?: 'plain' | 'bad' | 'ok' | undefined;
  actions?: ReactNode;
  className?: string | undefined;
}

const tones = {
  plain: 'bg-sunken',
  bad: 'bg-bad-soft text-bad-text',
  ok: 'bg-pub-soft text-pub-text',
} as const;

export function ErrorState(props: ErrorStateProps) {
  const { title, message, icon, tone = 'plain', actions, className } = props;
  return (
    <div
      className={cx(
        'grid content-center justify-items-center gap-2 px-7 py-9 text-center',
        className,
      )}
    >
      <span className={cx('mb-2 grid size-13 place-items-center rounded-full', tones[tone])}>
        {icon ?? <CloudOff size={24} />}
      </span>
      <h2 className="font-heading text-[1.25rem] leading-[1.2] font-bold tracking-[-.015em]">
        {title}
      </h2>
      <p className="mb-2.5 max-w-[320px] text-pretty text-ink-2">{message}</p>
      {actions === undefined ? null : (
        <div className="flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  );
}
