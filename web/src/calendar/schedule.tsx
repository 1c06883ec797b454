import type { User } from '@pontual/contract/identity/auth.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { CalendarPlus, CalendarRange, Grid3x3 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { IfAllowed } from '../api/permissions.tsx';
import { hasSeveralAccounts } from '../instagram/has-several-accounts.ts';
import { LiveIssuesBanner } from '../posts/issues/live-issues-banner.tsx';
import { paths } from '../ui/page/paths.ts';
import { PauseButton } from '../planning/pause/pause-button.tsx';
import { PlanBanner } from '../account/billing/plan-banner.tsx';
import { BrasiliaClock } from '../ui/page/brasilia-clock.tsx';
import { QueryState } from '../ui/page/query-state.tsx';
import { useMinute } from '../ui/page/use-minute.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dot } from '../ui/dot.tsx';
import { headerButtonClass } from '../ui/header-button-class.ts';
import { Alert } from '../ui/alert.tsx';
import { useDialogState } from '../ui/use-dialog-state.ts';
import { announceCreated } from '../posts/announce.ts';
import { prefillTime } from '../composer/when/prefill.ts';
import { useMonthPosts, usePostStats, useRetryPosts } from '../posts/lists-queries.ts';
import { readNow } from '../posts/now.ts';
import { matchesAccount } from '../posts/post-filter.ts';
import { Calendar } from './calendar.tsx';
import { MonthDates } from './dates/month-dates.tsx';
import type { ArrivingPost } from './day-cell.tsx';
import { DraftsCard } from './drafts-card.tsx';
import { monthOfDay, type DayKey } from '../ui/dates/month-grid.ts';
import { ScheduleDialogs } from './schedule-dialogs.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { postsByDay } from '../posts/due-at.ts';
import { getDueAt } from '../posts/due-at.ts';
import { usePrefetchNextMonth } from './use-prefetch-next-month.ts';
import { useCreateDialog } from './use-create-dialog.ts';
import { useOpenedPost } from './use-opened-post.ts';
import { useTimelineFilter } from './use-timeline-filter.ts';

const AccountFilter = lazy(async () => ({
  default: (await import('../instagram/instagram-account-filter.tsx')).InstagramAccountFilter,
}));

const CALENDAR_FAILED = 'O calendário não carregou.';

export function Schedule({ user }: { user: User }) {
  const now = useMinute();
  const today = dayKey(now);
  // Null follows the current day past midnight.
  const [selectedDay, setSelectedDay] = useState<DayKey | null>(null);
  const cursor = selectedDay ?? today;
  const setCursor = (day: DayKey) => setSelectedDay(day === today ? null : day);
  const { filter, setFilter, showFailed } = useTimelineFilter(user);
  const { instagramAccount } = filter;
  const awaitingCount = usePostStats().data?.awaiting;
  const [arrivingPost, setArrivingPost] = useState<ArrivingPost | null>(null);
  const draft = useDialogState<Post>();
  const profile = useDialogState();
  const create = useCreateDialog();
  const opened = useOpenedPost();
  const month = useMonthPosts(monthOfDay(cursor));
  const retry = useRetryPosts();
  usePrefetchNextMonth(today, month.isSuccess);
  const byDay = useMemo(
    () => postsByDay((month.data ?? []).filter((post) => matchesAccount(post, instagramAccount))),
    [month.data, instagramAccount],
  );
  const open = ({ _id }: Post) => opened.open(_id);
  const createOn = (day: DayKey) => create.create(prefillTime(day, readNow()));

  const onScheduled = (post: Post) => {
    const dueAt = getDueAt(post);
    if (dueAt !== null) setCursor(dayKey(dueAt));
    setArrivingPost({ postId: post._id, state: 'waiting' });
  };
  const onLanded = (post: Post) => {
    setArrivingPost({ postId: post._id, state: 'landed' });
    // After a demo post the dialog stays open and has already shown the result.
    if (!post.demo) announceCreated(post);
  };

  return (
    <>
      <LiveIssuesBanner onOpen={opened.open} onShowAll={showFailed} />
      <Head onCreate={() => create.create()} onProfile={() => profile.show(true)} />
      <PlanBanner user={user} now={now} />
      {user.instagramAccountId === null ? <NotConnected /> : null}
      {hasSeveralAccounts(user) ? (
        <Suspense fallback={<div className="mb-4 h-11 lg:h-9" />}>
          <AccountFilter
            user={user}
            value={instagramAccount}
            onValue={(next) => setFilter({ ...filter, instagramAccount: next })}
            showLabel
          />
        </Suspense>
      ) : null}
      <div className="grid items-start gap-x-9 gap-y-5 min-[1280px]:grid-cols-[minmax(0,1fr)_396px] 2xl:grid-cols-[minmax(0,1fr)_424px]">
        <div className="min-w-0 max-lg:-mx-4 [@media(min-height:1180px)]:min-[1280px]:sticky [@media(min-height:1180px)]:min-[1280px]:top-6">
          <Calendar
            cursor={cursor}
            onCursor={setCursor}
            postsByDay={byDay}
            isLoaded={month.data !== undefined && !month.isPlaceholderData}
            busy={month.isPending || month.isPlaceholderData}
            now={now}
            arrivingPost={arrivingPost}
            onOpen={open}
            onPostMoved={({ _id }) => setArrivingPost({ postId: _id, state: 'landed' })}
            onCreate={create.create}
          />
          <Legend hasAwaiting={!!awaitingCount} />
          <QueryState
            query={{ ...month, refetch: retry }}
            failed={CALENDAR_FAILED}
            stale={CALENDAR_FAILED}
            loading={null}
            className="mt-3 max-lg:mx-4"
          />
          <MonthDates month={monthOfDay(cursor)} now={now} onCreate={createOn} />
          <DraftsCard
            now={now}
            instagramAccount={instagramAccount}
            onOpen={open}
            onSchedule={draft.show}
          />
        </div>
        <div className="min-w-0">
          <TimelinePanel
            now={now}
            connected={user.instagramAccountId !== null}
            filter={filter}
            hasApprovals={awaitingCount != null}
            onFilter={setFilter}
            onOpen={open}
            onCreate={() => create.create()}
          />
        </div>
      </div>
      <ScheduleDialogs
        user={user}
        instagramAccount={instagramAccount}
        now={now}
        opened={opened}
        create={create}
        draft={draft}
        profile={profile}
        onScheduled={onScheduled}
        onLanded={onLanded}
      />
    </>
  );
}

function Head({ onCreate, onProfile }: { onCreate: () => void; onProfile: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-3 lg:mb-6 lg:gap-6">
      <div>
        <h1 className="h-page">Calendário & Timeline</h1>
        <BrasiliaClock label="horário de Brasília" className="mt-1.5" />
      </div>
      <div className="flex flex-wrap gap-2 max-lg:-mt-2 max-lg:w-full">
        <Button
          variant="line"
          size="lg"
          className={headerButtonClass}
          aria-haspopup="dialog"
          icon={<Grid3x3 size={18} />}
          onClick={onProfile}
        >
          Prévia do perfil
        </Button>
        <IfAllowed permission="edit">
          <Link
            to={paths.bulk}
            className={cx(buttonClass({ variant: 'line', size: 'lg' }), headerButtonClass)}
          >
            <CalendarRange size={18} />
            Agendar vários
          </Link>
          <PauseButton />
          <Button
            variant="ipe"
            size="lg"
            className="max-lg:order-first max-lg:min-h-11! max-lg:w-full lg:max-2xl:px-3.5! lg:max-2xl:text-sm"
            icon={<CalendarPlus size={18} />}
            onClick={onCreate}
          >
            Agende seu próximo post
          </Button>
        </IfAllowed>
      </div>
    </div>
  );
}

function NotConnected() {
  return (
    <Alert tone="warn" className="mb-4 lg:mb-6">
      <div className="gap-4 lg:flex lg:items-start lg:justify-between">
        <p>
          <b className="block font-semibold">Conta do Instagram não conectada</b>
          Seus posts NÃO serão publicados até que uma conta seja conectada.
        </p>
        <IfAllowed permission="own">
          <Link to={paths.dashboard} className="text-link shrink-0 max-lg:mt-0!">
            Conectar Instagram
          </Link>
        </IfAllowed>
      </div>
    </Alert>
  );
}

function Legend({ hasAwaiting }: { hasAwaiting: boolean }) {
  return (
    <div className="flex flex-wrap justify-between gap-4 px-4 pt-3 text-xs lg:px-1 lg:pt-3.5">
      <ul
        aria-label="Cores dos pontos"
        className="flex flex-wrap gap-x-3 gap-y-1.5 text-ink-2 lg:gap-x-[18px]"
      >
        {[
          ['scheduled', 'Agendado'],
          ...(hasAwaiting ? [['awaiting', 'Espera aprovação']] : []),
          ['published', 'Publicado'],
          ['failed', 'Falhou, pendente ou outro'],
        ].map(([status = '', words]) => (
          <li key={status} className="inline-flex items-center gap-[7px]">
            <Dot status={status} />
            {words}
          </li>
        ))}
      </ul>
      <IfAllowed permission="edit">
        <p className="text-ink-3 max-lg:hidden">Clique para agendar, arraste para mover</p>
      </IfAllowed>
    </div>
  );
}
