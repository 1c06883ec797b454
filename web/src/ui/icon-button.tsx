import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
  /** `sm` is 32 px on desktop; on smaller screens both sizes are 44 px for touch. */
  size?: 'sm' | 'md' | undefined;
};

export function IconButton({ label, icon, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-2 transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:text-ink-3 disabled:hover:bg-transparent aria-disabled:cursor-not-allowed aria-disabled:text-ink-3',
        size === 'sm' ? 'lg:size-8' : 'lg:size-10',
        className,
      )}
    >
      {icon}
    </button>
  );
}
