import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { Send, UserRoundCheck } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { readNow } from './now.ts';
import { useConfirmAccount, useForcePublish, useWaitingForAccount } from './posts.queries.ts';
import { isAfter, plannedAt, spokenDay } from './schedule/timeline-groups.ts';

export interface PublishDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  /** What was asked for is under way, and the button that led here is gone. */
  onDone: () => void;
  /** Has the focus afterwards; null is what had it before. */
  focusAfter: () => HTMLElement | null;
}

/** Asked before a post goes out in public at another hour than its own. */
export function PublishNowDialog(props: PublishDialogProps) {
  const { post } = props;
  const publish = useForcePublish(props.onDone);
  const planned = plannedAt(post);
  const now = readNow();
  const waits = planned !== null && isAfter(post, now);
  return (
    <Question
      {...props}
      title="Publicar agora?"
      icon={<Send size={22} />}
      action="Publicar agora"
      busyLabel="Publicando..."
      doing={publish}
      onConfirm={() => publish.mutate(post)}
    >
      {waits
        ? `O post sai no Instagram em instantes, e não ${spokenDay(planned, now).toLowerCase()} às ${formatTime(planned)}.`
        : 'O post sai no Instagram em instantes.'}
    </Question>
  );
}

/** Posts were made for an earlier account: asked before all of them go out on another one. */
export function ConfirmAccountDialog(props: PublishDialogProps & { account: string }) {
  const confirm = useConfirmAccount(props.onDone);
  const { data: count } = useWaitingForAccount();
  const name = <b className="font-semibold text-ink">@{props.account}</b>;
  return (
    <Question
      {...props}
      title={`Publicar em @${props.account}?`}
      icon={<UserRoundCheck size={22} />}
      action={`Publicar em @${props.account}`}
      busyLabel="Confirmando..."
      doing={confirm}
      onConfirm={() => confirm.mutate()}
    >
      {count !== undefined && count > 1
        ? `${count} posts esperam, porque foram agendados com outra conta conectada.`
        : 'Este post foi agendado com outra conta conectada.'}{' '}
      Tudo o que foi agendado com ela passa a sair em {name}, na hora marcada.
    </Question>
  );
}

interface QuestionProps extends PublishDialogProps {
  title: string;
  icon: ReactNode;
  action: string;
  busyLabel: string;
  doing: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: () => void;
  children: ReactNode;
}

function Question(props: QuestionProps) {
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
      icon={props.icon}
      role="alertdialog"
      initialFocus={cancel}
      finalFocus={props.focusAfter}
      actions={
        <>
          <Button ref={cancel} variant="ghost" onClick={close}>
            Cancelar
          </Button>
          <Button
            variant="ipe"
            busy={doing.isPending}
            busyLabel={props.busyLabel}
            onClick={props.onConfirm}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <p className="text-pretty wrap-anywhere">{props.children}</p>
      {doing.error === null ? null : (
        <Notice tone="bad" live className="mt-4">
          {doing.error.message}
        </Notice>
      )}
    </Dialog>
  );
}
