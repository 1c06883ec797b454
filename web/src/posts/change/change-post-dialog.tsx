import type { Post } from '@pontual/contract/posts/posts.ts';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../api/session.tsx';
import { useInstagramAccountNames } from '../../instagram/instagram-account-names.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { failureText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { hasPublishingFailed } from '../post-issue.rules.ts';
import { useForcePublish } from '../posts-queries.ts';
import { publishNowLabel } from '../publish-now-label.ts';
import type { PostDialogProps } from '../post-dialog.ts';
import { leaveGuardText, type UnsavedWork } from './leave-guard-text.ts';
import type { PostChangeRequest } from './use-post-change.ts';

/** A failed post must also be published, so the dialog stays. */
export function announceChange(post: Post, { onDone }: PostDialogProps): void {
  if (hasPublishingFailed(post)) return;
  showToast({ text: 'Post Atualizado!', status: post.status });
  onDone();
}

interface ChangePostDialogProps extends PostDialogProps {
  title: string;
  change: PostChangeRequest;
  /** Null while nothing was chosen or typed. */
  unsavedWork: UnsavedWork | null;
  isOpeningFiles?: boolean;
  onSend: () => void;
  className: string;
  children: ReactNode;
}

export function ChangePostDialog(props: ChangePostDialogProps) {
  const { post, change, unsavedWork, isOpeningFiles = false, children } = props;
  const { phase } = change;
  const { user } = useSession();
  const connected = (user?.instagramAccountId ?? null) !== null;
  const publish = useForcePublish(props.onDone);
  const accountName = useInstagramAccountNames()(post);
  const [isLeaving, setLeaving] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  const sending = phase.state === 'sending';
  const unpublishedPost =
    phase.state === 'changed' && hasPublishingFailed(phase.post) ? phase.post : null;
  const isStillUnpublished = unpublishedPost !== null;
  // The pressed button is gone, and the button in its place publishes the post.
  useEffect(() => {
    if (!isStillUnpublished) return undefined;
    // The first frame belongs to the dialog, which restores the focus of a removed element.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => close.current?.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, [isStillUnpublished]);

  const losesWork = unsavedWork !== null && phase.state !== 'changed';
  const leave = () => {
    if (publish.isPending) return;
    if (losesWork) setLeaving(true);
    else props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={leave}
      title={isStillUnpublished ? 'Post Atualizado!' : props.title}
      description={
        isStillUnpublished ? stillUnpublishedText(connected) : (post.errorMessage ?? undefined)
      }
      icon={isStillUnpublished ? <CircleCheck size={22} /> : undefined}
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
            {sending ? 'Cancelar envio' : isStillUnpublished ? 'Fechar' : 'Cancelar'}
          </Button>
          {isStillUnpublished ? null : (
            <Button
              variant="ipe"
              busy={sending || isOpeningFiles}
              busyLabel={sending ? 'Salvando...' : 'Abrindo...'}
              onClick={props.onSend}
            >
              Salvar
            </Button>
          )}
          {isStillUnpublished && connected ? (
            <Button
              variant="ipe"
              busy={publish.isPending}
              busyLabel="Publicando..."
              onClick={() => publish.mutate(unpublishedPost)}
            >
              {publishNowLabel(accountName)}
            </Button>
          ) : null}
        </>
      }
    >
      <InstagramAccountTag account={post.instagramAccountId} className="mt-2" />
      {isStillUnpublished ? null : <div className="pt-2 text-ink">{children}</div>}
      <output className="sr-only">
        {isStillUnpublished ? `Post Atualizado! ${stillUnpublishedText(connected)}` : ''}
      </output>
      {phase.state === 'failed' ? (
        <Alert tone="bad" live className="mt-4">
          <b className="block font-semibold">Erro ao Atualizar</b>
          {phase.message}
        </Alert>
      ) : null}
      {publish.error === null ? null : (
        <Alert tone="bad" live className="mt-4">
          {failureText(
            publish.error,
            'Não foi possível publicar agora. Tente de novo em instantes.',
          )}
        </Alert>
      )}
      {props.open && losesWork ? (
        <LeaveGuard
          text={leaveGuardText(unsavedWork, phase)}
          isClosing={isLeaving}
          isLostOnUnload
          onStay={() => setLeaving(false)}
          onLeave={() => {
            change.abandon();
            props.onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}

export function stillUnpublishedText(connected: boolean): string {
  const next = connected
    ? 'Se você publicar agora, ele sai no Instagram em instantes.'
    : 'Conecte sua conta do Instagram para publicar.';
  return `O post já tinha parado e não sai mais sozinho na hora marcada. ${next}`;
}
