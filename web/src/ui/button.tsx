import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'ipe' | 'ink' | 'line' | 'ghost' | 'danger' | 'danger-solid';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

export interface ButtonStyle {
  variant: ButtonVariant;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
}

const variants: Record<ButtonVariant, string> = {
  ipe: 'border-transparent bg-ipe text-on-ipe hover:bg-ipe-hover',
  ink: 'border-transparent bg-ink text-on-ink hover:bg-ink-hover',
  line: 'border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent text-ink hover:bg-hover',
  danger: 'border-bad text-bad-text hover:bg-bad-soft',
  'danger-solid': 'border-transparent bg-bad text-on-bad hover:bg-bad-text',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 gap-1.5 px-[13px] text-xs lg:min-h-8',
  md: 'min-h-11 gap-2 px-[18px] text-sm lg:min-h-10',
  lg: 'min-h-13 gap-2 px-6 text-base lg:min-h-12',
  xl: 'min-h-15 gap-2 px-8 text-lg',
};

const disabledClass =
  'cursor-not-allowed border-transparent bg-hover text-ink-3 aria-busy:cursor-progress';

function layoutClass({ variant, size = 'md', block }: ButtonStyle): string {
  return cx(
    'inline-flex items-center justify-center rounded-full border-[1.5px] leading-none! font-semibold whitespace-nowrap no-underline transition-[background-color,border-color,scale]',
    sizes[size],
    variant === 'ghost' && size === 'md' && 'px-3.5!',
    block && 'w-full',
  );
}

export function buttonClass(style: ButtonStyle): string {
  return cx(layoutClass(style), variants[style.variant], 'active:scale-98');
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'aria-busy' | 'aria-disabled'> & {
    /** A busy button keeps its focus and ignores clicks. */
    busy?: boolean | undefined;
    busyLabel?: string | undefined;
    /** As wide as when it is busy, so that nothing beside it moves. */
    keepsWidth?: boolean | undefined;
    icon?: ReactNode;
  };

export function Button({
  variant,
  size,
  block,
  busy = false,
  busyLabel = 'Enviando...',
  keepsWidth = false,
  icon,
  className,
  children,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  const style = { variant, size, block };
  const isInactive = disabled === true || busy;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={cx(
        isInactive ? cx(layoutClass(style), disabledClass) : buttonClass(style),
        className,
      )}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <span className="grid items-center justify-items-center *:col-start-1 *:row-start-1">
          {/* Preserves the width of the button. */}
          <span aria-hidden="true" className="invisible inline-flex gap-2">
            {icon}
            {children}
          </span>
          <span className="inline-flex items-center gap-2">
            <Spinner />
            {busyLabel}
          </span>
        </span>
      ) : (
        <>
          {icon === undefined ? null : <span className="-ml-1 inline-flex">{icon}</span>}
          {keepsWidth ? (
            <span className="grid justify-items-center">
              {children}
              <span
                aria-hidden="true"
                data-label={busyLabel}
                className="invisible h-0 pl-6 before:content-[attr(data-label)]"
              />
            </span>
          ) : (
            children
          )}
        </>
      )}
    </button>
  );
}
