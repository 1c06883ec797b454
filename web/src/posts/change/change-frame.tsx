import type { Post } from '@pontual/contract/posts.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../api/session.tsx';
import { useAccountNames } from '../../instagram/account-names.ts';
import { AccountOf } from '../../instagram/account-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LeaveGuard } from '../create/leave-guard.tsx';
import { didNotGoOut } from '../mending.ts';
import { useForcePublish } from '../posts.queries.ts';
import { publishNowWords } from '../publish-words.ts';
import type { PostDialogProps } from '../question-dialog.tsx';
import { leaveWordsOf, type Work } from './leave-words.ts';
import type { Change } from './use-change.ts';

/** A post that still goes out is mended; one that did not go out is to be published as well. */
export function announceChange(post: Post, { onDone }: PostDialogProps): void {
  if (didNotGoOut(post)) return;
  showToast({ text: 'Post Atualizado!', status: post.status });
  onDone();
}

interface ChangeFrameProps extends PostDialogProps {
  title: string;
  change: Change;
  /** What would be lost by leaving; null while nothing was chosen or typed. */
  work: Work | null;
  /** Files that were chosen are not there yet. */
  opening?: boolean;
  onSend: () => void;
  className: string;
  children: ReactNode;
}

/** Around a form that changes a post: why it is asked for, how it goes, and what comes after. */
export function ChangeFrame(props: ChangeFrameProps) {
  const { post, change, work, opening = false, children } = props;
  const { phase } = change;
  const { user } = useSession();
  const connected = (user?.instagramAccountId ?? null) !== null;
  const publish = useForcePublish(props.onDone);
  const account = useAccountNames()(post);
  const [closing, setClosing] = useState(false);
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

  const loses = work !== null && phase.state !== 'changed';
  const leave = () => {
    if (publish.isPending) return;
    if (loses) setClosing(true);
    else props.onClose();
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
            onClick={sending ? change.cancel : leave}
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
              {publishNowWords(account)}
            </Button>
          ) : null}
        </>
      }
    >
      <AccountOf account={post.instagramAccountId} className="mt-2" />
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
      {props.open && loses ? (
        <LeaveGuard
          words={leaveWordsOf(work, phase)}
          closing={closing}
          endsWithPage
          onStay={() => setClosing(false)}
          onLeave={() => {
            change.abandon();
            props.onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}

/** What is left to do with a post that did not go out. */
export function afterwards(connected: boolean): string {
  const next = connected
    ? 'Se você publicar agora, ele sai no Instagram em instantes.'
    : 'Conecte sua conta do Instagram para publicar.';
  return `O post já tinha parado e não sai mais sozinho na hora marcada. ${next}`;
}
