import type { ReactNode } from 'react';
import { failureText } from '../../api/api-error.ts';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';

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

type ConfirmDialogProps = Action &
  Pick<ActionDialogProps, 'open' | 'onClose' | 'title' | 'icon' | 'actionLabel'> & {
    /** Null restores the previous focus. */
    focusAfter: () => HTMLElement | null;
    iconTone?: 'plain' | 'bad' | 'warn';
    /** `ink` de-emphasises the action; `danger-solid` marks a loss. */
    variant?: ActionDialogProps['variant'];
    onConfirm: () => void;
    /** The safe action; use another label than `Cancelar` where that could be taken for the action. */
    cancelLabel?: string;
    extra?: ReactNode;
    children: ReactNode;
  };

/** A question before an action. It begins on the safe action and stays open while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { mutation } = props;
  return (
    <ActionDialog
      open={props.open}
      onClose={() => {
        mutation?.reset();
        props.onClose();
      }}
      title={props.title}
      description={props.children}
      icon={props.icon}
      iconTone={props.iconTone}
      role="alertdialog"
      focusFirst="cancel"
      focusAfter={props.focusAfter}
      cancelLabel={props.cancelLabel}
      actionLabel={props.actionLabel}
      variant={props.variant}
      action={props.onConfirm}
      isBusy={mutation?.isPending === true}
      busyLabel={mutation === undefined ? undefined : props.busyLabel}
      failure={
        mutation === undefined || mutation.error === null
          ? undefined
          : typeof props.fallback === 'function'
            ? props.fallback(mutation.error)
            : failureText(mutation.error, props.fallback)
      }
    >
      {props.extra}
    </ActionDialog>
  );
}
