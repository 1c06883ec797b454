import type { Post } from '@pontual/contract/posts.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { didNotGoOut } from '../mending.ts';
import { useForcePublish } from '../posts.queries.ts';
import type { PublishDialogProps } from '../publish-dialogs.tsx';
import type { Change } from './use-change.ts';

export interface ChangeDialogProps extends PublishDialogProps {
  /** Closes it, to go on later with what was chosen or typed. */
  onPutAside: () => void;
}

/** A post that still goes out is mended; one that did not go out is to be published as well. */
export function announceChange(post: Post, { onDone }: ChangeDialogProps): void {
  if (didNotGoOut(post)) return;
  showToast({ text: 'Post Atualizado!', status: post.status });
  onDone();
}

interface ChangeFrameProps extends ChangeDialogProps {
  title: string;
  change: Change;
  /** Files that were chosen are not there yet. */
  opening?: boolean;
  onSend: () => void;
  className: string;
  children: ReactNode;
}

/** Around a form that changes a post: why it is asked for, how it goes, and what comes after. */
export function ChangeFrame(props: ChangeFrameProps) {
  const { post, change, opening = false, children } = props;
  const { phase } = change;
  const { user } = useSession();
  const connected = (user?.instagramAccountId ?? null) !== null;
  const publish = useForcePublish(props.onDone);
  const close = useRef<HTMLButtonElement>(null);
  const sending = phase.state === 'sending';
  const left = phase.state === 'changed' && didNotGoOut(phase.post) ? phase.post : null;
  const isLeft = left !== null;
  // The button that was pressed is gone, and the one in its place publishes.
  useEffect(() => {
    if (!isLeft) return undefined;
    // One frame is the dialog's own, which takes the focus of what is gone.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => close.current?.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, [isLeft]);

  const leave = () => {
    if (sending || publish.isPending) return;
    if (isLeft) props.onClose();
    else props.onPutAside();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={leave}
      title={isLeft ? 'Post Atualizado!' : props.title}
      description={isLeft ? afterwards(connected) : (post.errorMessage ?? undefined)}
      icon={isLeft ? <CircleCheck size={22} /> : undefined}
      iconTone="ok"
      finalFocus={props.focusAfter}
      className={props.className}
      actions={
        <>
          <Button
            ref={close}
            variant="ghost"
            disabled={publish.isPending || (sending && phase.fraction >= 1)}
            onClick={sending ? change.cancel : props.onClose}
          >
            {sending ? 'Cancelar envio' : isLeft ? 'Fechar' : 'Cancelar'}
          </Button>
          {isLeft ? null : (
            <Button
              variant="ipe"
              busy={sending || opening}
              busyLabel={sending ? 'Salvando...' : 'Abrindo...'}
              onClick={props.onSend}
            >
              Salvar
            </Button>
          )}
          {isLeft && connected ? (
            <Button
              variant="ipe"
              busy={publish.isPending}
              busyLabel="Publicando..."
              onClick={() => publish.mutate(left)}
            >
              Publicar agora
            </Button>
          ) : null}
        </>
      }
    >
      {isLeft ? null : <div className="pt-2 text-ink">{children}</div>}
      <output className="sr-only">
        {isLeft ? `Post Atualizado! ${afterwards(connected)}` : ''}
      </output>
      {phase.state === 'failed' ? (
        <Notice tone="bad" live className="mt-4">
          <b className="block font-semibold">Erro ao Atualizar</b>
          {phase.message}
        </Notice>
      ) : null}
      {publish.error === null ? null : (
        <Notice tone="bad" live className="mt-4">
          {publish.error.message}
        </Notice>
      )}
    </Dialog>
  );
}

/** What is left to do with a post that did not go out. */
function afterwards(connected: boolean): string {
  const next = connected
    ? 'Se você publicar agora, ele sai no Instagram em instantes.'
    : 'Conecte sua conta do Instagram para publicar.';
  return `O post já tinha parado e não sai mais sozinho na hora marcada. ${next}`;
}
