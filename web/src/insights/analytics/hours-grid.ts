import { weekdays } from '../../ui/dates/weekdays.ts';
import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { formatPercent } from '../../ui/number-format.ts';
import { formatPostCount } from '@pontual/contract/insights/report-text.ts';

type BestHours = AdvancedAnalytics['bestHours'];

const SHADES = 4;
const BEST_HOURS_SHOWN = 3;

interface HourCell {
  hour: number;
  posts: number;
  /** In percent; null when unknown. */
  engagement: number | null;
  /** 0 without data, else 1 to 4. */
  shade: number;
  isBest: boolean;
}

interface HoursGrid {
  /** By weekday, then by hour. */
  rows: HourCell[][];
  /** The upper limit of each shade, lightest first; empty without data. */
  legend: string[];
  /** The best hours as text, best first: `terça às 18:00: 6,4% em 3 posts`. */
  best: string[];
}

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface KnownHour {
  weekday: number;
  hour: number;
  posts: number;
  engagement: number;
}

export function buildHoursGrid(hours: BestHours): HoursGrid {
  const known = hours
    .flatMap(({ avgEngagement, ...rest }): KnownHour[] =>
      avgEngagement === null ? [] : [{ ...rest, engagement: avgEngagement }],
    )
    .toSorted((a, b) => b.engagement - a.engagement || b.posts - a.posts);
  const [first] = known;
  const maxEngagement = first?.engagement ?? 0;
  const toShade = (engagement: number) =>
    maxEngagement === 0 ? 1 : Math.max(1, Math.ceil((engagement / maxEngagement) * SHADES));
  const byHour = new Map(known.map((each) => [`${each.weekday} ${each.hour}`, each]));
  const rows = weekdays.map((_, weekday) =>
    Array.from({ length: 24 }, (_each, hour): HourCell => {
      const cell = byHour.get(`${weekday} ${hour}`);
      return cell === undefined
        ? { hour, posts: 0, engagement: null, shade: 0, isBest: false }
        : {
            hour,
            posts: cell.posts,
            engagement: cell.engagement,
            shade: toShade(cell.engagement),
            isBest: cell === first && maxEngagement > 0,
          };
    }),
  );
  return {
    rows,
    legend:
      maxEngagement === 0
        ? []
        : Array.from({ length: SHADES }, (_, index) =>
            formatPercent((maxEngagement * (index + 1)) / SHADES),
          ),
    best: (maxEngagement === 0 ? [] : known.slice(0, BEST_HOURS_SHOWN)).map(
      ({ weekday, hour, posts, engagement }) =>
        `${weekdays[weekday]} às ${formatHour(hour)}: ${formatPercent(engagement)} em ${formatPostCount(posts)}`,
    ),
  };
}

export const describeCell = ({ engagement, posts }: HourCell): string =>
  engagement === null ? 'sem dados' : `${formatPercent(engagement)}, ${formatPostCount(posts)}`;
