import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import {
  formatInAccount,
  useInstagramAccountNames,
} from '../../instagram/instagram-account-names.ts';
import { InstagramAccountTag } from '../../instagram/instagram-account-tag.tsx';
import { captionLine } from '../../posts/caption-line.ts';
import { MediaThumb } from '../../posts/media-thumb.tsx';
import { compactDateTime, relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { QueryState } from '../../ui/page/query-state.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/page/action-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { resolveHeldPosts, type HeldPost, type HeldPostsResolution } from './held-posts.rules.ts';
import { useHeldPosts, useRescheduleHeldPosts } from './pause-mutations-queries.ts';

const resolutionOptions: readonly { value: HeldPostsResolution; label: string }[] = [
  { value: 'own', label: 'Próximos dias' },
  { value: 'drafts', label: 'Deixar como rascunhos' },
];

const resolutionTexts: Record<HeldPostsResolution, string> = {
  own: 'Cada post na hora que tinha, no primeiro dia livre, no ritmo em que foram planejados.',
  drafts: 'Ficam em Rascunhos, sem pressa. Nenhum sai enquanto você não agendar.',
};

export function HeldPostsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const heldPosts = useHeldPosts(open);
  const [resolution, setResolution] = useState<HeldPostsResolution>('own');
  const [draftIds, setDraftIds] = useState<ReadonlySet<string>>(new Set());
  const reschedule = useRescheduleHeldPosts();
  const list = useRef<HTMLUListElement>(null);
  const focusList = useFocusAfterRender(() => list.current?.focus());
  const posts = heldPosts.data?.posts ?? [];
  const plan = resolveHeldPosts(posts, resolution, draftIds);
  const rescheduledCount = plan.filter(({ scheduledTime }) => scheduledTime !== null).length;
  const remainingCount = (heldPosts.data?.total ?? 0) - posts.length;

  const send = () =>
    reschedule.mutate(plan, {
      onSuccess: ({ scheduled }) => {
        onClose();
        showToast({ text: doneText(scheduled) });
      },
    });
  const toggle = (id: string) =>
    setDraftIds((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title="Posts que não saíram na pausa"
      description="Nenhum deles sai sozinho. Escolha o que fazer."
      icon={<CalendarClock size={22} />}
      iconTone="info"
      focusAfter={() => document.getElementById('conteudo')}
      className="lg:max-w-[600px]"
      cancelLabel="Decidir depois"
      actionLabel={submitLabel(rescheduledCount, posts.length)}
      variant={rescheduledCount > 0 ? 'ipe' : 'ink'}
      disabled={posts.length === 0}
      action={send}
      isBusy={reschedule.isPending}
      busyLabel="Salvando..."
      failure={
        reschedule.isError
          ? failureText(reschedule.error, 'Não foi possível reagendar. Tente de novo em instantes.')
          : undefined
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-ink">
        <Segmented
          label="O que fazer"
          hideLabel
          options={resolutionOptions}
          value={resolution}
          onValue={setResolution}
        />
        <p className="text-sm text-pretty text-ink-2">{resolutionTexts[resolution]}</p>
        <QueryState
          query={heldPosts}
          failed="Os posts não carregaram."
          stale="Os posts não carregaram."
          focusAfter={focusList}
        >
          {() => (
            <ul
              ref={list}
              tabIndex={-1}
              aria-label="Posts que não saíram"
              className="grid max-h-[46dvh] gap-1 overflow-auto"
            >
              {posts.map((one) => (
                <Row
                  key={one.post._id}
                  heldPost={one}
                  resolution={resolution}
                  staysDraft={draftIds.has(one.post._id)}
                  onToggle={() => toggle(one.post._id)}
                />
              ))}
            </ul>
          )}
        </QueryState>
        {remainingCount > 0 ? (
          <p className="text-xs text-ink-3">Depois destes há mais {remainingCount}.</p>
        ) : null}
      </div>
    </ActionDialog>
  );
}

interface RowProps {
  heldPost: HeldPost;
  resolution: HeldPostsResolution;
  staysDraft: boolean;
  onToggle: () => void;
}

function Row({ heldPost: { post, proposedTime }, resolution, staysDraft, onToggle }: RowProps) {
  const now = useMinute();
  const missedDueAt = getDueAt(post);
  const name = captionLine(post.caption);
  const accountName = useInstagramAccountNames()(post);
  const isRescheduled = resolution === 'own' && proposedTime !== null && !staysDraft;
  return (
    <li className="flex min-w-0 items-center gap-3 py-1.5">
      <MediaThumb
        item={post.mediaItems[0]}
        type={post.mediaType}
        className="h-[55px] w-11 rounded-sm"
      />
      <div className="min-w-0 flex-1">
        <b className="line-clamp-1 text-sm font-semibold wrap-anywhere">{name}</b>
        <p className="text-xs text-ink-3">
          {missedDueAt === null ? null : `Era ${compactDateTime(missedDueAt, now)}. `}
          <span className="text-ink-2">
            {isRescheduled ? newDueTimeText(proposedTime, now) : staysDraftText(proposedTime)}
          </span>
        </p>
        <InstagramAccountTag account={post.instagramAccountId} className="mt-0.5" />
      </div>
      {resolution === 'own' && proposedTime !== null ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${staysDraft ? 'Reagendar' : 'Deixar como rascunho'}: ${name.slice(0, CAPTION_LABEL_MAX)}${formatInAccount(accountName)}`}
          onClick={onToggle}
        >
          {staysDraft ? 'Reagendar' : 'Deixar'}
        </Button>
      ) : null}
    </li>
  );
}

const CAPTION_LABEL_MAX = 60;

function newDueTimeText(dueTime: string, now: Date): string {
  const dueAt = new Date(dueTime);
  return `Vai ${lowercaseFirst(relativeDay(dueAt, now))}, ${formatTime(dueAt)}.`;
}
const lowercaseFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const staysDraftText = (dueTime: string | null) =>
  dueTime === null
    ? 'Fica como rascunho: o seu plano não agenda tão longe.'
    : 'Fica como rascunho.';

function submitLabel(rescheduledCount: number, all: number): string {
  if (rescheduledCount === 0) return all === 1 ? 'Deixar como rascunho' : 'Deixar como rascunhos';
  return rescheduledCount === 1 ? 'Reagendar 1 post' : `Reagendar ${rescheduledCount} posts`;
}

function doneText(scheduled: number): string {
  if (scheduled === 0) return 'Os posts ficaram nos rascunhos';
  return scheduled === 1 ? '1 post reagendado' : `${scheduled} posts reagendados`;
}
