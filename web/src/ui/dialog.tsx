import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';

interface DialogProps {
  open: boolean;
  /** Called with false on Esc and on the scrim. Keep it open by not following. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  /** Right-aligned, the safe action first. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** A tinted circle above the title. */
  icon?: ReactNode;
  iconTone?: 'plain' | 'bad' | 'ok' | 'ipe' | undefined;
  /** Errors and warnings interrupt. */
  role?: 'dialog' | 'alertdialog' | undefined;
  className?: string | undefined;
}

const iconTones = {
  plain: 'bg-sunken',
  bad: 'bg-bad-soft text-bad-text',
  ok: 'bg-pub-soft text-pub-text',
  ipe: 'bg-ipe text-on-ipe',
} as const;

/** Centred on desktop, a sheet from the bottom edge on a phone. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, children, actions, initialFocus } = props;
  const { icon, iconTone = 'plain', role = 'dialog', className } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--t-slow) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid items-end lg:place-items-center lg:p-8">
          <Base.Popup
            role={role}
            initialFocus={initialFocus ?? true}
            className={cx(
              'max-h-[94dvh] w-full overflow-auto rounded-t-[20px] bg-surface text-ink shadow-dialog transition-[translate,opacity] duration-(--t-slow) max-lg:data-ending-style:translate-y-full max-lg:data-starting-style:translate-y-full lg:max-h-[calc(100dvh-64px)] lg:rounded-xl lg:data-ending-style:translate-y-2 lg:data-ending-style:opacity-0 lg:data-starting-style:translate-y-2 lg:data-starting-style:opacity-0',
              'px-5 pt-6 pb-[calc(24px+env(safe-area-inset-bottom))] lg:max-w-[440px] lg:p-7',
              className,
            )}
          >
            {icon === undefined ? null : (
              <span
                className={cx(
                  'mb-4 grid size-12 place-items-center rounded-full',
                  iconTones[iconTone],
                )}
              >
                {icon}
              </span>
            )}
            <Base.Title className="h-dialog text-balance">{title}</Base.Title>
            <div className="mt-2 text-ink-2">{children}</div>
            {actions === undefined ? null : (
              <div className="mt-5.5 flex flex-wrap justify-end gap-2 max-lg:*:flex-1">
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
