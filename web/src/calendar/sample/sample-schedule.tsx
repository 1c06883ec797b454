import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { loginReturningTo, paths } from '../../ui/page/paths.ts';
import { BrasiliaClock } from '../../ui/page/brasilia-clock.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useDialogState } from '../../ui/use-dialog-state.ts';
import { prefillTime } from '../../composer/when/prefill.ts';
import { parseDueTimeFields } from '../../composer/when/due-time-fields.ts';
import { readNow } from '../../posts/now.ts';
import { noPostFilter } from '../../posts/post-filter.ts';
import { CalendarHeader } from '../calendar-header.tsx';
import { MonthCalendar } from '../month-calendar.tsx';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { timelineGroups } from '../timeline-groups.ts';
import { postsByDay } from '../../posts/due-at.ts';
import { Timeline } from '../timeline.tsx';
import { SampleDetail } from './sample-detail.tsx';
import { createSamplePosts } from './sample-data.ts';
import { toPost } from './sample-to-post.ts';

/** Sample posts do not depend on an account, so none is at risk. */
const noRisk = () => false;
const noLaterPosts = { remaining: 0, isLoading: false, onShowMore: () => undefined };

/** The page /schedule for a visitor where MOCK_SCHEDULE is on. An empty day leads to /create-post. */
export function SampleSchedule() {
  const now = useMinute();
  const today = dayKey(now);
  const posts = useMemo(() => createSamplePosts(now).map(toPost), [now]);
  const byDay = useMemo(() => postsByDay(posts), [posts]);
  const groups = useMemo(() => timelineGroups(posts, now), [posts, now]);
  const [cursor, setCursor] = useState<DayKey>(today);
  const [target, setTarget] = useState<DayKey | null>(null);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const details = useDialogState<Post>();
  const create = useOpenCreatePost();

  const goTo = (day: DayKey) => {
    if (day < today) setShowsEarlier(true);
    setTarget(day);
  };
  const earlier = groups.earlier.reduce((sum, group) => sum + group.posts.length, 0);
  return (
    <div className="mx-auto max-w-[1440px] px-4 pt-4 pb-10 lg:px-[clamp(20px,4.5vw,64px)] lg:pt-7 lg:pb-16">
      <Head />
      <div className="grid items-start gap-x-9 gap-y-5 xl:grid-cols-[minmax(0,1fr)_424px]">
        <div className="min-w-0 max-lg:-mx-4">
          <MonthCalendar
            cursor={cursor}
            onCursor={setCursor}
            postsByDay={byDay}
            isAtRisk={noRisk}
            isLoaded
            busy={false}
            now={now}
            arrivingPost={null}
            onOpenDay={goTo}
            onCreate={(day) => create(prefillTime(day, readNow()))}
            onChooseTarget={null}
            header={<CalendarHeader cursor={cursor} onCursor={setCursor} now={now} />}
          />
        </div>
        <section aria-labelledby="timeline" className="min-w-0">
          <h2 id="timeline" className="h-card flex min-h-10 items-center">
            Timeline
          </h2>
          <Timeline
            groups={showsEarlier ? groups : { ...groups, earlier: [] }}
            earlier={{
              remaining: showsEarlier ? 0 : earlier,
              isLoading: false,
              onShowMore: () => goTo(groups.earlier.at(-1)?.key ?? today),
            }}
            later={noLaterPosts}
            filter={noPostFilter}
            onClearFilter={() => undefined}
            now={now}
            isAtRisk={noRisk}
            connected
            target={target}
            onTargetReached={() => setTarget(null)}
            onOpen={details.show}
            onCreate={() => create()}
          />
        </section>
      </div>
      {details.value === null ? null : (
        <SampleDetail post={details.value} open={details.open} onClose={details.close} />
      )}
    </div>
  );
}

function useOpenCreatePost() {
  const navigate = useNavigate();
  return (when = { date: '', time: '' }) => {
    const scheduledTime = parseDueTimeFields(when)?.toISOString();
    void navigate(paths.createPost, { state: { scheduledTime } });
  };
}

function Head() {
  const location = useLocation();
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-6">
      <div>
        <h1 className="h-page">Calendário & Timeline</h1>
        <p className="mt-1.5 text-sm text-pretty text-ink-2 lg:text-base">
          Um exemplo, com posts que não existem. Crie sua conta para agendar os seus.
        </p>
        <BrasiliaClock label="horário de Brasília" className="mt-2.5" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.register} className={buttonClass({ variant: 'ipe', size: 'lg' })}>
          Criar conta grátis
        </Link>
        <Link
          {...loginReturningTo(location)}
          className={buttonClass({ variant: 'line', size: 'lg' })}
        >
          Entrar
        </Link>
      </div>
    </div>
  );
}
