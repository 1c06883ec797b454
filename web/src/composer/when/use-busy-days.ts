import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import { useMemo, useState } from 'react';
import { useMinute } from '../../ui/page/use-minute.ts';
import { useMonthPosts } from '../../posts/lists-queries.ts';
import { dotStatus } from '../../posts/status-label.tsx';
import { monthOfDay, type DayKey, type MonthKey } from '../../ui/dates/month-grid.ts';
import { postsByDay } from '../../posts/due-at.ts';
import type { DayPost } from './day-line.ts';

/** Has the posts of today if `date` is empty; `enabled` is false for a visitor. */
export function useBusyDays(date: DayKey, enabled: boolean) {
  const today = dayKey(useMinute());
  const day = date === '' ? today : date;
  const [shownMonth, setShownMonth] = useState<MonthKey | null>(null);
  const postsOfOwnMonth = useMonthPosts(monthOfDay(day), enabled).data;
  const postsOfShownMonth = useMonthPosts(shownMonth ?? monthOfDay(day), enabled).data;

  const posts = useMemo((): DayPost[] => {
    const ofDay = postsByDay(postsOfOwnMonth ?? []).get(day) ?? [];
    return ofDay.map((post) => ({
      at: new Date(post.scheduledTime ?? ''),
      status: dotStatus(post),
    }));
  }, [postsOfOwnMonth, day]);
  const busyDays: ReadonlySet<DayKey> = useMemo(
    () => new Set(postsByDay(postsOfShownMonth ?? []).keys()),
    [postsOfShownMonth],
  );
  return { posts, busyDays, onMonth: setShownMonth };
}
