import { formatTime } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { ExternalLink, Send, TriangleAlert, UserRoundCheck } from 'lucide-react';
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

/** Asked before a post that may have gone out goes out once more. */
export function PublishAnywayDialog(props: PublishDialogProps & { username: string | null }) {
  const { post, username } = props;
  const publish = useForcePublish(props.onDone);
  return (
    <Question
      {...props}
      title="Publicar mesmo assim?"
      icon={<TriangleAlert size={22} />}
      iconTone="bad"
      action="Publicar mesmo assim"
      variant="ink"
      busyLabel="Publicando..."
      doing={publish}
      onConfirm={() => publish.mutate(post)}
      extra={
        username === null ? null : (
          <a
            href={`https://www.instagram.com/${encodeURIComponent(username)}/`}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-11 items-center gap-2 text-ink lg:min-h-8"
          >
            Ver @{username} no Instagram
            <ExternalLink size={16} />
            <span className="sr-only">, em nova aba</span>
          </a>
        )
      }
    >
      Não sabemos se este post já saiu. Se ele já estiver no Instagram, vai sair duplicado.
    </Question>
  );
}

/** Posts were made for an earlier account: asked before all of them go out on another one. */
export function ConfirmAccountDialog(props: PublishDialogProps & { account: string }) {
  const confirm = useConfirmAccount(props.onDone);
  const { data: count } = useWaitingForAccount(props.open);
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
  iconTone?: 'plain' | 'bad';
  action: string;
  /** Ink where it is better not to be pressed at once. */
  variant?: 'ipe' | 'ink';
  busyLabel: string;
  doing: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: () => void;
  /** Below the question. */
  extra?: ReactNode;
  /** What will happen. */
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
      description={props.children}
      icon={props.icon}
      iconTone={props.iconTone}
      role="alertdialog"
      initialFocus={cancel}
      finalFocus={props.focusAfter}
      actions={
        <>
          <Button ref={cancel} variant="ghost" disabled={doing.isPending} onClick={close}>
            Cancelar
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
