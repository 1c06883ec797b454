import type { User } from '@pontual/contract/auth.ts';
import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { CalendarPlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { BrasiliaClock } from '../../shell/brasilia-clock.tsx';
import { useMinute } from '../../shell/minute.ts';
import { Button } from '../../ui/button.tsx';
import { Dot } from '../../ui/dot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { announceCreated } from '../announce.ts';
import { wasInModal } from '../create/keep/words.ts';
import { prefillFor } from '../create/when/shortcuts.ts';
import type { WallFields } from '../create/when/wall-fields.ts';
import { readNow } from '../now.ts';
import { useMonthPosts, useRetryPosts } from '../posts.queries.ts';
import type { Landing } from './day-cell.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { monthOfDay, type DayKey } from './month-grid.ts';
import { TimelinePanel } from './timeline-panel.tsx';
import { plannedAt, postsByDay } from './timeline-groups.ts';
import { useOpenedPost } from './use-opened-post.ts';

/** The create dialog: each opening is a composer of its own. */
interface Composer {
  opening: number;
  open: boolean;
  when: WallFields;
}

/** Half of this page's code, and not needed to see what is scheduled. */
const CreatePostDialog = lazy(async () => ({
  default: (await import('../create/create-post-dialog.tsx')).CreatePostDialog,
}));

const PostDetailDialog = lazy(async () => ({
  default: (await import('../detail/post-detail-dialog.tsx')).PostDetailDialog,
}));

const noTime: WallFields = { date: '', time: '' };

export function Schedule({ user }: { user: User }) {
  const now = useMinute();
  const today = dayKey(now);
  // Null follows today over midnight.
  const [chosen, setChosen] = useState<DayKey | null>(null);
  const cursor = chosen ?? today;
  const setCursor = (day: DayKey) => setChosen(day === today ? null : day);
  const [target, setTarget] = useState<DayKey | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);
  // What was being made here when the page was loaded again, or its session was lost, goes on.
  const [composer, setComposer] = useState<Composer>(() =>
    wasInModal()
      ? { opening: 1, open: true, when: noTime }
      : { opening: 0, open: false, when: noTime },
  );
  const month = useMonthPosts(monthOfDay(cursor));
  const retry = useRetryPosts();
  const byDay = useMemo(() => postsByDay(month.data ?? []), [month.data]);
  const opened = useOpenedPost();
  const connected = user.instagramAccountId !== null;

  const create = useCallback((when: WallFields = noTime) => {
    // Never over one that is open: it may hold work.
    setComposer((last) => (last.open ? last : { opening: last.opening + 1, open: true, when }));
  }, []);
  useCreateRequest(create);

  const onScheduled = (post: Post) => {
    const planned = plannedAt(post);
    if (planned !== null) setCursor(dayKey(planned));
    setLanding({ postId: post._id, state: 'waiting' });
  };
  const onLanded = (post: Post) => {
    setLanding({ postId: post._id, state: 'landed' });
    // A demonstration leaves the dialog open, and has said so there.
    if (!post.demo) announceCreated(post);
  };

  return (
    <>
      <Head onCreate={() => create()} />
      {connected ? null : <NotConnected />}
      <div className="grid items-start gap-x-9 gap-y-5 xl:grid-cols-[minmax(0,1fr)_424px]">
        <div className="min-w-0 max-lg:-mx-4 [@media(min-height:1180px)]:xl:sticky [@media(min-height:1180px)]:xl:top-6">
          <MonthCalendar
            cursor={cursor}
            onCursor={setCursor}
            postsByDay={byDay}
            known={month.isSuccess && !month.isPlaceholderData}
            busy={month.isPending || month.isPlaceholderData}
            now={now}
            landing={landing}
            onOpenDay={setTarget}
            onCreate={(day) => create(prefillFor(day, readNow()))}
          />
          <Legend />
          {month.isError ? (
            <Notice
              tone="bad"
              live
              className="mt-3 max-lg:mx-4"
              action={
                <button type="button" className="text-link" onClick={retry}>
                  Tentar novamente
                </button>
              }
            >
              O calendário não carregou. {month.error.message}
            </Notice>
          ) : null}
        </div>
        <TimelinePanel
          now={now}
          connected={connected}
          target={target}
          onTarget={setTarget}
          onOpen={({ _id }) => opened.open(_id)}
          onCreate={() => create()}
        />
      </div>
      <Suspense fallback={null}>
        {opened.last === null ? null : (
          <PostDetailDialog
            key={opened.last}
            id={opened.last}
            open={opened.id !== null}
            connected={connected}
            onClose={opened.close}
          />
        )}
      </Suspense>
      {composer.opening === 0 ? null : (
        <Suspense fallback={null}>
          <CreatePostDialog
            key={`${user._id} ${composer.opening}`}
            open={composer.open}
            when={composer.when}
            user={user}
            onCreated={onScheduled}
            onLanded={onLanded}
            onClose={() => setComposer((last) => ({ ...last, open: false }))}
          />
        </Suspense>
      )}
    </>
  );
}

/** The shell's add buttons and the letter C ask for the dialog through the history state. */
function useCreateRequest(create: () => void): void {
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const asked =
    typeof state === 'object' && state !== null && 'create' in state && state.create === true;
  // The request is in the browser's history. It is taken out, or a reload would repeat it.
  useEffect(() => {
    if (!asked) return;
    create();
    void navigate(paths.schedule, { replace: true, state: null, preventScrollReset: true });
  }, [asked, create, navigate]);
}

function Head({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-3 lg:mb-6 lg:gap-6">
      <div>
        <h1 className="h-page">Calendário & Timeline</h1>
        <BrasiliaClock label="horário de Brasília" className="mt-1.5" />
      </div>
      <Button
        variant="ipe"
        size="lg"
        className="max-lg:hidden"
        icon={<CalendarPlus size={18} />}
        onClick={onCreate}
      >
        Agende seu próximo post
      </Button>
    </div>
  );
}

function NotConnected() {
  return (
    <Notice tone="warn" className="mb-4 lg:mb-6">
      <div className="gap-4 lg:flex lg:items-start lg:justify-between">
        <p>
          <b className="block font-semibold">Conta do Instagram não conectada</b>
          Seus posts NÃO serão publicados até que uma conta seja conectada.
        </p>
        <Link to={paths.dashboard} className="text-link shrink-0 max-lg:mt-0!">
          Conectar Instagram
        </Link>
      </div>
    </Notice>
  );
}

function Legend() {
  return (
    <div className="flex flex-wrap justify-between gap-4 px-4 pt-3 text-xs lg:px-1 lg:pt-3.5">
      <ul
        aria-label="Cores dos pontos"
        className="flex flex-wrap gap-x-[18px] gap-y-1.5 text-ink-2"
      >
        {[
          ['scheduled', 'Agendado'],
          ['published', 'Publicado'],
          ['failed', 'Falhou, pendente ou outro'],
        ].map(([status = '', words]) => (
          <li key={status} className="inline-flex items-center gap-[7px]">
            <Dot status={status} />
            {words}
          </li>
        ))}
      </ul>
      <p className="text-ink-3 max-lg:hidden">Clique em um dia vazio para agendar às 12:00</p>
    </div>
  );
}
