import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';

interface DialogProps {
  open: boolean;
  /** False on Esc and on a click on the scrim. The caller may keep the dialog open. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The safe action first. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** For when the previously focused element no longer exists. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  onClosed?: (() => void) | undefined;
  icon?: ReactNode;
  iconTone?: keyof typeof iconTones | undefined;
  /** Errors and warnings use `alertdialog`; their message is the `description`. */
  role?: 'dialog' | 'alertdialog' | undefined;
  /** The children fill the dialog to its edges; only screen readers get the title. */
  bare?: boolean | undefined;
  className?: string | undefined;
}

const iconTones = {
  plain: 'bg-sunken',
  bad: 'bg-bad-soft text-bad-text',
  ok: 'bg-pub-soft text-pub-text',
  warn: 'bg-warn-soft text-warn-text',
  info: 'bg-sched-soft text-sched-text',
  ipe: 'bg-ipe text-on-ipe',
} as const;

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, children, initialFocus, finalFocus } = props;
  const { role = 'dialog', bare = false, className, onClosed } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(isOpen) => (isOpen ? undefined : onClosed?.())}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--t-slow) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid items-end lg:place-items-center lg:p-8">
          <Base.Popup
            role={role}
            initialFocus={initialFocus ?? true}
            finalFocus={() => finalFocus?.() ?? true}
            className={cx(
              'w-full rounded-t-[20px] text-ink data-nested-dialog-open:brightness-50 shadow-dialog transition-[translate,opacity,filter] duration-(--t-slow) max-lg:data-ending-style:translate-y-full max-lg:data-starting-style:translate-y-full lg:rounded-xl lg:data-ending-style:translate-y-2 lg:data-ending-style:opacity-0 lg:data-starting-style:translate-y-2 lg:data-starting-style:opacity-0',
              bare
                ? 'relative overflow-hidden'
                : 'max-h-[94dvh] overflow-auto bg-surface px-5 pt-6 pb-[calc(24px+env(safe-area-inset-bottom))] lg:max-h-[calc(100dvh-64px)] lg:max-w-[440px] lg:p-7',
              className,
            )}
          >
            {bare ? (
              <>
                <Base.Title className="sr-only">{title}</Base.Title>
                {children}
              </>
            ) : (
              <Content {...props} />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Content(props: DialogProps) {
  const { title, description, children, actions, icon, iconTone = 'plain' } = props;
  return (
    <>
      {icon === undefined ? null : (
        <span
          className={cx('mb-4 grid size-12 place-items-center rounded-full', iconTones[iconTone])}
        >
          {icon}
        </span>
      )}
      <Base.Title className="h-dialog text-balance">{title}</Base.Title>
      {description === undefined ? null : (
        <Base.Description className="mt-2 text-pretty wrap-anywhere text-ink-2">
          {description}
        </Base.Description>
      )}
      {children === undefined ? null : <div className="mt-2 text-ink-2">{children}</div>}
      {actions === undefined ? null : (
        <div className="mt-5.5 flex flex-wrap justify-end gap-2 max-lg:*:flex-1">{actions}</div>
      )}
    </>
  );
}
