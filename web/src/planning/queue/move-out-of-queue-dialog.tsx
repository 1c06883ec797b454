import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { captionLine } from '../../posts/caption-line.ts';
import { earliestAfterLead, validateTime } from '../../composer/when/time-bounds.rules.ts';
import { useHorizon } from '../../composer/when/use-horizon.ts';
import { parseDueTimeFields, toDueTimeFields } from '../../composer/when/due-time-fields.ts';
import { WhenSection } from '../../composer/when/when-section.tsx';
import { readNow } from '../../posts/now.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { ActionDialog } from '../../ui/page/action-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useMoveInQueue } from '../../posts/queue-queries.ts';

interface MoveOutOfQueueDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
}

export function MoveOutOfQueueDialog({ post, open, onClose }: MoveOutOfQueueDialogProps) {
  const dueAt = getDueAt(post);
  const [when, setWhen] = useState(() => toDueTimeFields(dueAt ?? readNow()));
  const [error, setError] = useState<string>();
  const horizon = useHorizon();
  const move = useMoveInQueue();
  const accountName = useInstagramAccountNames()(post);
  const send = () => {
    move.reset();
    const to = parseDueTimeFields(when);
    const isSame = to !== null && to.getTime() === dueAt?.getTime();
    const error = isSame
      ? 'O post já está neste horário. Escolha outro.'
      : validateTime(when, readNow(), { min: earliestAfterLead, horizon });
    setError(error ?? undefined);
    if (error !== null || to === null) return;
    move.mutate(
      { postId: post._id, to },
      {
        onSuccess: () => {
          onClose();
          const at = `${relativeDay(to, readNow())}, ${formatTime(to)}`;
          showToast({
            text: `Post movido para ${at}${formatInAccount(accountName)}`,
            status: 'scheduled',
          });
        },
      },
    );
  };
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title="Tirar da fila"
      description="O horário dele na fila fica livre."
      focusAfter={() => (move.isSuccess ? document.getElementById('conteudo') : null)}
      className="lg:max-w-[600px]"
      actionLabel="Mover para este horário"
      variant="ink"
      action={send}
      isBusy={move.isPending}
      busyLabel="Movendo..."
      failure={
        move.isError
          ? failureText(move.error, 'Não foi possível mover o post. Tente de novo.')
          : undefined
      }
    >
      <div className="text-ink">
        <h3 className="mt-4 line-clamp-2 text-sm font-semibold wrap-anywhere">
          {captionLine(post.caption)}
        </h3>
        <InstagramAccountTag account={post.instagramAccountId} className="mt-1" />
        <WhenSection
          instagramAccountId={post.instagramAccountId}
          when={when}
          onWhen={(next) => {
            setWhen(next);
            setError(undefined);
          }}
          error={error}
          readOnly={move.isPending}
        />
      </div>
    </ActionDialog>
  );
}
