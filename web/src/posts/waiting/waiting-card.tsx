import { useMutation } from '@tanstack/react-query';
import { CloudUpload, LogOut, Trash2 } from 'lucide-react';
import { useId, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useSession } from '../../api/session.tsx';
import { AccountOf } from '../../instagram/account-of.tsx';
import { useMinute } from '../../shell/minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useLast } from '../../ui/use-last.ts';
import { captionLine } from '../caption-line.ts';
import { newKey } from '../create/new-key.ts';
import { QuestionDialog } from '../question-dialog.tsx';
import { onUnderWay, sendWaiting, underWay } from './send-waiting.ts';
import { useSending } from './use-sending.ts';
import { changeWaiting, dropWaiting, keepWaiting } from './waiting-store.ts';
import type { WaitingPostsProps } from './waiting-posts.tsx';
import {
  asDraft,
  askedAgain,
  dropWordsFor,
  standingOf,
  wordsFor,
  type WaitingPost,
} from './waiting.ts';

interface WaitingCardProps extends WaitingPostsProps {
  posts: readonly WaitingPost[];
}

/** Leaving is done at once. */
const nothingToDo = { isPending: false, error: null, reset: () => undefined };

/** What waits for a line, each with what becomes of it, and the way to take it back. */
export function WaitingCard(props: WaitingCardProps) {
  const { userId, posts, leaving, onStay, onLeave } = props;
  const id = useId();
  const now = useMinute();
  const title = useRef<HTMLHeadingElement>(null);
  const [dropped, setDropped] = useState<WaitingPost | null>(null);
  useSending(userId);
  return (
    <Card aria-labelledby={id} className="mb-4 lg:mb-6">
      <div className="flex items-center gap-2.5 px-4 pt-3.5 lg:px-5">
        <CloudUpload size={18} />
        <h2 ref={title} id={id} tabIndex={-1} className="text-sm font-semibold">
          Aguardando internet
        </h2>
        <span className="tnum rounded-full bg-sunken px-[9px] py-0.5 text-2xs font-bold">
          {posts.length}
        </span>
      </div>
      <ul aria-live="polite" className="grid divide-y divide-line px-4 pb-1 lg:px-5">
        {posts.map((post) => (
          <Waiting key={post.key} post={post} now={now} onDrop={() => setDropped(post)} />
        ))}
      </ul>
      <DropQuestion post={dropped} title={title} onClose={() => setDropped(null)} />
      <QuestionDialog
        open={leaving}
        onClose={onStay}
        title="Sair e apagar o que espera?"
        icon={<LogOut size={22} />}
        iconTone="bad"
        action="Sair e apagar"
        variant="danger-solid"
        busyLabel="Saindo..."
        keep="Ficar"
        doing={nothingToDo}
        focusAfter={() => null}
        onConfirm={onLeave}
      >
        O que aguarda internet está só neste aparelho e ainda não foi enviado. Ao sair da conta, o
        texto e os arquivos são apagados daqui.
      </QuestionDialog>
    </Card>
  );
}

function Waiting({ post, now, onDrop }: { post: WaitingPost; now: Date; onDrop: () => void }) {
  const standing = standingOf(post, now);
  const isStill = standing !== 'waits';
  const workspace = useSession().user?.workspace;
  const isUnderWay = useUnderWay() === post.key;
  const name = captionLine(post.fields['caption'] ?? '');
  const again = () => {
    void changeWaiting(post, (kept) => askedAgain(kept, now)).then(() => sendWaiting(post.owner));
  };
  const save = () => {
    void keepWaiting(asDraft(post, newKey(), now))
      .then(() => dropWaiting(post))
      .then(() => sendWaiting(post.owner));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-[min(100%,260px)] flex-1">
        <b className="line-clamp-2 text-sm leading-[1.35] font-semibold wrap-anywhere">{name}</b>
        <p
          className={`tnum mt-0.5 text-sm text-pretty ${isStill ? 'text-bad-text' : 'text-ink-2'}`}
        >
          {isUnderWay ? 'Enviando agora...' : wordsFor(post, now)}
        </p>
        {/* The accounts of another workspace are not known here. */}
        {(post.workspace ?? workspace) === workspace ? (
          <AccountOf account={post.fields['instagramAccountId'] ?? null} className="mt-0.5" />
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {isStill && standing !== 'late' ? (
          <Button variant="line" size="sm" onClick={again}>
            Enviar de novo
          </Button>
        ) : null}
        {isStill && standing !== 'unknown' && post.aim !== 'draft' ? (
          <Button variant="line" size="sm" onClick={save}>
            Salvar como rascunho
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          // Its words stand below those of the post.
          className={cx(!isStill && 'max-lg:-ml-[13px]', 'max-lg:-my-1.5')}
          aria-haspopup="dialog"
          onClick={onDrop}
        >
          {isStill ? 'Apagar' : 'Cancelar envio'}
        </Button>
      </div>
    </li>
  );
}

/** The key of what is being sent from here. */
const useUnderWay = () => useSyncExternalStore(onUnderWay, underWay);

interface DropQuestionProps {
  post: WaitingPost | null;
  /** Has the focus once the post is gone. */
  title: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function DropQuestion({ post, title, onClose }: DropQuestionProps) {
  const last = useLast(post);
  const isUnderWay = useUnderWay() === last?.key;
  const doing = useMutation({
    mutationFn: (post: WaitingPost) => dropWaiting(post),
    onSuccess: onClose,
  });
  return (
    <QuestionDialog
      open={post !== null}
      onClose={onClose}
      title="Apagar este post do aparelho?"
      icon={<Trash2 size={22} />}
      iconTone="bad"
      action="Apagar"
      variant="danger-solid"
      busyLabel="Apagando..."
      keep="Manter"
      doing={doing}
      focusAfter={() => (post === null ? title.current : null)}
      onConfirm={() => {
        if (last !== null) doing.mutate(last);
      }}
    >
      {last === null ? null : dropWordsFor(last, isUnderWay)}
    </QuestionDialog>
  );
}
