import {
  dayKey,
  formatDayMonth,
  formatMonthName,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { addDays, monthGrid, monthOfDay, type DayKey } from '../../ui/dates/month-grid.ts';
import { weekdayColumns } from '../../ui/dates/month-keyboard.ts';
import { artUrl, samplePostsOn, type SamplePost } from './sample-data.ts';

interface LockedPanelProps {
  samplePosts: readonly SamplePost[];
  now: Date;
}

const MAX_DOTS = 2;

export function LockedMonth({ samplePosts, now }: LockedPanelProps) {
  const today = dayKey(now);
  const month = monthOfDay(today);
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between py-2 pr-1 pl-4 lg:pt-4 lg:pr-4 lg:pb-3 lg:pl-[22px]">
        <p className="font-heading text-xl leading-none! font-bold tracking-[-.02em] text-ink-3">
          {formatMonthName(now)} <span className="font-medium">{month.slice(0, 4)}</span>
        </p>
        <p className="flex text-ink-2 *:m-3 lg:gap-1 lg:*:m-2.5">
          <ChevronLeft size={20} />
          <ChevronRight size={20} />
        </p>
      </div>
      <div className="grid grid-cols-7">
        {weekdayColumns.map(([short]) => (
          <span
            key={short}
            className="pb-2 text-center text-2xs leading-[1.55] font-semibold text-ink-3 lg:pl-3 lg:text-left"
          >
            {short}
          </span>
        ))}
        {monthGrid(month).map(({ key, day, inMonth }) => (
          <div
            key={key}
            className={cx(
              'grid min-h-[55px] content-start justify-items-center gap-[5px] border-t border-line pt-1 not-nth-[7n+1]:border-l lg:min-h-[93px] lg:justify-items-stretch lg:px-[7px] lg:pt-[7px]',
              !inMonth && 'bg-paper',
            )}
          >
            <span
              className={cx(
                'tnum grid h-7 w-[30px] place-items-center rounded-full font-heading text-base leading-none! lg:w-7 lg:text-sm',
                key === today ? 'bg-ipe font-bold text-on-ipe' : 'text-ink-3',
                key !== today && inMonth && 'font-semibold',
              )}
            >
              {day}
            </span>
            <DayDots posts={samplePostsOn(samplePosts, key)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function DayDots({ posts }: { posts: readonly SamplePost[] }) {
  const more = posts.length - MAX_DOTS;
  return (
    <span className="relative flex gap-[3px] lg:gap-1.5 lg:pt-0.5 lg:pl-[9px]">
      {posts.slice(0, MAX_DOTS).map(({ instant, status }) => (
        <Dot key={instant.toISOString()} status={status} size={9} className="lg:size-4!" />
      ))}
      {more > 0 ? (
        <span className="tnum text-[11px] leading-[9px] font-bold text-ink-2 lg:absolute lg:-top-[23px] lg:right-1 lg:text-2xs">
          +{more}
        </span>
      ) : null}
    </span>
  );
}

export function LockedTimeline({ samplePosts, now }: LockedPanelProps) {
  const today = dayKey(now);
  return (
    <div className="h-full overflow-hidden rounded-lg border border-line bg-surface px-5 pt-1 pb-5 xl:absolute xl:inset-0">
      {['Hoje', 'Amanhã', null].map((title, days) => (
        <LockedDay key={days} title={title} day={addDays(today, days)} samplePosts={samplePosts} />
      ))}
    </div>
  );
}

interface LockedDayProps extends Pick<LockedPanelProps, 'samplePosts'> {
  /** Null shows the weekday. */
  title: string | null;
  day: DayKey;
}

function LockedDay({ title, day, samplePosts }: LockedDayProps) {
  const start = startOfDay(day);
  const weekday = formatWeekday(start);
  return (
    <>
      <p className="flex items-baseline gap-2 pt-[18px] pb-2">
        <b className="h-card leading-[1.2]! text-ink-2 first-letter:uppercase">
          {title ?? weekday}
        </b>
        <span className="text-xs font-medium text-ink-3">
          {title === null ? null : `${weekday}, `}
          {formatDayMonth(start)}
        </span>
      </p>
      <ul className="relative before:absolute before:inset-y-3.5 before:left-[59px] before:w-0.5 before:rounded-full before:bg-line">
        {samplePostsOn(samplePosts, day).map((post) => (
          <li
            key={post.instant.toISOString()}
            className="grid grid-cols-[44px_32px_57px_minmax(0,1fr)] items-start py-[9px]"
          >
            <Bar className="mt-[11px] w-[38px]" />
            <span className="relative mt-2.5 grid size-5 -translate-y-1 place-items-center justify-self-center rounded-full bg-surface">
              <Dot status={post.status} size={12} />
            </span>
            <img
              src={artUrl(post)}
              alt=""
              width="48"
              height="60"
              loading="lazy"
              className="ml-[9px] h-15 w-12 rounded-sm object-cover"
            />
            <span className="grid gap-2.5 pt-4 pl-3">
              <Bar className="w-24" />
              <Bar className={post.type === 'STORIES' ? 'w-[72%]' : 'w-full'} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bar({ className }: { className: string }) {
  return <span className={cx('block h-3 rounded-full bg-hover', className)} />;
}
