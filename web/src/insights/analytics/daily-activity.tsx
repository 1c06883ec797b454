import type { BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { formatCount } from '../../ui/number-format.ts';
import { buildDayBars } from './day-bars.ts';

export function DailyActivity({ days }: { days: BasicAnalytics['dailyActivity'] }) {
  return (
    <Card>
      <CardHeader
        title="Atividade Diária"
        aside={<span className="text-xs text-ink-3">últimos {days.length} dias</span>}
      />
      <ol
        aria-label="Posts por dia"
        className="grid auto-cols-fr grid-flow-col px-3 pt-5 pb-4 lg:px-[17px] lg:pb-[18px]"
      >
        {buildDayBars(days).map(({ date, posts, share, weekday, day, name, isToday }) => (
          <li key={date}>
            <span className="sr-only">{isToday ? `Hoje, ${name}` : name}</span>
            <div
              aria-hidden="true"
              className="box-content flex h-38 flex-col items-center justify-end px-1 pt-6 lg:h-44 lg:px-[7px]"
            >
              <b className="tnum mb-2 font-heading text-base leading-none! font-semibold">
                {formatCount(posts)}
              </b>
              {share === 0 ? null : (
                <svg
                  height={`${share * 100}%`}
                  className={cx(
                    'min-h-2 w-full max-w-[52px] shrink-0 rounded-t-sm forced-color-adjust-none',
                    isToday ? 'border-2 border-b-0 border-ink bg-ipe' : 'bg-ink',
                  )}
                />
              )}
            </div>
            <span
              aria-hidden="true"
              className="grid border-t-2 border-ink pt-2 text-center text-2xs leading-[1.3] text-ink-3"
            >
              {weekday}
              <span className="tnum font-semibold text-ink-2">{day}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
