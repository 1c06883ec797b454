import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'grid content-center justify-items-center gap-2 px-7 py-9 text-center',
        className,
      )}
    >
      <span aria-hidden="true" className="mb-4 flex items-center gap-3">
        {Array.from({ length: 7 }, (_, index) => (
          <i
            key={index}
            className={
              index === 3
                ? 'size-[26px] rounded-full bg-ipe shadow-[0_0_0_2.5px_var(--ink)]'
                : 'size-3 rounded-full shadow-[inset_0_0_0_2px_var(--line)]'
            }
          />
        ))}
      </span>
      <h3 className="font-heading text-[1.25rem] leading-[1.2] font-bold tracking-[-.015em]">
        {title}
      </h3>
      {children === undefined ? null : (
        <p className="mb-2.5 max-w-[270px] text-pretty text-ink-2">{children}</p>
      )}
      {action}
    </div>
  );
}
