import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type ChipProps = Omit<ComponentProps<'button'>, 'aria-pressed'> & {
  /** For a toggle; a chip without it triggers an action. */
  pressed?: boolean;
};

/** With `aria-disabled` it stays focusable, so that the user can find out why it is disabled. */
export function Chip({ pressed, className, ...rest }: ChipProps) {
  const isDisabled = rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'tnum inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] px-[13px] text-xs font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:border-transparent disabled:bg-hover disabled:text-ink-3 aria-disabled:cursor-not-allowed lg:min-h-[34px]',
        stateClass(pressed === true, isDisabled),
        className,
      )}
    />
  );
}

function stateClass(pressed: boolean, isDisabled: boolean): string {
  if (pressed) return 'border-ink bg-ink font-semibold text-on-ink';
  if (isDisabled) return 'border-transparent bg-hover text-ink-3';
  return 'border-line-strong bg-surface hover:bg-hover';
}
