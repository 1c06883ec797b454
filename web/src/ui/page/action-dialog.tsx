import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { Alert } from '../alert.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

export interface ActionDialogProps extends Pick<
  ComponentProps<typeof Dialog>,
  'open' | 'description' | 'icon' | 'iconTone' | 'role' | 'className' | 'children'
> {
  title: string;
  /** Not called while the action runs. */
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** By default, the first element that can take the focus. */
  focusFirst?: 'cancel' | 'action' | RefObject<HTMLElement | null> | undefined;
  cancelLabel?: string | undefined;
  actionLabel: string;
  variant?: 'ipe' | 'ink' | 'danger-solid' | undefined;
  disabled?: boolean | undefined;
  /** A function, or the id of the form that the button submits. */
  action: string | (() => void);
  /** Whether the action runs; the dialog then stays open. */
  isBusy: boolean;
  busyLabel?: string | undefined;
  /** Below the content. */
  failure?: string | undefined;
  /** What the user must read after the action: it leaves one button, which closes the dialog. */
  result?: ActionResult | undefined;
}

export interface ActionResult {
  title: string;
  description: ReactNode;
  icon?: ReactNode;
  closeButton: { label: string; variant: 'ink' | 'line' };
}

/** A dialog for one action: a cancel button, a button that is busy while the action runs, and its failure. */
export function ActionDialog(props: ActionDialogProps) {
  const { open, onClose, isBusy, action, focusFirst, result, failure } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const buttons = { cancel, action: submit };
  const { title, description, icon } = result ?? props;
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      description={description}
      icon={icon}
      iconTone={result === undefined ? props.iconTone : 'ok'}
      role={props.role}
      className={props.className}
      initialFocus={typeof focusFirst === 'string' ? buttons[focusFirst] : focusFirst}
      finalFocus={props.focusAfter}
      actions={
        result === undefined ? (
          <>
            <Button ref={cancel} variant="ghost" disabled={isBusy} onClick={close}>
              {props.cancelLabel ?? 'Cancelar'}
            </Button>
            <Button
              ref={submit}
              variant={props.variant ?? 'ipe'}
              disabled={props.disabled}
              busy={isBusy}
              keepsWidth
              busyLabel={props.busyLabel}
              {...(typeof action === 'string'
                ? { type: 'submit' as const, form: action }
                : { onClick: action })}
            >
              {props.actionLabel}
            </Button>
          </>
        ) : (
          <Button variant={result.closeButton.variant} onClick={close}>
            {result.closeButton.label}
          </Button>
        )
      }
    >
      {props.children}
      {failure === undefined ? null : (
        <Alert tone="bad" live className="mt-4">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}
