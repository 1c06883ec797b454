import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, failureText } from '../../api/api-error.ts';
import { AccountOf } from '../../instagram/account-of.tsx';
import { inAccount, useAccountNames } from '../../instagram/account-names.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { captionLine } from '../caption-line.ts';
import { SimilarPosts } from '../create/preflight/similar-posts.tsx';
import { useSimilarTo } from '../create/preflight/use-similar.ts';
import { useEnding } from '../create/use-ending.ts';
import { afterLead, faultOfTime } from '../create/when/bounds.ts';
import { useHorizon } from '../create/when/use-horizon.ts';
import { fromFields, noTime, toFields, type WallFields } from '../create/when/wall-fields.ts';
import { WhenSection } from '../create/when/when-section.tsx';
import { UnconnectedWarning } from '../unconnected-warning.tsx';
import { MediaThumb } from '../media-thumb.tsx';
import { MediaTypeIcon } from '../media-type-icon.tsx';
import { readNow } from '../now.ts';
import { useScheduleDraft } from '../posts.queries.ts';
import { AlmostThere, Failed, LimitReached } from '../refusals.tsx';
import { plannedAt, spokenDay } from './timeline-groups.ts';

interface ScheduleDraftDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  onScheduled: (post: Post) => void;
  /** Has the focus afterwards; null is what had it before. */
  focusAfter?: () => HTMLElement | null;
}

/** Gives a draft its hour, and by that schedules it. */
export function ScheduleDraftDialog(props: ScheduleDraftDialogProps) {
  const { post, open, onClose, onScheduled } = props;
  const [when, setWhen] = useState(() => fieldsOf(post));
  const [fault, setFault] = useState<string>();
  const similar = useSimilarTo(post._id, open);
  const horizon = useHorizon();
  const schedule = useScheduleDraft(post);
  const ending = useEnding('modal', onScheduled);
  const done = schedule.data;
  const nameOf = useAccountNames();
  const where = inAccount(nameOf(done?.post ?? post));

  const send = (demo: boolean) => {
    schedule.reset();
    const refused = faultOf(when, horizon);
    const instant = fromFields(when);
    setFault(refused ?? undefined);
    if (refused !== null || instant === null) return;
    schedule.mutate(
      {
        scheduledTime: instant.toISOString(),
        demo,
        queue: when.queue === true,
        repeat: when.repeat,
      },
      { onSuccess: (answer) => ending.begin(answer.post, answer.warning !== null) },
    );
  };
  const leave = () => {
    if (schedule.isPending) return;
    if (done === undefined) onClose();
    else ending.now();
  };
  // The row that led here goes with its draft.
  const afterwards = () => (done === undefined ? null : document.getElementById('conteudo'));
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title={done === undefined ? 'Agendar rascunho' : 'Rascunho Agendado!'}
      description={done === undefined ? undefined : `${whenOf(done.post)}${where}`}
      icon={done === undefined ? undefined : <CircleCheck size={22} />}
      iconTone="ok"
      finalFocus={props.focusAfter ?? afterwards}
      className="lg:max-w-[600px]"
      actions={
        done === undefined ? (
          <>
            <Button variant="ghost" disabled={schedule.isPending} onClick={leave}>
              Cancelar
            </Button>
            <Button
              variant="ipe"
              busy={schedule.isPending}
              busyLabel="Agendando..."
              onClick={() => send(false)}
            >
              Agendar{where}
            </Button>
          </>
        ) : (
          <Button variant="ink" onClick={ending.now}>
            Fechar
          </Button>
        )
      }
    >
      {done === undefined ? (
        <div className="text-ink">
          <Draft post={post} />
          <SimilarPosts posts={similar} />
          <WhenSection
            account={post.instagramAccountId}
            when={when}
            onWhen={(next) => {
              setWhen(next);
              setFault(undefined);
            }}
            error={fault}
            readOnly={schedule.isPending}
            // One that is of a series already begins no other.
            repeats={post.series === null ? 'draft' : undefined}
          />
        </div>
      ) : null}
      {done?.post.demo === true ? <UnconnectedWarning demo className="mt-3" /> : null}
      {done?.warning == null ? null : <Notice tone="warn">{done.warning}</Notice>}
      <output className="sr-only">
        {done === undefined ? '' : `Rascunho Agendado! ${whenOf(done.post)}${where}`}
      </output>
      <Refusals
        error={schedule.error}
        wasDemo={schedule.variables?.demo === true}
        onDismiss={schedule.reset}
        onSend={send}
      />
    </Dialog>
  );
}

/** The draft is gone, or is none any more. */
const final: ReadonlySet<string> = new Set(['NOT_FOUND', 'POST_NOT_DRAFT']);

/** What stands in the way, each with what can be done about it (specification, section 8). */
function Refusals(props: {
  error: Error | null;
  /** What was refused was to be a demonstration. */
  wasDemo: boolean;
  onDismiss: () => void;
  onSend: (demo: boolean) => void;
}) {
  const { error, wasDemo, onDismiss, onSend } = props;
  const navigate = useNavigate();
  const code = error instanceof ApiError ? error.code : null;
  const isAsked = code === 'LIMIT_EXCEEDED' || code === 'INSTAGRAM_NOT_CONNECTED';
  const message = failureText(error, 'Não foi possível agendar o rascunho.');
  return (
    <>
      <LimitReached open={code === 'LIMIT_EXCEEDED'} message={message} onDismiss={onDismiss} />
      <AlmostThere
        open={code === 'INSTAGRAM_NOT_CONNECTED'}
        onDismiss={onDismiss}
        onDemo={() => onSend(true)}
        onConnect={() => void navigate(paths.dashboard)}
      />
      <Failed
        failure={error === null || isAsked ? null : { title: 'Erro ao Agendar', text: message }}
        onDismiss={onDismiss}
        onAgain={final.has(code ?? '') ? null : () => onSend(wasDemo)}
      />
    </>
  );
}

/** Which draft it is. */
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
          {mediaTypeNames[post.mediaType]}
        </p>
        <h3 className="line-clamp-2 text-sm font-semibold wrap-anywhere">
          {captionLine(post.caption)}
        </h3>
        <AccountOf account={post.instagramAccountId} />
      </div>
    </div>
  );
}

/** The hour that the draft has, unless it is over. */
function fieldsOf(post: Post): WallFields {
  const planned = plannedAt(post);
  return planned === null || planned < readNow() ? noTime : toFields(planned);
}

function faultOf(when: WallFields, horizon: ReturnType<typeof useHorizon>): string | null {
  return fromFields(when) === null
    ? 'Data e hora são obrigatórias'
    : faultOfTime(when, readNow(), { min: afterLead, horizon });
}

function whenOf(post: Post): string {
  const planned = plannedAt(post);
  return planned === null ? '' : `${spokenDay(planned, readNow())}, ${formatTime(planned)}`;
}
