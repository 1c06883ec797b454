import type { AdvancedAnalytics } from '@pontual/contract/analytics.ts';
import { percentText } from '../ui/numbers.ts';
import { postsText } from './day-bars.ts';

type BestHours = AdvancedAnalytics['bestHours'];

/** Shades beside the empty one. */
const STEPS = 4;
const TOP = 3;

/** Sunday first, as the calendar (specification, section 9). */
export const weekdays = [
  'domingo',
  'segunda',
  'terça',
  'quarta',
  'quinta',
  'sexta',
  'sábado',
] as const;

interface HourCell {
  hour: number;
  posts: number;
  /** In percent; null where nothing of it is known. */
  engagement: number | null;
  /** 0 without data, then 1 to 4. */
  step: number;
  isBest: boolean;
}

interface HoursGrid {
  /** By weekday, then by hour. */
  rows: HourCell[][];
  /** What each shade stands for, the lightest first; none without data. */
  legend: string[];
  /** The best hours in words, the best first: `terça às 18:00: 6,4% em 3 posts`. */
  best: string[];
}

/** `18:00` */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Known {
  weekday: number;
  hour: number;
  posts: number;
  engagement: number;
}

/** The hours of the week, shaded by their share of the highest engagement. */
export function hoursGrid(hours: BestHours): HoursGrid {
  const known = hours
    .flatMap(({ avgEngagement, ...rest }): Known[] =>
      avgEngagement === null ? [] : [{ ...rest, engagement: avgEngagement }],
    )
    // Of two that are equal the one on more posts says more.
    .toSorted((a, b) => b.engagement - a.engagement || b.posts - a.posts);
  const [first] = known;
  const most = first?.engagement ?? 0;
  const stepOf = (engagement: number) =>
    most === 0 ? 1 : Math.max(1, Math.ceil((engagement / most) * STEPS));
  const at = new Map(known.map((each) => [`${each.weekday} ${each.hour}`, each]));
  const rows = weekdays.map((_, weekday) =>
    Array.from({ length: 24 }, (_each, hour): HourCell => {
      const cell = at.get(`${weekday} ${hour}`);
      return cell === undefined
        ? { hour, posts: 0, engagement: null, step: 0, isBest: false }
        : {
            hour,
            posts: cell.posts,
            engagement: cell.engagement,
            step: stepOf(cell.engagement),
            isBest: cell === first && most > 0,
          };
    }),
  );
  return {
    rows,
    legend:
      most === 0
        ? []
        : Array.from({ length: STEPS }, (_, index) => percentText((most * (index + 1)) / STEPS)),
    best: (most === 0 ? [] : known.slice(0, TOP)).map(
      ({ weekday, hour, posts, engagement }) =>
        `${weekdays[weekday]} às ${hourText(hour)}: ${percentText(engagement)} em ${postsText(posts)}`,
    ),
  };
}

/** `6,4%, 3 posts` */
export const cellText = ({ engagement, posts }: HourCell): string =>
  engagement === null ? 'sem dados' : `${percentText(engagement)}, ${postsText(posts)}`;
