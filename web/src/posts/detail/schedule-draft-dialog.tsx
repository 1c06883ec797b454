import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, failureText } from '../../api/api-error.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { paths } from '../../ui/page/paths.ts';
import { ActionDialog } from '../../ui/page/action-dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import { captionLine } from '../caption-line.ts';
import { DuplicatePosts } from '../../composer/preflight/duplicate-posts.tsx';
import { useDuplicatesOfPost } from '../../composer/preflight/use-duplicates.ts';
import { useSuccessTimer } from '../../composer/use-success-timer.ts';
import { earliestAfterLead, validateTime } from '../../composer/when/time-bounds.rules.ts';
import { useHorizon } from '../../composer/when/use-horizon.ts';
import {
  parseDueTimeFields,
  emptyDueTime,
  toDueTimeFields,
  type DueTimeFields,
} from '../../composer/when/due-time-fields.ts';
import { WhenSection } from '../../composer/when/when-section.tsx';
import { UnconnectedWarning } from '../unconnected-warning.tsx';
import { MediaThumb } from '../media-thumb.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { readNow } from '../now.ts';
import { useScheduleDraft } from '../posts-queries.ts';
import { ConnectAccountDialog, FailureDialog, LimitReachedDialog } from '../failure-dialogs.tsx';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../due-at.ts';
import { mediaTypeText } from '../media-type-text.ts';

interface ScheduleDraftDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  onScheduled: (post: Post) => void;
  /** Null restores the previous focus. */
  focusAfter?: () => HTMLElement | null;
}

export function ScheduleDraftDialog(props: ScheduleDraftDialogProps) {
  const { post, open, onClose, onScheduled } = props;
  const [when, setWhen] = useState(() => initialDueTime(post));
  const [error, setError] = useState<string>();
  const duplicates = useDuplicatesOfPost(post._id, open);
  const horizon = useHorizon();
  const schedule = useScheduleDraft(post);
  const ending = useSuccessTimer('modal', onScheduled);
  const done = schedule.data;
  const nameOf = useInstagramAccountNames();
  const accountSuffix = formatInAccount(nameOf(done?.post ?? post));

  const send = (demo: boolean) => {
    schedule.reset();
    const error = dueTimeError(when, horizon);
    const instant = parseDueTimeFields(when);
    setError(error ?? undefined);
    if (error !== null || instant === null) return;
    schedule.mutate(
      {
        scheduledTime: instant.toISOString(),
        demo,
        queue: when.isFromQueue === true,
        repeat: when.repeat,
      },
      { onSuccess: (answer) => ending.start(answer.post, answer.warning !== null) },
    );
  };
  const focusAfterClose = () => (done === undefined ? null : document.getElementById('conteudo'));
  return (
    <ActionDialog
      open={open}
      onClose={done === undefined ? onClose : ending.finishNow}
      title="Agendar rascunho"
      focusAfter={props.focusAfter ?? focusAfterClose}
      className="lg:max-w-[600px]"
      actionLabel={`Agendar${accountSuffix}`}
      action={() => send(false)}
      isBusy={schedule.isPending}
      busyLabel="Agendando..."
      result={
        done && {
          title: 'Rascunho Agendado!',
          description: `${dueTimeText(done.post)}${accountSuffix}`,
          icon: <CircleCheck size={22} />,
          closeButton: { label: 'Fechar', variant: 'ink' },
        }
      }
    >
      {done === undefined ? (
        <div className="text-ink">
          <Draft post={post} />
          <DuplicatePosts posts={duplicates} />
          <WhenSection
            instagramAccountId={post.instagramAccountId}
            when={when}
            onWhen={(next) => {
              setWhen(next);
              setError(undefined);
            }}
            error={error}
            readOnly={schedule.isPending}
            // A draft of a series cannot start another one.
            repeatMode={post.series === null ? 'draft' : undefined}
          />
        </div>
      ) : null}
      {done?.post.demo === true ? <UnconnectedWarning demo className="mt-3" /> : null}
      {done?.warning == null ? null : <Alert tone="warn">{done.warning}</Alert>}
      <ScheduleErrors
        error={schedule.error}
        wasDemo={schedule.variables?.demo === true}
        onDismiss={schedule.reset}
        onSend={send}
      />
    </ActionDialog>
  );
}

const finalCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'POST_NOT_DRAFT']);

function ScheduleErrors(props: {
  error: Error | null;
  wasDemo: boolean;
  onDismiss: () => void;
  onSend: (demo: boolean) => void;
}) {
  const { error, wasDemo, onDismiss, onSend } = props;
  const navigate = useNavigate();
  const code = error instanceof ApiError ? error.code : null;
  const hasOwnDialog = code === 'LIMIT_EXCEEDED' || code === 'INSTAGRAM_NOT_CONNECTED';
  const message = failureText(error, 'Não foi possível agendar o rascunho.');
  return (
    <>
      <LimitReachedDialog
        open={code === 'LIMIT_EXCEEDED'}
        message={message}
        onDismiss={onDismiss}
      />
      <ConnectAccountDialog
        open={code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={() => onSend(true)}
        onConnect={() => void navigate(paths.dashboard)}
      />
      <FailureDialog
        failure={
          error === null || hasOwnDialog ? null : { title: 'Erro ao Agendar', text: message }
        }
        onDismiss={onDismiss}
        onRetry={finalCodes.has(code ?? '') ? null : () => onSend(wasDemo)}
      />
    </>
  );
}

function Draft({ post }: { post: Post }) {
  return (
    <div className="mt-4 mb-5 flex min-w-0 items-center gap-3">
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-[55px] w-11 rounded-sm"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-[5px] text-xs text-ink-3">
          <MediaTypeIcon type={post.mediaType} size={15} />
          {mediaTypeText(post)}
        </p>
        <h3 className="line-clamp-2 text-sm font-semibold wrap-anywhere">
          {captionLine(post.caption)}
        </h3>
        <InstagramAccountTag account={post.instagramAccountId} />
      </div>
    </div>
  );
}

function initialDueTime(post: Post): DueTimeFields {
  const dueAt = getDueAt(post);
  return dueAt === null || dueAt < readNow() ? emptyDueTime : toDueTimeFields(dueAt);
}

function dueTimeError(when: DueTimeFields, horizon: ReturnType<typeof useHorizon>): string | null {
  return parseDueTimeFields(when) === null
    ? 'Data e hora são obrigatórias'
    : validateTime(when, readNow(), { min: earliestAfterLead, horizon });
}

function dueTimeText(post: Post): string {
  const dueAt = getDueAt(post);
  return dueAt === null ? '' : `${relativeDay(dueAt, readNow())}, ${formatTime(dueAt)}`;
}
