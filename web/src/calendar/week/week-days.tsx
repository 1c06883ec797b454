import type { Post } from '@pontual/contract/posts/posts.ts';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { postCount } from '../day-cell-label.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { weekdayColumns } from '../../ui/dates/month-keyboard.ts';
import { weekDays } from './week.ts';

type PostsByDay = ReadonlyMap<DayKey, readonly Post[]>;

/** The hour of a failed post may be scrolled out of view. */
const hasFailedPost = (posts: PostsByDay, day: DayKey) =>
  posts.get(day)?.some(hasPublishingFailed) ?? false;

const weekdayNames = (day: DayKey) => {
  const index = weekDays(day).indexOf(day);
  return weekdayColumns[index] ?? weekdayColumns[0];
};

function dayNumberClassFor(isToday: boolean, isPast: boolean): string {
  if (isToday) return 'bg-ipe font-bold text-on-ipe';
  return isPast ? 'font-semibold text-ink-3' : 'font-semibold';
}

const dayNumberClass =
  'tnum grid size-7 place-items-center rounded-full font-heading text-sm leading-none!';

/** Shows the days above their columns; only to screen readers where a strip shows them. */
export function DayHeaders(props: {
  days: readonly DayKey[];
  today: DayKey;
  isVisuallyHidden: boolean;
  postsByDay: PostsByDay;
}) {
  const { days, today, isVisuallyHidden, postsByDay } = props;
  return (
    <>
      <colgroup>
        <col className="w-12" />
      </colgroup>
      <thead className={isVisuallyHidden ? 'sr-only' : undefined}>
        <tr>
          <th scope="col" className="sticky top-0 z-[4] bg-surface p-0">
            <span className="sr-only">Hora</span>
          </th>
          {days.map((day) => (
            <DayHeader
              key={day}
              day={day}
              isToday={day === today}
              isPast={day < today}
              hasFailures={hasFailedPost(postsByDay, day)}
            />
          ))}
        </tr>
      </thead>
    </>
  );
}

interface DayHeaderProps {
  day: DayKey;
  isToday: boolean;
  isPast: boolean;
  hasFailures: boolean;
}

function DayHeader({ day, isToday, isPast, hasFailures }: DayHeaderProps) {
  const [short, full] = weekdayNames(day);
  return (
    <th
      scope="col"
      aria-label={`${full}, ${Number(day.slice(8))}${hasFailures ? ', com falhas' : ''}`}
      aria-current={isToday ? 'date' : undefined}
      className="sticky top-0 z-[4] border-l border-transparent bg-surface p-0 pb-1.5 pl-2 text-left"
    >
      <span className="flex items-center gap-1 text-2xs font-semibold text-ink-3">
        <span
          className={cx(
            dayNumberClass,
            dayNumberClassFor(isToday, isPast),
            !isToday && !isPast && 'text-ink',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {short}
        {hasFailures ? <Dot status="failed" size={8} /> : null}
      </span>
    </th>
  );
}

export function DayStrip(props: {
  week: readonly DayKey[];
  day: DayKey;
  today: DayKey;
  postsByDay: PostsByDay;
  onDay: (day: DayKey) => void;
}) {
  const { week, day, today, postsByDay, onDay } = props;
  return (
    <ul aria-label="Dias da semana" className="grid grid-cols-7 border-b border-line pb-1.5">
      {week.map((each) => {
        const [short, full] = weekdayNames(each);
        const count = postsByDay.get(each)?.length ?? 0;
        return (
          <li key={each} className="grid">
            <button
              type="button"
              aria-pressed={each === day}
              onClick={() => onDay(each)}
              className={cx(
                'relative mx-0.5 flex min-h-14 flex-col items-center gap-0.5 rounded-md py-1 text-2xs font-semibold text-ink-3',
                each === day && 'shadow-[inset_0_0_0_2px_var(--ink)]',
              )}
            >
              <span className="sr-only">
                {full}, {Number(each.slice(8))}, {postCount(count)}
                {hasFailedPost(postsByDay, each) ? ', com falhas' : ''}
              </span>
              <span aria-hidden="true">{short}</span>
              <span
                aria-hidden="true"
                className={cx(
                  dayNumberClass,
                  dayNumberClassFor(each === today, each < today),
                  each > today && 'text-ink',
                )}
              >
                {Number(each.slice(8))}
              </span>
              {hasFailedPost(postsByDay, each) ? (
                <Dot status="failed" size={8} className="absolute top-1.5 right-1.5" />
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
