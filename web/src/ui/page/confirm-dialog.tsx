import { useRef, type ReactNode } from 'react';
import { failureText } from '../../api/api-error.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Alert } from '../alert.tsx';

type Action =
  | {
      /** Without it, the caller closes the dialog. */
      mutation?: undefined;
    }
  | {
      mutation: { isPending: boolean; error: Error | null; reset: () => void };
      busyLabel: string;
      /** Shown for an error without a sentence for people; a function returns the text of every error. */
      fallback: string | ((error: Error) => string);
    };

type ConfirmDialogProps = Action & {
  open: boolean;
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfter: () => HTMLElement | null;
  title: string;
  icon?: ReactNode;
  iconTone?: 'plain' | 'bad' | 'warn';
  actionLabel: string;
  /** `ink` de-emphasises the action; `danger-solid` marks a loss. */
  variant?: 'ipe' | 'ink' | 'danger-solid';
  onConfirm: () => void;
  /** The safe action; use another label than `Cancelar` where that could be taken for the action. */
  cancelLabel?: string;
  extra?: ReactNode;
  children: ReactNode;
};

/** A question before an action. It begins on the safe action and stays open while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { mutation } = props;
  const isBusy = mutation?.isPending === true;
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    if (isBusy) return;
    mutation?.reset();
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
          <Button ref={cancel} variant="ghost" disabled={isBusy} onClick={close}>
            {props.cancelLabel ?? 'Cancelar'}
          </Button>
          <Button
            variant={props.variant ?? 'ipe'}
            busy={isBusy}
            busyLabel={mutation === undefined ? undefined : props.busyLabel}
            onClick={props.onConfirm}
          >
            {props.actionLabel}
          </Button>
        </>
      }
    >
      {props.extra}
      {mutation === undefined || mutation.error === null ? null : (
        <Alert tone="bad" live className="mt-4">
          {typeof props.fallback === 'function'
            ? props.fallback(mutation.error)
            : failureText(mutation.error, props.fallback)}
        </Alert>
      )}
    </Dialog>
  );
}
