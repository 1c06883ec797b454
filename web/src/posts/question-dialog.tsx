import type { Post } from '@pontual/contract/posts.ts';
import { useRef, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

export interface PostDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** What was asked for is under way, and the button that led here is gone. */
  onDone: () => void;
  /** Has the focus afterwards; null is what had it before. */
  focusAfter: () => HTMLElement | null;
}

interface QuestionDialogProps extends Pick<PostDialogProps, 'open' | 'onClose' | 'focusAfter'> {
  title: string;
  icon: ReactNode;
  iconTone?: 'plain' | 'bad';
  action: string;
  /** Ink where it is better not to be pressed at once; danger where something is lost. */
  variant?: 'ipe' | 'ink' | 'danger-solid';
  busyLabel: string;
  doing: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: () => void;
  /** The safe way; `Cancelar` unless that could be taken for the action. */
  keep?: string;
  /** Below the question. */
  extra?: ReactNode;
  /** What will happen. */
  children: ReactNode;
}

/** Asks before something is done that cannot be taken back. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { doing } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    if (doing.isPending) return;
    doing.reset();
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
          <Button ref={cancel} variant="ghost" disabled={doing.isPending} onClick={close}>
            {props.keep ?? 'Cancelar'}
          </Button>
          <Button
            variant={props.variant ?? 'ipe'}
            busy={doing.isPending}
            busyLabel={props.busyLabel}
            onClick={props.onConfirm}
          >
            {props.action}
          </Button>
        </>
      }
    >
      {props.extra}
      {doing.error === null ? null : (
        <Notice tone="bad" live className="mt-4">
          {doing.error.message}
        </Notice>
      )}
    </Dialog>
  );
}
