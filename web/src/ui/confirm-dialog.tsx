import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Alert } from './alert.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfter: () => HTMLElement | null;
  title: string;
  icon: ReactNode;
  iconTone?: 'plain' | 'bad';
  actionLabel: string;
  /** `ink` de-emphasises the action; `danger-solid` marks a loss. */
  variant?: 'ipe' | 'ink' | 'danger-solid';
  busyLabel: string;
  mutation: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: () => void;
  /** The safe action; use another label than `Cancelar` where that could be taken for the action. */
  cancelLabel?: string;
  extra?: ReactNode;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { mutation } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    if (mutation.isPending) return;
    mutation.reset();
    props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={close}
      title={props.title}
      description={props.children}
      icon={props.icon}
      iconTone={props.iconTone}
      role="alertdialog"
      initialFocus={cancel}
      finalFocus={props.focusAfter}
      actions={
        <>
          <Button ref={cancel} variant="ghost" disabled={mutation.isPending} onClick={close}>
            {props.cancelLabel ?? 'Cancelar'}
          </Button>
          <Button
            variant={props.variant ?? 'ipe'}
            busy={mutation.isPending}
            busyLabel={props.busyLabel}
            onClick={props.onConfirm}
          >
            {props.actionLabel}
          </Button>
        </>
      }
    >
      {props.extra}
      {mutation.error === null ? null : (
        <Alert tone="bad" live className="mt-4">
          {mutation.error.message}
        </Alert>
      )}
    </Dialog>
  );
}
