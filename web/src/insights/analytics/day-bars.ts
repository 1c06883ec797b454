import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { formatWeekday, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { formatPostCount } from '@pontual/contract/insights/report-text.ts';

interface DayBar {
  date: string;
  posts: number;
  /** Relative to the busiest day, 0 to 1. */
  share: number;
  /** `ter.` */
  weekday: string;
  day: number;
  /** `terça, 9: 4 posts` */
  name: string;
  isToday: boolean;
}

/** Scaled to the busiest day (specification, section 2). */
export function buildDayBars(days: BasicAnalytics['dailyActivity']): DayBar[] {
  const busiest = Math.max(0, ...days.map(({ posts }) => posts));
  return days.map(({ date, posts }, index) => {
    const weekday = formatWeekday(startOfDay(date));
    const day = Number(date.slice(-2));
    return {
      date,
      posts,
      share: busiest === 0 ? 0 : posts / busiest,
      weekday: `${weekday.slice(0, 3)}.`,
      day,
      name: `${weekday}, ${day}: ${formatPostCount(posts)}`,
      isToday: index === days.length - 1,
    };
  });
}
