import { formatTime } from '@pontual/contract/brasilia-time.ts';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../api/api-error.ts';
import { hasFailed } from '../api/has-failed.ts';
import { inAccount, useAccountNames } from '../instagram/account-names.ts';
import { AccountOf } from '../instagram/account-of.tsx';
import { captionLine } from '../posts/caption-line.ts';
import { MediaThumb } from '../posts/media-thumb.tsx';
import { plannedAt, shortWhen, spokenDay } from '../posts/schedule/timeline-groups.ts';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';
import { heldPlan, type HeldPost, type HeldWay } from './held-plan.ts';
import { useHeld, useSettleHeld } from './pausing.queries.ts';

const ways: readonly { value: HeldWay; label: string }[] = [
  { value: 'own', label: 'Próximos dias' },
  { value: 'drafts', label: 'Deixar como rascunhos' },
];

const explained: Record<HeldWay, string> = {
  own: 'Cada post na hora que tinha, no primeiro dia livre, no ritmo em que foram planejados.',
  drafts: 'Ficam em Rascunhos, sem pressa. Nenhum sai enquanto você não agendar.',
};

/** What becomes of the posts whose hour passed in a pause: shown for each before it is done. */
export function HeldDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const held = useHeld(open);
  const [way, setWay] = useState<HeldWay>('own');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const settle = useSettleHeld();
  const posts = held.data?.posts ?? [];
  const plan = heldPlan(posts, way, left);
  const moved = plan.filter(({ scheduledTime }) => scheduledTime !== null).length;
  const more = (held.data?.total ?? 0) - posts.length;

  const send = () =>
    settle.mutate(plan, {
      onSuccess: ({ scheduled }) => {
        onClose();
        showToast({ text: doneWords(scheduled) });
      },
    });
  const toggle = (id: string) =>
    setLeft((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Dialog
      open={open}
      onOpenChange={() => (settle.isPending ? undefined : onClose())}
      title="Posts que não saíram na pausa"
      description="Nenhum deles sai sozinho. Escolha o que fazer."
      icon={<CalendarClock size={22} />}
      iconTone="info"
      // What led here may be gone.
      finalFocus={() => document.getElementById('conteudo')}
      className="lg:max-w-[600px]"
      actions={
        <>
          <Button variant="ghost" disabled={settle.isPending} onClick={onClose}>
            Decidir depois
          </Button>
          <Button
            variant={moved > 0 ? 'ipe' : 'ink'}
            disabled={posts.length === 0}
            busy={settle.isPending}
            busyLabel="Salvando..."
            onClick={send}
          >
            {sendWords(moved, posts.length)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-ink">
        <Segmented label="O que fazer" quiet options={ways} value={way} onValue={setWay} />
        <p className="text-sm text-pretty text-ink-2">{explained[way]}</p>
        {hasFailed(held) ? (
          <Notice tone="bad" live>
            Os posts não carregaram. {held.error?.message}
          </Notice>
        ) : null}
        <ul aria-label="Posts que não saíram" className="grid max-h-[46dvh] gap-1 overflow-auto">
          {posts.map((one) => (
            <Row
              key={one.post._id}
              held={one}
              way={way}
              isLeft={left.has(one.post._id)}
              onToggle={() => toggle(one.post._id)}
            />
          ))}
        </ul>
        {more > 0 ? <p className="text-xs text-ink-3">Depois destes há mais {more}.</p> : null}
        {settle.isError ? (
          <Notice tone="bad" live>
            {failureText(settle.error, 'Não foi possível reagendar. Tente de novo em instantes.')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

interface RowProps {
  held: HeldPost;
  way: HeldWay;
  isLeft: boolean;
  onToggle: () => void;
}

function Row({ held: { post, ownHour }, way, isLeft, onToggle }: RowProps) {
  const now = useMinute();
  const missed = plannedAt(post);
  const name = captionLine(post.caption);
  const account = useAccountNames()(post);
  const goes = way === 'own' && ownHour !== null && !isLeft;
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
          {missed === null ? null : `Era ${shortWhen(missed, now)}. `}
          <span className="text-ink-2">{goes ? goesWords(ownHour, now) : stayWords(ownHour)}</span>
        </p>
        <AccountOf account={post.instagramAccountId} className="mt-0.5" />
      </div>
      {way === 'own' && ownHour !== null ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${isLeft ? 'Reagendar' : 'Deixar como rascunho'}: ${name.slice(0, NAMED)}${inAccount(account)}`}
          onClick={onToggle}
        >
          {isLeft ? 'Reagendar' : 'Deixar'}
        </Button>
      ) : null}
    </li>
  );
}

/** Characters of a caption that a button's name takes. */
const NAMED = 60;

function goesWords(hour: string, now: Date): string {
  const at = new Date(hour);
  return `Vai ${lowered(spokenDay(at, now))}, ${formatTime(at)}.`;
}
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const stayWords = (hour: string | null) =>
  hour === null ? 'Fica como rascunho: o seu plano não agenda tão longe.' : 'Fica como rascunho.';

function sendWords(moved: number, all: number): string {
  if (moved === 0) return all === 1 ? 'Deixar como rascunho' : 'Deixar como rascunhos';
  return moved === 1 ? 'Reagendar 1 post' : `Reagendar ${moved} posts`;
}

function doneWords(scheduled: number): string {
  if (scheduled === 0) return 'Os posts ficaram nos rascunhos';
  return scheduled === 1 ? '1 post reagendado' : `${scheduled} posts reagendados`;
}
