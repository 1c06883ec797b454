import {
  dayKey,
  formatDayMonth,
  formatWeekday,
  startOfDay,
} from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { Notice } from '../../ui/notice.tsx';
import { useFailedSince } from '../lists.queries.ts';
import { addDays } from './month-grid.ts';
import { plannedAt } from './timeline-groups.ts';

/** What failed longer ago is found by the filter: it is no news any more. */
const DAYS_BACK = 7;

interface FailureNoticeProps {
  now: Date;
  onOpen: (post: Post) => void;
  /** Narrows the timeline to what did not go out. */
  onShowAll: () => void;
}

/** Says which posts of the last days did not go out, and leads to them. */
export function FailureNotice({ now, onOpen, onShowAll }: FailureNoticeProps) {
  const { data } = useFailedSince(startOfDay(addDays(dayKey(now), -DAYS_BACK)));
  const [last] = data?.posts ?? [];
  const at = last === undefined ? null : plannedAt(last);
  if (data === undefined || last === undefined || at === null) return null;
  const one = data.total === 1;
  return (
    <Notice
      tone="bad"
      className="mb-4 items-center! lg:mb-3"
      action={
        <button
          type="button"
          className="text-link shrink-0"
          onClick={() => (one ? onOpen(last) : onShowAll())}
        >
          {one ? 'Ver post' : 'Ver posts'}
        </button>
      }
    >
      <b className="font-semibold">{one ? '1 post falhou' : `${data.total} posts falharam`}</b>{' '}
      {one ? `${onDay(at)}, ${formatDayMonth(at)}` : `nos últimos ${DAYS_BACK} dias`}
    </Notice>
  );
}

/** `no sábado`, `na terça`. */
function onDay(instant: Date): string {
  const weekday = formatWeekday(instant);
  return weekday === 'sábado' || weekday === 'domingo' ? `no ${weekday}` : `na ${weekday}`;
}
